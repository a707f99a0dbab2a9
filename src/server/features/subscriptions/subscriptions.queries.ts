import { and, desc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Id, type PageQuery } from '#shared/contract/common.ts'
import type { Subscription, SubscriptionsPage } from '#shared/contract/users.ts'
import type { Db } from '../../db/connect.ts'
import { plans, subscriptions, users } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
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

const planNames = { id: plans.id, name: plans.name, displayName: plans.displayName }

/** Of several live subscriptions the one that opens most first. */
const BEST_FIRST = [
  desc(plans.allAgents),
  desc(plans.monthlyMessageLimit),
  // Of two that open the same, the one that somebody meant.
  sql`${subscriptions.provider} = 'auto'`,
  desc(subscriptions.createdAt),
  desc(subscriptions.id),
]

/** Of each person's live subscriptions the one that opens most, by the person's id. */
export async function listActiveSubscriptions(
  db: Db,
  { userIds }: { userIds: string[] },
): Promise<Map<string, Subscription>> {
  const rows = await db
    .selectDistinctOn([subscriptions.userId], {
      subscription: subscriptions,
      plan: planNames,
    })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(and(inArray(subscriptions.userId, userIds), isLive))
    .orderBy(subscriptions.userId, ...BEST_FIRST)
  return new Map(rows.map((row) => [row.subscription.userId, toSubscription(row)]))
}

/** Whether this plan is that of a user's live subscription that opens most, for a question about `users`. */
export function hasPlan(db: Db, planId: string): SQL | undefined {
  const ofUser = and(eq(subscriptions.userId, users.id), isLive)
  const best = db
    .select({ planId: subscriptions.planId })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(ofUser)
    .orderBy(...BEST_FIRST)
    .limit(1)
  // The first half is found by an index: a plan that few have is not looked for among everybody.
  const any = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(ofUser, eq(subscriptions.planId, planId)))
  return and(exists(any), sql`${best} = ${planId}::uuid`)
}

const Place = z.tuple([Instant, Id])

/** Every subscription that a person had or has, the newest first. */
export async function listSubscriptions(
  db: Db,
  { userId, cursor, limit }: { userId: string } & PageQuery,
): Promise<SubscriptionsPage> {
  const place = decodeCursor(cursor, Place)
  const rows = await db
    .select({ subscription: subscriptions, plan: planNames })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(
      and(
        eq(subscriptions.userId, userId),
        place &&
          sql`(${subscriptions.createdAt}, ${subscriptions.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
      ),
    )
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
    .limit(limit + 1)
  return toPage(rows, limit, toSubscription, ({ subscription }) => [
    subscription.createdAt.toISOString(),
    subscription.id,
  ])
}

/**
 * Gives a person a plan by hand, in the place of what was given so before. Answers the names of both, or nothing where
 * that changes nothing. Needs a transaction: several who do it come one by one.
 * @throws {AppError} VALIDATION_ERROR when there is no such plan.
 */
export async function assignPlan(
  tx: Db,
  { userId, planId }: { userId: string; planId: string },
): Promise<{ before: string | null; after: string } | undefined> {
  const unknown = 'Plano não encontrado'
  const [plan] = await tx.select(planNames).from(plans).where(eq(plans.id, planId))
  if (!plan) throw new AppError('VALIDATION_ERROR', unknown, { details: { planId: unknown } })
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const byHand = and(eq(subscriptions.userId, userId), eq(subscriptions.provider, 'manual'), isLive)
  const given = await tx
    .select(planNames)
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(byHand)
  const [former] = given
  if (given.length === 1 && former?.id === planId) return undefined
  await tx.update(subscriptions).set({ status: 'canceled' }).where(byHand)
  await tx.insert(subscriptions).values({ userId, planId, provider: 'manual', status: 'active' })
  return { before: former?.displayName ?? null, after: plan.displayName }
}
