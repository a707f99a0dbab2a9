import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { webhookEvents } from '../../db/schema/index.ts'
import { readHubla } from './hubla-facts.ts'
import { type Facts, merge } from './purchase-facts.ts'
import { type PurchaseKey, type PurchaseOutcome, recordPurchase } from './purchase-rows.queries.ts'
import { type FetchedStripe, readStripe } from './stripe-facts.ts'

const NOTHING = 'Este tipo de evento não muda nenhuma assinatura.'
const NO_SUBSCRIPTION = 'O evento não diz de qual assinatura é.'

/**
 * Serialises work on this purchase until the transaction ends, even before it has a row. Returns the time of
 * the lock, by the database's clock.
 */
export async function lockPurchase(tx: Db, key: PurchaseKey): Promise<Date> {
  const name = `purchase ${key.provider} ${key.externalSubscriptionId}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  const { rows } = await tx.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  return new Date(rows[0]?.ms ?? Number.NaN)
}

/**
 * Processes a Hubla event in the caller's transaction, together with parked events that it unblocks. Repeated
 * events change nothing.
 */
export async function recordHublaEvent(
  tx: Db,
  { eventId, payload }: { eventId: string; payload: unknown },
): Promise<PurchaseOutcome> {
  const reading = readHubla(payload)
  if (!reading) return { state: 'ignored', note: NOTHING }
  const { externalSubscriptionId, facts } = reading
  if (externalSubscriptionId === null) return { state: 'parked', note: NO_SUBSCRIPTION }
  const key = { provider: 'hubla', externalSubscriptionId } as const
  await lockPurchase(tx, key)
  const waiting = await lockParked(tx, { ...key, eventId })
  const told = waiting.map(({ rawBody }): Facts => readHubla(JSON.parse(rawBody ?? 'null'))?.facts ?? {})
  const outcome = await recordPurchase(tx, { ...key, eventId, facts: told.reduce(merge, facts) })
  if (outcome.state !== 'parked') await settleParked(tx, waiting, outcome)
  return outcome
}

/**
 * Processes a Stripe subscription, in the transaction that called {@link lockPurchase} before fetching it.
 * `userId` is the account that started the checkout, if known.
 */
export function recordStripeSubscription(
  tx: Db,
  { eventId, userId, ...fetched }: FetchedStripe & { eventId: string; userId?: string | undefined },
): Promise<PurchaseOutcome> {
  const { externalSubscriptionId, facts } = readStripe(fetched)
  return recordPurchase(tx, { provider: 'stripe', externalSubscriptionId, eventId, userId, facts })
}

type Waiting = { id: string; rawBody: string | null }

/** Locks the other parked events of a purchase; skips events locked by another worker. */
async function lockParked(
  tx: Db,
  { provider, externalSubscriptionId, eventId }: PurchaseKey & { eventId: string },
): Promise<Waiting[]> {
  return await tx
    .select({ id: webhookEvents.id, rawBody: webhookEvents.rawBody })
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.provider, provider),
        eq(webhookEvents.externalSubscriptionId, externalSubscriptionId),
        eq(webhookEvents.state, 'parked'),
        eq(webhookEvents.isSandbox, false),
        ne(webhookEvents.id, eventId),
      ),
    )
    .for('update', { skipLocked: true })
}

async function settleParked(
  tx: Db,
  waiting: Waiting[],
  { state, note = null }: { state: PurchaseOutcome['state']; note?: string | null | undefined },
): Promise<void> {
  if (waiting.length === 0) return
  const ids = waiting.map(({ id }) => id)
  await tx
    .update(webhookEvents)
    .set({ state, failure: note, processedAt: sql`now()` })
    .where(inArray(webhookEvents.id, ids))
}
