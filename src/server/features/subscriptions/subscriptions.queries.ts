import { and, desc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { IdleSubscription } from '#shared/contract/entitlement.ts'
import type { PageQuery } from '#shared/contract/pagination.ts'
import { Id } from '#shared/contract/scalars.ts'
import type { Subscription, SubscriptionsPage } from '#shared/contract/users.ts'
import type { Db } from '../../db/connect.ts'
import { plans, subscriptions, users } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import {
  BEST_FIRST,
  compareCoverage,
  isLive,
  PLAN_COVERAGE,
  type PlanCoverage,
} from './effective-plan.queries.ts'
import type { SubscriptionRow } from './subscription-changes.queries.ts'

const planNames = { id: plans.id, name: plans.name, displayName: plans.displayName }
const ownColumns = { subscription: subscriptions, plan: planNames, isLive: sql<boolean>`${isLive}` }

type Row = { subscription: SubscriptionRow; plan: Subscription['plan']; isLive: boolean }

/** A subscription with an owner, without its internal facts. */
const toSubscription = (userId: string, { subscription, plan, isLive }: Row): Subscription => ({
  id: subscription.id,
  userId,
  planId: subscription.planId,
  plan,
  provider: subscription.provider,
  status: subscription.status,
  isLive,
  externalSubscriptionId: subscription.externalSubscriptionId,
  externalCustomerId: subscription.externalCustomerId,
  lastWebhookVersion: subscription.lastWebhookVersion,
  currentPeriodEnd: subscription.currentPeriodEnd?.toISOString() ?? null,
  graceUntil: subscription.graceUntil?.toISOString() ?? null,
  cancelsAtPeriodEnd: subscription.cancelsAtPeriodEnd,
  createdAt: subscription.createdAt.toISOString(),
  updatedAt: subscription.updatedAt.toISOString(),
})

/** The effective subscription, and the others in force. */
export type Entitlement = { subscription: Subscription; others: IdleSubscription[] }

type Ranked = Row & { coverage: PlanCoverage }

const toIdle = (counting: Ranked, { subscription, plan, coverage }: Ranked): IdleSubscription => ({
  id: subscription.id,
  planId: plan.id,
  planName: plan.displayName,
  provider: subscription.provider,
  currentPeriodEnd: subscription.currentPeriodEnd?.toISOString() ?? null,
  ...compareCoverage(counting.coverage, coverage),
})

/** The subscriptions in force by user id. */
export async function listEntitlements(
  db: Db,
  { userIds }: { userIds: string[] },
): Promise<Map<string, Entitlement>> {
  const rows = await db
    .select({ ...ownColumns, coverage: PLAN_COVERAGE })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(and(inArray(subscriptions.userId, userIds), isLive))
    .orderBy(subscriptions.userId, ...BEST_FIRST)
  const byUser = Map.groupBy(rows, ({ subscription }) => subscription.userId)
  return new Map(
    [...byUser].flatMap(([userId, [first, ...others]]) => {
      if (userId === null || !first) return []
      const idle = others.map((row) => toIdle(first, row))
      return [[userId, { subscription: toSubscription(userId, first), others: idle }] as const]
    }),
  )
}

/** Whether this is the user's effective plan; for queries on `users`. */
export function hasPlan(db: Db, planId: string): SQL | undefined {
  const ofUser = and(eq(subscriptions.userId, users.id), isLive)
  const best = db
    .select({ planId: subscriptions.planId })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(ofUser)
    .orderBy(...BEST_FIRST)
    .limit(1)
  // Redundant, but served by an index, so that a rare plan does not scan all users.
  const any = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(ofUser, eq(subscriptions.planId, planId)))
  return and(exists(any), sql`${best} = ${planId}::uuid`)
}

const Place = z.tuple([Instant, Id])

/** Every subscription that a user has or had, newest first. */
export async function listSubscriptions(
  db: Db,
  { userId, cursor, limit }: { userId: string } & PageQuery,
): Promise<SubscriptionsPage> {
  const place = decodeCursor(cursor, Place)
  const rows = await db
    .select(ownColumns)
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
  const toItem = (row: Row) => toSubscription(userId, row)
  return toPage(rows, limit, toItem, ({ subscription }) => [
    subscription.createdAt.toISOString(),
    subscription.id,
  ])
}
