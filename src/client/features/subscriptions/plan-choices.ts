import type { PlanSheetReason } from '#client/entities/billing/plan-sheet-state.ts'
import type { Plan } from '#shared/contract/plans.ts'
import type { MySubscription } from '#shared/contract/subscription.ts'

/** The plans that solve the reason for which the sheet was opened, in order of sale. */
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

/** The action that a plan offers: `switch` in the provider's portal, `floor` for the free plan, `ask` an administrator. */
export type Offer = 'current' | 'buy' | 'switch' | 'floor' | 'ask'

type Current = Pick<MySubscription, 'plan' | 'provider' | 'canManage' | 'buyablePlanIds'>

export function offerOf(
  plan: Pick<Plan, 'id' | 'isFloor'>,
  { plan: current, provider, canManage, buyablePlanIds }: Current,
): Offer {
  if (plan.id === current.id) return 'current'
  if (buyablePlanIds.includes(plan.id)) return 'buy'
  if (plan.isFloor) return 'floor'
  return provider === 'stripe' && canManage ? 'switch' : 'ask'
}
