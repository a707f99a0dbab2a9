import { and, desc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { PageQuery } from '#shared/contract/pagination.ts'
import { Id } from '#shared/contract/scalars.ts'
import type { Subscription, SubscriptionsPage } from '#shared/contract/users.ts'
import type { Db } from '../../db/connect.ts'
import { plans, subscriptions, users } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { GRACE_DAYS } from './entitlement.ts'
import type { SubscriptionRow } from './subscription-changes.queries.ts'

/**
 * Whether a subscription is in force now, by the database's clock. Must be the negation of `isOver` for
 * active ones.
 */
export const isLive = and(
  eq(subscriptions.status, 'active'),
  sql`case when ${subscriptions.currentPeriodEnd} is null or ${subscriptions.currentPeriodEnd} > now() then true
    when ${subscriptions.graceUntil} is not null then ${subscriptions.graceUntil} > now()
    else ${subscriptions.provider} in ('hubla', 'stripe') and not ${subscriptions.cancelsAtPeriodEnd}
      and ${subscriptions.currentPeriodEnd} + make_interval(days => ${sql.raw(String(GRACE_DAYS))}) > now() end`,
)

/** Order of live subscriptions: manual grants first, then the highest plan; age does not matter. */
export const BEST_FIRST = [
  desc(sql`${subscriptions.provider} = 'manual'`),
  desc(plans.allAgents),
  desc(plans.monthlyMessageLimit),
  desc(plans.order),
  // At equal rank, a chosen subscription precedes the automatic one.
  sql`${subscriptions.provider} = 'auto'`,
  desc(subscriptions.createdAt),
  desc(subscriptions.id),
]

/** SQL of a column of the user's effective plan; null when no subscription is in force. */
export const ofBestPlan = <T>(column: PgColumn, userId: SQL | string): SQL<T> =>
  sql<T>`(select ${column} from ${subscriptions} inner join ${plans} on ${plans.id} = ${subscriptions.planId}
    where ${subscriptions.userId} = ${userId} and ${isLive} order by ${sql.join(BEST_FIRST, sql`, `)} limit 1)`

const readOpensAll = statement<{ opensAll: boolean }>(
  'opens_all_agents',
  sql`select coalesce(${ofBestPlan(plans.allAgents, sql`${sql.placeholder('userId')}::uuid`)}, false) as "opensAll"`,
)

/** Whether the user's effective plan opens every agent. */
export async function opensAllAgents(db: Db, { userId }: { userId: string }): Promise<boolean> {
  const [row] = await readOpensAll(db, { userId })
  return row?.opensAll ?? false
}

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

/** The effective subscription by user id. */
export async function listActiveSubscriptions(
  db: Db,
  { userIds }: { userIds: string[] },
): Promise<Map<string, Subscription>> {
  const rows = await db
    .selectDistinctOn([subscriptions.userId], ownColumns)
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(and(inArray(subscriptions.userId, userIds), isLive))
    .orderBy(subscriptions.userId, ...BEST_FIRST)
  return new Map(
    rows.flatMap((row) => {
      const { userId } = row.subscription
      return userId === null ? [] : [[userId, toSubscription(userId, row)] as const]
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
