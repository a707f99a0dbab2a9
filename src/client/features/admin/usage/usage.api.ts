import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/paged-query.ts'
import type {
  ChangeModelPrices,
  ModelPrices,
  Usage,
  UsageRange,
  UsageRepliesPage,
} from '#shared/contract/usage.ts'
import type { RepliesSearch } from './usage-search.ts'

const root = ['usage'] as const
/** As often as the figures are counted; whoever looks has them counted soon, so the second answer is the fresh one. */
const COUNT_MS = 60_000
const SOON_MS = 4_000

export const usageQueries = {
  /** The figures of a period; read again as long as they are on the screen. */
  dashboard: (range: UsageRange) =>
    queryOptions({
      queryKey: [...root, 'dashboard', range],
      queryFn: ({ signal }) => request<Usage>('GET', '/usage/admin', { query: { range }, signal }),
      staleTime: 0,
      refetchInterval: ({ state }) => (state.dataUpdateCount < 2 ? SOON_MS : COUNT_MS),
    }),
  /** The replies behind them, page by page, the newest first. */
  replies: (search: RepliesSearch) =>
    pagedQuery<UsageRepliesPage>([...root, 'replies', search], '/usage/admin/replies', {
      ...search,
      limit: 50,
    }),
  prices: () =>
    queryOptions({
      queryKey: [...root, 'prices'],
      queryFn: ({ signal }) => request<ModelPrices>('GET', '/usage/admin/prices', { signal }),
      staleTime: 0,
    }),
}

/** Puts the whole table in the place of the one that was read. @throws {ApiError} CONFLICT where that is not the newest. */
export async function savePrices(client: QueryClient, body: ChangeModelPrices): Promise<ModelPrices> {
  const saved = await request<ModelPrices>('PUT', '/usage/admin/prices', { body })
  client.setQueryData(usageQueries.prices().queryKey, saved)
  void client.invalidateQueries({ queryKey: [...root, 'dashboard'] })
  return saved
}
