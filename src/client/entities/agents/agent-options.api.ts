import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { AdminAgentsPage } from '#shared/contract/agents-admin.ts'

type Choice = { value: string; label: string }

/** Every agent, as options of a filter. Includes `chosen` even if it has been deleted. */
export const agentOptions = (chosen: string | undefined) =>
  queryOptions({
    queryKey: ['agents', 'admin', 'choices'],
    queryFn: ({ signal }) =>
      request<AdminAgentsPage>('GET', '/agents/admin', { query: { limit: 100 }, signal }),
    select: ({ items }): Choice[] => {
      const choices = items.map(({ id, name }) => ({ value: id, label: name }))
      const isKnown = chosen === undefined || items.some(({ id }) => id === chosen)
      return isKnown ? choices : [...choices, { value: chosen, label: 'Agente excluído' }]
    },
  })
