import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { subscriptions, webhookEvents } from '../../db/schema/index.ts'
import type { StripeGateway } from '../../payments/stripe.ts'
import type { PurchaseOutcome } from './purchase-rows.queries.ts'

/** Prefix of events that this server adds; no provider uses it. */
export const OWN_TYPES = 'elenco.'

/** An account was deleted, and its Stripe purchases must be canceled. */
export const ACCOUNT_DELETED = `${OWN_TYPES}account_deleted`

const idOf = (subscriptionId: string) => `${ACCOUNT_DELETED}:${subscriptionId}`

/**
 * Records, in the transaction that deletes an account, that its Stripe purchases must be canceled. They
 * become webhook events, which are retried hourly and visible to administrators, because Stripe may be down
 * and the deletion must not wait for it. Returns the event ids to process after the commit. The events
 * contain no data of the user.
 */
export async function orphanPurchases(tx: Db, { userId }: { userId: string }): Promise<string[]> {
  const { provider, externalSubscriptionId } = subscriptions
  // Includes purchases that are over here: Stripe may keep charging after a refund.
  const bought = await tx
    .select({ externalSubscriptionId })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(provider, 'stripe'), isNotNull(externalSubscriptionId)))
  const ids = bought.flatMap((row) => row.externalSubscriptionId ?? [])
  if (ids.length === 0) return []
  const rows = await tx
    .insert(webhookEvents)
    .values(
      ids.map((id) => ({
        provider: 'stripe' as const,
        externalId: idOf(id),
        type: ACCOUNT_DELETED,
        externalSubscriptionId: id,
        rawBody: JSON.stringify({ id: idOf(id), object: 'event', type: ACCOUNT_DELETED }),
      })),
    )
    .onConflictDoUpdate({
      target: [webhookEvents.provider, webhookEvents.externalId],
      set: { state: 'received', attempts: 0, rawBody: sql`excluded.raw_body` },
    })
    .returning({ id: webhookEvents.id })
  return rows.map(({ id }) => id)
}

/** Whether the buyer of this subscription deleted their account; its events are then not stored. */
export async function isOrphaned(db: Db, { subscriptionId }: { subscriptionId: string }): Promise<boolean> {
  const { provider, externalId } = webhookEvents
  const isIt = and(eq(provider, 'stripe'), eq(externalId, idOf(subscriptionId)))
  return (await db.$count(webhookEvents, isIt)) > 0
}

/**
 * Cancels a purchase of a deleted account at Stripe. The caller must hold the purchase's lock.
 * @throws {AppError} UNAVAILABLE when Stripe does not answer.
 */
export async function endOrphanedPurchase(
  tx: Db,
  stripe: StripeGateway,
  { subscriptionId }: { subscriptionId: string },
): Promise<PurchaseOutcome> {
  await stripe.cancel(subscriptionId)
  // Events that arrived during the deletion would stay pending under the user's email.
  const { provider, externalSubscriptionId } = subscriptions
  await tx
    .delete(subscriptions)
    .where(and(eq(provider, 'stripe'), eq(externalSubscriptionId, subscriptionId)))
  return { state: 'processed' }
}
