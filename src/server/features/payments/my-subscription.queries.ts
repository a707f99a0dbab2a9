import { and, desc, eq, inArray } from 'drizzle-orm'
import type { MySubscription, SubscriptionChange } from '#shared/contract/subscription.ts'
import type { Db } from '../../db/connect.ts'
import { plans, type SubscriptionState, subscriptionChanges, subscriptions } from '../../db/schema/index.ts'
import { PLAN_AGENTS } from '../agents/agent-access.queries.ts'
import { toPlan } from '../plans/plans.queries.ts'
import { BEST_FIRST, isLive, isTrial } from '../subscriptions/effective-plan.queries.ts'
import { accountGone } from '../uploads/uploads.queries.ts'

type Current = Pick<MySubscription, 'plan' | 'provider' | 'state' | 'currentPeriodEnd' | 'graceUntil'>

/**
 * The user's effective subscription with its plan.
 * @throws {AppError} UNAUTHORIZED if the account was deleted meanwhile; every other user has at least the
 * free plan.
 */
export async function getCurrent(db: Db, { userId }: { userId: string }): Promise<Current> {
  const [row] = await db
    .select({ subscription: subscriptions, plan: plans, agents: PLAN_AGENTS })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(and(eq(subscriptions.userId, userId), isLive))
    .orderBy(...BEST_FIRST)
    .limit(1)
  if (!row) throw accountGone()
  const { provider, currentPeriodEnd, graceUntil, cancelsAtPeriodEnd, facts } = row.subscription
  // A manual grant does not renew itself.
  const isEnding = cancelsAtPeriodEnd || (provider === 'manual' && currentPeriodEnd !== null)
  const renewing = isTrial(facts) ? 'trial' : 'active'
  return {
    plan: toPlan(row.plan, row.agents),
    provider,
    state: graceUntil ? 'payment-failed' : isEnding ? 'ending' : renewing,
    currentPeriodEnd: currentPeriodEnd?.toISOString() ?? null,
    graceUntil: graceUntil?.toISOString() ?? null,
  }
}

/** Changes shown: enough for years of renewals. */
const CHANGES = 50
/** Plans are never deleted, but the audit log may name a plan that this database lacks. */
const FORMER_PLAN = 'Plano anterior'

/** The history of a user's subscriptions, newest first. */
export async function listChanges(db: Db, { userId }: { userId: string }): Promise<SubscriptionChange[]> {
  const rows = await db
    .select({ change: subscriptionChanges, provider: subscriptions.provider })
    .from(subscriptionChanges)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionChanges.subscriptionId))
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptionChanges.createdAt), desc(subscriptionChanges.id))
    .limit(CHANGES)
  const ids = rows.flatMap(({ change }) => [change.after.planId, change.before?.planId ?? []].flat())
  const named =
    ids.length === 0
      ? []
      : await db
          .select({ id: plans.id, name: plans.displayName })
          .from(plans)
          .where(inArray(plans.id, [...new Set(ids)]))
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return rows.map(({ change, provider }) => ({
    id: change.id,
    provider,
    before: change.before && toSide(change.before, names),
    after: toSide(change.after, names),
    source: change.source,
    createdAt: change.createdAt.toISOString(),
  }))
}

const toSide = (
  { planId, status, currentPeriodEnd, graceUntil, cancelsAtPeriodEnd = false }: SubscriptionState,
  names: ReadonlyMap<string, string>,
): SubscriptionChange['after'] => ({
  planName: names.get(planId) ?? FORMER_PLAN,
  status: status as SubscriptionChange['after']['status'],
  currentPeriodEnd: currentPeriodEnd && new Date(currentPeriodEnd).toISOString(),
  graceUntil: graceUntil && new Date(graceUntil).toISOString(),
  isRenewalOff: cancelsAtPeriodEnd,
})
