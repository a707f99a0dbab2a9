import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { cacheFallback } from '#client/lib/http/offline-reader.ts'
import type { Agent, AgentsPage } from '#shared/contract/agents.ts'

export type AgentsFilter = { q?: string | undefined; labelId?: string | undefined }

export const agentQueries = {
  list: (filter: AgentsFilter = {}) =>
    infiniteQueryOptions({
      queryKey: ['agents', 'list', filter],
      queryFn: ({ pageParam, signal, ...query }) =>
        request<AgentsPage>('GET', '/agents', {
          query: { q: filter.q || undefined, labelId: filter.labelId, cursor: pageParam },
          signal,
          ...cacheFallback(query),
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  detail: (agentId: string) =>
    queryOptions({
      queryKey: ['agents', 'detail', agentId],
      // No signal: an unmounting component would abort the loader that shares this call.
      queryFn: (query) =>
        request<Agent>('GET', `/agents/${encodeURIComponent(agentId)}`, cacheFallback(query)),
    }),
}
