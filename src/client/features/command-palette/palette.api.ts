import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { AgentsPage } from '#shared/contract/agents.ts'

const AGENTS = 5

/** The first agents that a text finds; without one, the first of the cast. */
export const paletteAgentsQuery = (q: string) =>
  queryOptions({
    queryKey: ['agents', 'palette', q],
    queryFn: ({ signal }) =>
      request<AgentsPage>('GET', '/agents', { query: { q: q || undefined, limit: AGENTS }, signal }),
  })
