import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { dayOf } from '../../db/local-day.ts'
import { paymentAmounts, plans, subscriptions } from '../../db/schema/index.ts'
import type { Amount } from './amounts.ts'
import { readHublaAmounts } from './hubla-amounts.ts'
import type { PurchaseKey } from './purchase-rows.queries.ts'
import { readStripeAmounts } from './stripe-amounts.ts'

type Stated = PurchaseKey & { payload: unknown; receivedAt: Date }

const READERS = { hubla: readHublaAmounts, stripe: readStripeAmounts }

/**
 * Stores the amounts of an event and the plan of its purchase, in the transaction that processes the event. The
 * caller holds the purchase's lock. Repeated events change nothing, and their order has no effect on a sum.
 */
export async function recordAmounts(tx: Db, { payload, receivedAt, ...key }: Stated): Promise<void> {
  for (const amount of READERS[key.provider](payload)) {
    await storeAmount(tx, { ...key, ...amount, receivedAt })
  }
  await tellPlan(tx, key)
}

async function storeAmount(
  tx: Db,
  { receivedAt, at, isTotal = false, ...amount }: PurchaseKey & Amount & { receivedAt: Date },
): Promise<void> {
  const { provider, externalSubscriptionId, kind, externalId, currency, cents } = amount
  const total = isTotal ? cents : 0
  const ofCharge = and(
    eq(paymentAmounts.provider, provider),
    eq(paymentAmounts.kind, kind),
    eq(paymentAmounts.externalId, externalId),
  )
  const known = sql`(select coalesce(sum(${paymentAmounts.cents}), 0) from ${paymentAmounts} where ${ofCharge})`
  // A dispute that was won takes its amount back; an amount that a later event includes adds nothing.
  const isVoid = cents === 0
  await tx
    .insert(paymentAmounts)
    .values({
      ...{ provider, externalSubscriptionId, kind, externalId, currency, total },
      cents: isTotal ? sql`greatest(${cents}::bigint - ${known}, 0)` : cents,
      day: sql`${dayOf(sql`least(${at ?? receivedAt.toISOString()}::timestamptz, ${receivedAt.toISOString()}::timestamptz)`)}`,
    })
    .onConflictDoUpdate({
      target: [paymentAmounts.provider, paymentAmounts.kind, paymentAmounts.externalId, paymentAmounts.total],
      set: isVoid ? { cents: 0 } : { day: sql`least(${paymentAmounts.day}, excluded.day)` },
    })
}

/** Gives the amounts of a purchase its plan: that of its subscription, else that of its other amounts. */
async function tellPlan(tx: Db, { provider, externalSubscriptionId }: PurchaseKey): Promise<void> {
  const isOfIt = (table: typeof paymentAmounts | typeof subscriptions) =>
    and(eq(table.provider, provider), eq(table.externalSubscriptionId, externalSubscriptionId))
  await tx
    .update(paymentAmounts)
    .set({
      planId: sql`coalesce(
        (select ${subscriptions.planId} from ${subscriptions} where ${isOfIt(subscriptions)}),
        (select other.plan_id from ${paymentAmounts} other where other.provider = ${provider}
          and other.external_subscription_id = ${externalSubscriptionId} and other.plan_id is not null
          order by other.day desc, other.id desc limit 1))`,
    })
    .where(and(isOfIt(paymentAmounts), sql`${paymentAmounts.planId} is null`))
}

export type RevenueRow = {
  planId: string | null
  currency: string
  payments: number
  grossCents: number
  refunds: number
  refundedCents: number
}

/** The amounts of these days by plan and currency. */
export async function listRevenue(db: Db, { from, to }: { from: string; to: string }): Promise<RevenueRow[]> {
  const sums = (kind: 'sale' | 'refund', name: string) => sql`
    (count(*) filter (where kind = ${kind} and cents > 0))::int as ${sql.raw(kind === 'sale' ? 'payments' : 'refunds')},
    coalesce(sum(cents) filter (where kind = ${kind}), 0)::float8 as ${sql.raw(`"${name}"`)}`
  const { rows } = await db.execute<RevenueRow>(sql`
    select plan_id as "planId", currency, ${sums('sale', 'grossCents')}, ${sums('refund', 'refundedCents')}
    from payment_amounts where day between ${from}::date and ${to}::date group by 1, 2 order by 2, 1`)
  return rows
}

const ofPurchase = and(
  eq(subscriptions.provider, paymentAmounts.provider),
  eq(subscriptions.externalSubscriptionId, paymentAmounts.externalSubscriptionId),
)

/** The amounts of a user's purchases, oldest first. */
export const listOwnAmounts = (db: Db, { userId }: { userId: string }) =>
  db
    .select({
      provider: paymentAmounts.provider,
      kind: paymentAmounts.kind,
      currency: paymentAmounts.currency,
      cents: paymentAmounts.cents,
      day: paymentAmounts.day,
    })
    .from(paymentAmounts)
    .innerJoin(subscriptions, ofPurchase)
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(paymentAmounts.day), asc(paymentAmounts.id))

/** The last hundred amounts of a user's purchases, newest first; void ones are left out. */
export const listUserPayments = (db: Db, { userId }: { userId: string }) =>
  db
    .select({
      id: paymentAmounts.id,
      provider: paymentAmounts.provider,
      kind: paymentAmounts.kind,
      planName: plans.displayName,
      currency: paymentAmounts.currency,
      cents: paymentAmounts.cents,
      day: paymentAmounts.day,
    })
    .from(paymentAmounts)
    .innerJoin(subscriptions, ofPurchase)
    .leftJoin(plans, eq(plans.id, paymentAmounts.planId))
    .where(and(eq(subscriptions.userId, userId), gt(paymentAmounts.cents, 0)))
    .orderBy(desc(paymentAmounts.day), desc(paymentAmounts.id))
    .limit(100)
