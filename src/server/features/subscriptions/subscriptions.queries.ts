import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Subscription } from '#shared/contract/users.ts'
import type { Db } from '../../db/connect.ts'
import { plans, subscriptions, users } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { AppError } from '../../http/errors.ts'

const isLive = and(
  eq(subscriptions.status, 'active'),
  sql`(${subscriptions.currentPeriodEnd} is null or ${subscriptions.currentPeriodEnd} > now())`,
)

/** Gives an account its `auto` subscription to the free plan, once. */
export async function ensureAutoSubscription(db: Db, { userId }: { userId: string }): Promise<void> {
  await db
    .insert(subscriptions)
    .values({ userId, planId: FREE_PLAN_ID, provider: 'auto', status: 'active' })
    .onConflictDoNothing()
}

/** Whether one of the person's live subscriptions opens every agent: the best plan counts. */
export async function opensAllAgents(db: Db, { userId }: { userId: string }): Promise<boolean> {
  const [row] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(and(eq(subscriptions.userId, userId), isLive, eq(plans.allAgents, true)))
    .limit(1)
  return row !== undefined
}

type Row = { subscription: typeof subscriptions.$inferSelect; plan: Subscription['plan'] }

const toSubscription = ({ subscription, plan }: Row): Subscription => ({
  ...subscription,
  plan,
  currentPeriodEnd: subscription.currentPeriodEnd?.toISOString() ?? null,
  createdAt: subscription.createdAt.toISOString(),
  updatedAt: subscription.updatedAt.toISOString(),
})

/** Of each person's live subscriptions the one that opens most, by the person's id. */
export async function listActiveSubscriptions(
  db: Db,
  { userIds }: { userIds: string[] },
): Promise<Map<string, Subscription>> {
  const rows = await db
    .selectDistinctOn([subscriptions.userId], {
      subscription: subscriptions,
      plan: { id: plans.id, name: plans.name, displayName: plans.displayName },
    })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(and(inArray(subscriptions.userId, userIds), isLive))
    .orderBy(
      subscriptions.userId,
      desc(plans.allAgents),
      desc(plans.monthlyMessageLimit),
      // Of two that open the same, the one that somebody meant.
      sql`${subscriptions.provider} = 'auto'`,
      desc(subscriptions.createdAt),
      desc(subscriptions.id),
    )
  return new Map(rows.map((row) => [row.subscription.userId, toSubscription(row)]))
}

/**
 * Gives a person a plan by hand, in the place of what was given so before. Answers whether that changed anything.
 * Needs a transaction: several who do it come one by one.
 * @throws {AppError} VALIDATION_ERROR when there is no such plan.
 */
export async function assignPlan(
  tx: Db,
  { userId, planId }: { userId: string; planId: string },
): Promise<boolean> {
  const unknown = 'Plano não encontrado'
  if ((await tx.$count(plans, eq(plans.id, planId))) === 0) {
    throw new AppError('VALIDATION_ERROR', unknown, { details: { planId: unknown } })
  }
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const byHand = and(eq(subscriptions.userId, userId), eq(subscriptions.provider, 'manual'), isLive)
  const given = await tx.select({ planId: subscriptions.planId }).from(subscriptions).where(byHand)
  if (given.length === 1 && given[0]?.planId === planId) return false
  await tx.update(subscriptions).set({ status: 'canceled' }).where(byHand)
  await tx.insert(subscriptions).values({ userId, planId, provider: 'manual', status: 'active' })
  return true
}
