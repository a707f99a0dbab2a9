import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { AgentsPage } from '#shared/contract/agents.ts'

/** The cast page by page, or those of it that a text finds. */
export const castQuery = (q: string) =>
  pagedQuery<AgentsPage>({
    queryKey: ['agents', 'others', q],
    path: '/agents',
    query: { q: q || undefined },
  })
