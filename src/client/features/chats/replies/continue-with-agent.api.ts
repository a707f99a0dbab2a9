import { infiniteQueryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { AgentsPage } from '#shared/contract/agents.ts'

/** The cast page by page, or those of it that a text finds. */
export const castQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['agents', 'others', q],
    queryFn: ({ pageParam, signal }) =>
      request<AgentsPage>('GET', '/agents', { query: { q: q || undefined, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
