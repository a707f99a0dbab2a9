import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { WebhookProvider } from '#shared/contract/webhooks.ts'
import type { Db } from '../../db/connect.ts'
import { webhookEvents } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'
import { lockPurchase } from '../subscriptions/purchases.queries.ts'
import type { Delivery, Outcome } from './webhook-source.ts'

export type StoredEvent = typeof webhookEvents.$inferSelect

/**
 * Stores a delivery before anything is made of it, once for each of its provider's ids: the first body is the one that
 * stays, and is there again where it had been dropped and is needed. Answers whose row it is.
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
 * A delivery that nobody else makes anything of until the transaction ends, nor of anything about the same subscription:
 * that one first, since whoever has it may settle other deliveries that waited for it.
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

/** Writes down what came of it, for the holder of the row. */
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
      ...(sold && { sold }),
    })
    .where(eq(webhookEvents.id, eventId))
}

/** Writes down that an attempt failed, unless another one has ended since the row was held. */
export async function noteFailure(
  db: Db,
  { id, attempts, failure }: Pick<StoredEvent, 'id' | 'attempts'> & { failure: string },
): Promise<void> {
  await db
    .update(webhookEvents)
    .set({ state: 'failed', failure, attempts: attempts + 1 })
    .where(and(eq(webhookEvents.id, id), eq(webhookEvents.attempts, attempts)))
}

/** The deliveries that wait for this, and of which something can still be made, the oldest first. */
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
