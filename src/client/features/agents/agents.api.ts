import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http.ts'
import type { Agent, AgentsPage } from '#shared/contract/agents.ts'

export type AgentsFilter = { q?: string | undefined; labelId?: string | undefined }

/** Query options that loaders and components share. */
export const agentQueries = {
  /** The gallery, page by page. */
  list: (filter: AgentsFilter = {}) =>
    infiniteQueryOptions({
      queryKey: ['agents', 'list', filter],
      queryFn: ({ pageParam, signal }) =>
        request<AgentsPage>('GET', '/agents', {
          query: { q: filter.q || undefined, labelId: filter.labelId, cursor: pageParam },
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  detail: (agentId: string) =>
    queryOptions({
      queryKey: ['agents', 'detail', agentId],
      // Without the query's signal: a component that leaves would abort the loader that waits for the same call.
      queryFn: () => request<Agent>('GET', `/agents/${encodeURIComponent(agentId)}`),
    }),
}
