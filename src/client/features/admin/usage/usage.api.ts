import { queryOptions } from '@tanstack/react-query'
import { fetchFile, type NamedFile } from '#client/lib/http/fetch-file.ts'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { Retention } from '#shared/contract/retention.ts'
import type { Usage, UsageRepliesPage, UsageTable } from '#shared/contract/usage.ts'
import type { RepliesSearch, UsagePeriod } from './usage-search.ts'

const root = ['usage'] as const
const COUNT_MS = 60_000
const SOON_MS = 4_000

export const usageQueries = {
  dashboard: (period: UsagePeriod) =>
    queryOptions({
      queryKey: [...root, 'dashboard', period],
      queryFn: ({ signal }) => request<Usage>('GET', '/usage/admin', { query: period, signal }),
      staleTime: 0,
      refetchInterval: ({ state }) => (state.dataUpdateCount < 2 ? SOON_MS : COUNT_MS),
    }),
  retention: (period: UsagePeriod) =>
    queryOptions({
      queryKey: [...root, 'retention', period],
      queryFn: ({ signal }) => request<Retention>('GET', '/usage/admin/retention', { query: period, signal }),
      staleTime: COUNT_MS,
    }),
  replies: (search: RepliesSearch) =>
    pagedQuery<UsageRepliesPage>({
      queryKey: [...root, 'replies', search],
      path: '/usage/admin/replies',
      query: { ...search, limit: 50 },
      staleTime: 0,
    }),
}

export type TableOfDays = Pick<Usage, 'from' | 'to'> & { table: UsageTable }

/** A table of the dashboard as a spreadsheet. @throws {ApiError} */
export const fetchUsageFile = (of: TableOfDays): Promise<NamedFile> =>
  fetchFile(`/usage/admin/export?${new URLSearchParams(of)}`, `${of.table}.csv`)
