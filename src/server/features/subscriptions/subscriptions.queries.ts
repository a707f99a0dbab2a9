import { and, desc, eq, exists, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PageQuery } from '#shared/contract/pagination.ts'
import { Id } from '#shared/contract/scalars.ts'
import type { Subscription, SubscriptionsPage } from '#shared/contract/users.ts'
import type { Db } from '../../db/connect.ts'
import { plans, subscriptions, users } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { GRACE_DAYS } from './entitlement.ts'
import type { SubscriptionRow } from './subscription-changes.queries.ts'

/** Whether a subscription counts now, by the database's clock; what `isOver` says of an active one, the other way round. */
export const isLive = and(
  eq(subscriptions.status, 'active'),
  sql`case when ${subscriptions.currentPeriodEnd} is null or ${subscriptions.currentPeriodEnd} > now() then true
    when ${subscriptions.graceUntil} is not null then ${subscriptions.graceUntil} > now()
    else ${subscriptions.provider} in ('hubla', 'stripe') and not ${subscriptions.cancelsAtPeriodEnd}
      and ${subscriptions.currentPeriodEnd} + make_interval(days => ${sql.raw(String(GRACE_DAYS))}) > now() end`,
)

/** Whether the plan that counts for a person opens every agent. */
export async function opensAllAgents(db: Db, { userId }: { userId: string }): Promise<boolean> {
  const [row] = await db
    .select({ allAgents: plans.allAgents })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(and(eq(subscriptions.userId, userId), isLive))
    .orderBy(...BEST_FIRST)
    .limit(1)
  return row?.allAgents ?? false
}

const planNames = { id: plans.id, name: plans.name, displayName: plans.displayName }
const ownColumns = { subscription: subscriptions, plan: planNames, isLive: sql<boolean>`${isLive}` }

type Row = { subscription: SubscriptionRow; plan: Subscription['plan']; isLive: boolean }

/** Of a subscription that is somebody's; what is known of it stays here. */
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

/** Of several live subscriptions what was given by hand first, else the one that opens most; never the latest. */
export const BEST_FIRST = [
  desc(sql`${subscriptions.provider} = 'manual'`),
  desc(plans.allAgents),
  desc(plans.monthlyMessageLimit),
  desc(plans.order),
  // Of two that open the same, the one that somebody meant.
  sql`${subscriptions.provider} = 'auto'`,
  desc(subscriptions.createdAt),
  desc(subscriptions.id),
]

/** Of each person's live subscriptions the one that counts, by the person's id. */
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

/** Whether this plan is that of a user's live subscription that counts, for a question about `users`. */
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
