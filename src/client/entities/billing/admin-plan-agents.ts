import type { AdminAgentSummary } from '#shared/contract/agents-admin.ts'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'

type Opener = Pick<AdminPlan, 'id' | 'allAgents'>
type Closed = Pick<AdminAgentSummary, 'planIds'>

/** The server's rule for an agent that is closed to the free plan, for values that are not saved yet. */
export const opensAgent = ({ id, allAgents }: Opener, { planIds }: Closed): boolean =>
  planIds === null ? allAgents : planIds.includes(id)

/** Whether somebody can still get the plan. */
export const isOnSale = ({ isArchived }: Pick<AdminPlan, 'isArchived'>): boolean => !isArchived

type Agent = Closed & Pick<AdminAgentSummary, 'enableFreePlan'>

/** The agents that no plan on sale opens once `plan` is off sale, and that one opens now. */
export function leftWithout<It extends Agent>(
  plan: Pick<AdminPlan, 'id'>,
  agents: readonly It[],
  plans: readonly AdminPlan[],
): It[] {
  const isOpenedBy = (agent: It, among: readonly AdminPlan[]) =>
    agent.enableFreePlan || among.some((it) => isOnSale(it) && opensAgent(it, agent))
  const rest = plans.filter(({ id }) => id !== plan.id)
  return agents.filter((agent) => isOpenedBy(agent, plans) && !isOpenedBy(agent, rest))
}
