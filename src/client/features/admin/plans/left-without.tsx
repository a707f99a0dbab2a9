import { useQuery } from '@tanstack/react-query'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { adminAgentQueries } from '#client/entities/agents/agents-admin.api.ts'
import { leftWithout } from '#client/entities/billing/admin-plan-agents.ts'
import { adminPlanList } from '#client/entities/billing/admin-plans.api.ts'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'

const SHOWN = 5
const listFormat = new Intl.ListFormat('pt-BR')

/** Names the agents that no plan on sale opens once this one is off sale. */
export function LeftWithout({ plan }: { plan: AdminPlan }) {
  const agents = useQuery(adminAgentQueries.list(false))
  const plans = useQuery(adminPlanList())
  const left = leftWithout(plan, agents.data ?? [], plans.data ?? [])
  if (left.length === 0) return null
  const rest = left.length - SHOWN
  const names = left.slice(0, SHOWN).map(({ name }) => shortNameOf(name))
  const all = listFormat.format(rest > 0 ? [...names, `mais ${rest}`] : names)
  return (
    <p role="status">
      <strong>
        {left.length === 1
          ? `${all} fica sem nenhum plano à venda que abra a conversa.`
          : `Ficam sem nenhum plano à venda que abra a conversa: ${all}.`}
      </strong>{' '}
      Marque outro plano na tela {left.length === 1 ? 'do agente' : 'de cada agente'}.
    </p>
  )
}
