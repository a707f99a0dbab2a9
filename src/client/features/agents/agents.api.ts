import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import { cacheFallback } from '#client/lib/http/offline-reader.ts'
import type { Agent, AgentsPage } from '#shared/contract/agents.ts'

export type AgentsFilter = { q?: string | undefined; labelId?: string | undefined }

/** Query options that loaders and components share. */
export const agentQueries = {
  /** The gallery, page by page. */
  list: (filter: AgentsFilter = {}) =>
    pagedQuery<AgentsPage>({
      queryKey: ['agents', 'list', filter],
      path: '/agents',
      query: { q: filter.q || undefined, labelId: filter.labelId },
      isKeptOffline: true,
    }),
  detail: (agentId: string) =>
    queryOptions({
      queryKey: ['agents', 'detail', agentId],
      // Without the query's signal: a component that leaves would abort the loader that waits for the same call.
      queryFn: (query) =>
        request<Agent>('GET', `/agents/${encodeURIComponent(agentId)}`, cacheFallback(query)),
    }),
}
