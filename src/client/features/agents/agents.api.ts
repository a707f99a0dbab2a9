import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import { cacheFallback } from '#client/lib/http/offline-reader.ts'
import type { Agent, AgentsPage } from '#shared/contract/agents.ts'

export type AgentsFilter = { q?: string | undefined; labelId?: string | undefined }

export const agentQueries = {
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
      // No signal: an unmounting component would abort the loader that shares this call.
      queryFn: (query) =>
        request<Agent>('GET', `/agents/${encodeURIComponent(agentId)}`, cacheFallback(query)),
    }),
}
