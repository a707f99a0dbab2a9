import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Id } from '#shared/contract/scalars.ts'
import type {
  WaitingPurchase,
  WaitingPurchasesPage,
  WaitingPurchasesQuery,
} from '#shared/contract/waiting-purchases.ts'
import type { WaitingStep } from '#shared/contract/webhooks.ts'
import type { Db } from '../../db/connect.ts'
import { planExternals, plans, purchaseMails, subscriptions, users } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { BEST_PLAN_FIRST, isLive } from '../subscriptions/effective-plan.queries.ts'

/** A purchase in force without an account; its address has no confirmed one either. */
export const isWaiting = and(
  isNull(subscriptions.userId),
  isNotNull(subscriptions.email),
  isLive,
  sql`not exists (select from users confirmed
    where confirmed.email = ${subscriptions.email} and confirmed.email_verified)`,
)

/** The step of a waiting purchase joined with the account of its address; null where the join found none. */
export const WAITING_STEP = sql<WaitingStep | null>`case when ${subscriptions.id} is null then null
  when ${users.id} is null then 'sign-up' else 'verify-email' end`

/** A second mail without a press: for another purchase, a month after the last mail. */
const AGAIN_AFTER = sql`interval '30 days'`
/** Between two mails that an administrator asks for. */
const RESEND_AFTER = sql`interval '1 hour'`
/** How far back the hourly check looks for purchases whose mail was lost with its process. */
const MISSED_WITHIN = sql`interval '1 day'`

/** A purchase by its provider's id. */
type Key = { provider: 'hubla' | 'stripe'; externalSubscriptionId: string }

/**
 * Takes the addresses that get a mail now, and counts it: those of waiting purchases without one, at most once
 * an address however often and on how many instances it is asked. With a key only that purchase's address, else
 * those of the last day.
 */
export async function takeDueAddresses(db: Db, key?: Key): Promise<string[]> {
  const isMeant = key
    ? and(
        eq(subscriptions.provider, key.provider),
        eq(subscriptions.externalSubscriptionId, key.externalSubscriptionId),
      )
    : sql`${subscriptions.updatedAt} > now() - ${MISSED_WITHIN}`
  const { rows } = await db.execute<{ email: string }>(sql`
    insert into ${purchaseMails} (email, sent, last_sent_at)
      select distinct ${subscriptions.email}, 1, now() from ${subscriptions} where ${isMeant} and ${isWaiting}
    on conflict (email) do update set sent = ${purchaseMails.sent} + 1, last_sent_at = now()
      where ${purchaseMails.lastSentAt} < now() - ${AGAIN_AFTER} and exists (
        select from ${subscriptions} where ${subscriptions.email} = excluded.email
          and ${subscriptions.createdAt} > ${purchaseMails.lastSentAt} and ${isMeant} and ${isWaiting})
    returning email`)
  return rows.map(({ email }) => email)
}

/** Counts a mail that an administrator asks for; false within an hour of the last one. */
export async function takeResend(db: Db, { email }: { email: string }): Promise<boolean> {
  const taken = await db
    .insert(purchaseMails)
    .values({ email, sent: 1, lastSentAt: sql`now()` })
    .onConflictDoUpdate({
      target: purchaseMails.email,
      set: { sent: sql`${purchaseMails.sent} + 1`, lastSentAt: sql`now()` },
      setWhere: lt(purchaseMails.lastSentAt, sql`now() - ${RESEND_AFTER}`),
    })
    .returning({ sent: purchaseMails.sent })
  return taken.length > 0
}

/** What a mail to this address says; undefined when nothing waits there any more. */
export async function findWayIn(db: Db, { email }: { email: string }) {
  const [found] = await db
    .select({ planName: plans.displayName, userId: users.id, name: users.name })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .leftJoin(users, eq(users.email, subscriptions.email))
    .where(and(eq(subscriptions.email, email), isWaiting))
    .orderBy(...BEST_PLAN_FIRST)
    .limit(1)
  return found
}

const COLUMNS = {
  id: subscriptions.id,
  provider: subscriptions.provider,
  email: subscriptions.email,
  planName: plans.displayName,
  offerName: planExternals.name,
  offerId: subscriptions.externalOfferId,
  productId: subscriptions.externalProductId,
  personId: users.id,
  personName: users.name,
  mailsSent: purchaseMails.sent,
  lastMailAt: purchaseMails.lastSentAt,
  createdAt: subscriptions.createdAt,
}

const rowsWhere = (db: Db, condition: SQL | undefined) =>
  db
    .select(COLUMNS)
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .leftJoin(users, eq(users.email, subscriptions.email))
    .leftJoin(purchaseMails, eq(purchaseMails.email, subscriptions.email))
    .leftJoin(
      planExternals,
      and(
        eq(planExternals.provider, subscriptions.provider),
        eq(planExternals.externalId, subscriptions.externalOfferId),
        sql`${planExternals.kind} <> 'product'`,
      ),
    )
    .where(and(isWaiting, condition))

type Row = Awaited<ReturnType<typeof rowsWhere>>[number]

const toWaitingPurchase = (row: Row): WaitingPurchase => ({
  id: row.id,
  // Safe casts: only a provider's purchases can be without an account, and those have an address.
  provider: row.provider as WaitingPurchase['provider'],
  email: row.email as string,
  planName: row.planName,
  offer: row.offerName ?? row.offerId ?? row.productId,
  step: row.personId === null ? 'sign-up' : 'verify-email',
  person:
    row.personId !== null && row.personName !== null ? { id: row.personId, name: row.personName } : null,
  mailsSent: row.mailsSent ?? 0,
  lastMailAt: row.lastMailAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

const Place = z.tuple([Instant, Id])

/** Waiting purchases, latest first. @throws {AppError} VALIDATION_ERROR for a cursor of another list. */
export async function listWaitingPurchases(
  db: Db,
  { cursor, limit, personId }: WaitingPurchasesQuery,
): Promise<WaitingPurchasesPage> {
  const place = decodeCursor(cursor, Place)
  const rows = await rowsWhere(
    db,
    and(
      personId ? eq(users.id, personId) : undefined,
      place &&
        sql`(${subscriptions.createdAt}, ${subscriptions.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
    ),
  )
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
    .limit(limit + 1)
  return toPage(rows, limit, toWaitingPurchase, (row) => [row.createdAt.toISOString(), row.id])
}

/** Undefined when it does not wait, or no longer. */
export async function findWaitingPurchase(
  db: Db,
  { purchaseId }: { purchaseId: string },
): Promise<WaitingPurchase | undefined> {
  const [row] = await rowsWhere(db, eq(subscriptions.id, purchaseId)).limit(1)
  return row && toWaitingPurchase(row)
}
