import type { PlanSheetReason } from '#client/entities/billing/plan-sheet-state.ts'
import type { Plan } from '#shared/contract/plans.ts'
import type { MySubscription } from '#shared/contract/subscription.ts'

type Reason = {
  why: PlanSheetReason['why']
  /** The plans that open the locked agent. */
  openers?: readonly { id: string }[] | undefined
}

/** The plans that solve the reason for which the sheet was opened, in order of sale. */
export function choicesFor(
  { why, openers = [] }: Reason,
  plans: readonly Plan[],
  current: Pick<Plan, 'id' | 'monthlyMessageLimit' | 'allAgents'>,
): Plan[] {
  if (why === 'plans') return [...plans]
  const others = plans.filter(({ id }) => id !== current.id)
  if (why === 'agent') return others.filter((plan) => openers.some(({ id }) => id === plan.id))
  return others.filter(
    ({ allAgents, monthlyMessageLimit }) =>
      (allAgents || !current.allAgents) && monthlyMessageLimit > current.monthlyMessageLimit,
  )
}

/**
 * The action that a plan offers: `try` begins with a trial, `again` for the current plan while it ends, `switch` in the provider's portal,
 * `floor` for the free plan, `ask` an administrator.
 */
export type Offer = 'current' | 'again' | 'try' | 'buy' | 'switch' | 'floor' | 'ask'

type Current = Pick<MySubscription, 'plan' | 'provider' | 'canManage' | 'buyablePlanIds' | 'trialPlanIds'>

export function offerOf(
  plan: Pick<Plan, 'id' | 'isFloor'>,
  { plan: current, provider, canManage, buyablePlanIds, trialPlanIds }: Current,
): Offer {
  const isBuyable = buyablePlanIds.includes(plan.id)
  if (plan.id === current.id) return isBuyable ? 'again' : 'current'
  if (isBuyable) return trialPlanIds.includes(plan.id) ? 'try' : 'buy'
  if (plan.isFloor) return 'floor'
  return provider === 'stripe' && canManage ? 'switch' : 'ask'
}
