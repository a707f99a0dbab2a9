import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type {
  ChangeModelPrices,
  ModelPrices,
  Usage,
  UsageRange,
  UsageRepliesPage,
} from '#shared/contract/usage.ts'
import type { RepliesSearch } from './usage-search.ts'

const root = ['usage'] as const
const COUNT_MS = 60_000
const SOON_MS = 4_000

export const usageQueries = {
  dashboard: (range: UsageRange) =>
    queryOptions({
      queryKey: [...root, 'dashboard', range],
      queryFn: ({ signal }) => request<Usage>('GET', '/usage/admin', { query: { range }, signal }),
      staleTime: 0,
      refetchInterval: ({ state }) => (state.dataUpdateCount < 2 ? SOON_MS : COUNT_MS),
    }),
  replies: (search: RepliesSearch) =>
    pagedQuery<UsageRepliesPage>({
      queryKey: [...root, 'replies', search],
      path: '/usage/admin/replies',
      query: { ...search, limit: 50 },
      staleTime: 0,
    }),
  prices: () =>
    queryOptions({
      queryKey: [...root, 'prices'],
      queryFn: ({ signal }) => request<ModelPrices>('GET', '/usage/admin/prices', { signal }),
      staleTime: 0,
    }),
}

/** Replaces the whole table. @throws {ApiError} CONFLICT when `version` is not the newest. */
export async function savePrices(client: QueryClient, body: ChangeModelPrices): Promise<ModelPrices> {
  const saved = await request<ModelPrices>('PUT', '/usage/admin/prices', { body })
  client.setQueryData(usageQueries.prices().queryKey, saved)
  void client.invalidateQueries({ queryKey: [...root, 'dashboard'] })
  return saved
}
