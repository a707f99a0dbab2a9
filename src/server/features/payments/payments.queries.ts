import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { plans, subscriptions, users } from '../../db/schema/index.ts'
import { isLive, PLAN_COVERAGE } from '../subscriptions/effective-plan.queries.ts'
import { accountGone } from '../uploads/uploads.queries.ts'
import type { Held } from './purchase-rules.ts'

const saleColumns = {
  id: plans.id,
  isArchived: plans.isArchived,
  stripePriceId: plans.stripePriceId,
  checkoutUrl: plans.checkoutUrl,
  trialDays: plans.trialDays,
  acceptsCoupons: plans.acceptsCoupons,
  coverage: PLAN_COVERAGE,
}

/** All plans, or one, with their sale data. */
export const listOffered = async (db: Db, { planId }: { planId?: string } = {}) =>
  await db
    .select(saleColumns)
    .from(plans)
    .where(planId === undefined ? undefined : eq(plans.id, planId))
    .orderBy(plans.order, plans.id)

/** Every subscription of the user. */
export async function getHoldings(db: Db, { userId }: { userId: string }): Promise<Held[]> {
  return await db
    .select({
      planId: subscriptions.planId,
      provider: subscriptions.provider,
      status: subscriptions.status,
      isLive: sql<boolean>`coalesce(${isLive}, false)`,
      cancelsAtPeriodEnd: subscriptions.cancelsAtPeriodEnd,
      hasEnd: sql<boolean>`${subscriptions.currentPeriodEnd} is not null`,
      planName: plans.displayName,
      coverage: PLAN_COVERAGE,
    })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(eq(subscriptions.userId, userId))
}

/**
 * The user's data for a provider's page. @throws {AppError} UNAUTHORIZED if the account was deleted
 * meanwhile.
 */
export async function getBuyer(
  db: Db,
  { userId }: { userId: string },
): Promise<{ name: string; email: string }> {
  const [row] = await db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  if (!row) throw accountGone()
  return row
}

export type StripePurchase = { subscriptionId: string; customerId: string }

/** A user's purchases at Stripe: running ones first, then the newest. */
export async function listStripePurchases(db: Db, { userId }: { userId: string }): Promise<StripePurchase[]> {
  const rows = await db
    .select({
      subscriptionId: subscriptions.externalSubscriptionId,
      customerId: subscriptions.externalCustomerId,
    })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.provider, 'stripe')))
    .orderBy(
      desc(sql`${subscriptions.status} = 'active'`),
      desc(subscriptions.createdAt),
      desc(subscriptions.id),
    )
  return rows.flatMap(({ subscriptionId, customerId }) =>
    subscriptionId && customerId ? [{ subscriptionId, customerId }] : [],
  )
}
