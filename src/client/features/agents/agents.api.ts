import { agentDetail } from '#client/entities/agents/agent-detail.api.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import type { AgentsPage } from '#shared/contract/agents.ts'

export type AgentsFilter = { q?: string | undefined; labelId?: string | undefined }

export const agentQueries = {
  list: (filter: AgentsFilter = {}) =>
    pagedQuery<AgentsPage>({
      queryKey: ['agents', 'list', filter],
      path: '/agents',
      query: { q: filter.q || undefined, labelId: filter.labelId },
      isKeptOffline: true,
    }),
  detail: agentDetail,
}
