import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import { cacheFallback } from '#client/lib/http/offline-reader.ts'
import type { Agent, AgentsPage } from '#shared/contract/agents.ts'

export type AgentsFilter = { q?: string | undefined; labelId?: string | undefined }

/** Query options that loaders and components share. */
export const agentQueries = {
  /** The gallery, page by page. */
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
      // Without the query's signal: a component that leaves would abort the loader that waits for the same call.
      queryFn: (query) =>
        request<Agent>('GET', `/agents/${encodeURIComponent(agentId)}`, cacheFallback(query)),
    }),
}
