import type { PlanSheetReason } from '#client/entities/billing/plan-sheet-state.ts'
import type { Plan } from '#shared/contract/plans.ts'
import type { MySubscription } from '#shared/contract/subscription.ts'

/** The plans that help with what the sheet was opened for, in the order in which they are sold. */
export function choicesFor(
  why: PlanSheetReason['why'],
  plans: readonly Plan[],
  current: Pick<Plan, 'id' | 'monthlyMessageLimit' | 'allAgents'>,
): Plan[] {
  if (why === 'plans') return [...plans]
  const others = plans.filter(({ id, allAgents }) => id !== current.id && (allAgents || !current.allAgents))
  return others.filter((plan) =>
    why === 'agent' ? plan.allAgents : plan.monthlyMessageLimit > current.monthlyMessageLimit,
  )
}

/**
 * What can be done about a plan here: it is had, it can be bought, or changed to where the current one is paid, everybody
 * has it, or somebody must be asked.
 */
export type Offer = 'current' | 'buy' | 'switch' | 'floor' | 'ask'

type Had = Pick<MySubscription, 'plan' | 'provider' | 'canManage' | 'buyablePlanIds'>

export function offerOf(
  plan: Pick<Plan, 'id' | 'isFloor'>,
  { plan: current, provider, canManage, buyablePlanIds }: Had,
): Offer {
  if (plan.id === current.id) return 'current'
  if (buyablePlanIds.includes(plan.id)) return 'buy'
  if (plan.isFloor) return 'floor'
  return provider === 'stripe' && canManage ? 'switch' : 'ask'
}
