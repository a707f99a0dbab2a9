import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { WebhookProvider } from '#shared/contract/webhooks.ts'
import type { Db } from '../../db/connect.ts'
import { webhookEvents } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'
import { lockPurchase } from '../subscriptions/purchases.queries.ts'
import type { Delivery, Outcome } from './webhook-source.ts'

export type StoredEvent = typeof webhookEvents.$inferSelect

/**
 * Stores a delivery before processing, once per provider id. The first payload stays; a deleted one is stored
 * again if it is still needed. Returns the row.
 */
export async function storeEvent(
  db: Db,
  { provider, rawBody, ...delivery }: Delivery & { provider: WebhookProvider; rawBody: string },
): Promise<string> {
  const [stored] = await db
    .insert(webhookEvents)
    .values({ ...delivery, provider, rawBody })
    .onConflictDoUpdate({
      target: [webhookEvents.provider, webhookEvents.externalId],
      set: { rawBody, email: delivery.email },
      setWhere: sql`${webhookEvents.rawBody} is null and ${webhookEvents.state} in ('received', 'failed', 'parked')`,
    })
    .returning({ id: webhookEvents.id })
  if (stored) return stored.id
  const isSame = and(eq(webhookEvents.provider, provider), eq(webhookEvents.externalId, delivery.externalId))
  const [known] = await db.select({ id: webhookEvents.id }).from(webhookEvents).where(isSame)
  if (!known) throw new Error('a delivery was neither new nor known')
  return known.id
}

/**
 * Locks a delivery and its subscription until the transaction ends. The subscription comes first, because its
 * holder may settle other deliveries parked for it.
 * @throws {AppError} NOT_FOUND
 */
export async function lockEvent(tx: Db, { eventId }: { eventId: string }): Promise<StoredEvent> {
  const { provider, externalSubscriptionId } = webhookEvents
  const isIt = eq(webhookEvents.id, eventId)
  const [about] = await tx.select({ provider, externalSubscriptionId }).from(webhookEvents).where(isIt)
  if (about && about.externalSubscriptionId !== null) {
    await lockPurchase(tx, {
      provider: about.provider,
      externalSubscriptionId: about.externalSubscriptionId,
    })
  }
  const [row] = await tx.select().from(webhookEvents).where(isIt).for('update')
  if (!row) throw notFound('Webhook')
  return row
}

/** Stores the result; the caller holds the row's lock. */
export async function settleEvent(
  tx: Db,
  { eventId, outcome }: { eventId: string; outcome: Outcome },
): Promise<void> {
  const { state, note = null, sold } = outcome
  await tx
    .update(webhookEvents)
    .set({
      state,
      failure: note,
      attempts: sql`${webhookEvents.attempts} + 1`,
      processedAt: sql`now()`,
      areAmountsRead: true,
      ...(sold && { sold }),
    })
    .where(eq(webhookEvents.id, eventId))
}

/** Notes that the amounts of a delivery are stored; the caller holds the row's lock. */
export async function noteAmountsRead(tx: Db, { eventId }: { eventId: string }): Promise<void> {
  await tx.update(webhookEvents).set({ areAmountsRead: true }).where(eq(webhookEvents.id, eventId))
}

/** Stores a failed attempt, unless another attempt has finished since. */
export async function noteFailure(
  db: Db,
  { id, attempts, failure }: Pick<StoredEvent, 'id' | 'attempts'> & { failure: string },
): Promise<void> {
  await db
    .update(webhookEvents)
    .set({ state: 'failed', failure, attempts: attempts + 1 })
    .where(and(eq(webhookEvents.id, id), eq(webhookEvents.attempts, attempts)))
}

/** Deliveries parked for this item that still have a payload, oldest first. */
export async function listParked(
  db: Db,
  sold: { provider: WebhookProvider; kind: string; externalId: string },
): Promise<string[]> {
  const { provider, kind, externalId } = sold
  const rows = await db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.state, 'parked'),
        isNotNull(webhookEvents.rawBody),
        eq(webhookEvents.provider, provider),
        sql`${webhookEvents.sold} @> ${JSON.stringify([{ kind, externalId }])}::jsonb`,
      ),
    )
    .orderBy(webhookEvents.createdAt, webhookEvents.id)
  return rows.map(({ id }) => id)
}
