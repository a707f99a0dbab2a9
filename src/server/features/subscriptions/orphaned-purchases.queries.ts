import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { subscriptions, webhookEvents } from '../../db/schema/index.ts'
import type { StripeGateway } from '../../payments/stripe.ts'
import type { PurchaseOutcome } from './purchase-rows.queries.ts'

/** What begins so is said by this house; no provider can. */
export const OWN_TYPES = 'elenco.'

/** Somebody deleted their account, and what they bought is to end at Stripe. */
export const ACCOUNT_DELETED = `${OWN_TYPES}account_deleted`

const idOf = (subscriptionId: string) => `${ACCOUNT_DELETED}:${subscriptionId}`

/**
 * Writes down, in the transaction that deletes an account, that what its person ever bought at Stripe ends: among the
 * deliveries, which are tried again by the hour and seen by administrators, since Stripe may be away and whoever leaves
 * waits for nobody. Answers what is to be processed once that is committed. It says nothing of the person.
 */
export async function orphanPurchases(tx: Db, { userId }: { userId: string }): Promise<string[]> {
  const { provider, externalSubscriptionId } = subscriptions
  // Also what is over here: Stripe may go on charging what was paid back.
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

/** Whether whoever bought this has left, so that nothing that is told of it is kept. */
export async function isOrphaned(db: Db, { subscriptionId }: { subscriptionId: string }): Promise<boolean> {
  const { provider, externalId } = webhookEvents
  const isIt = and(eq(provider, 'stripe'), eq(externalId, idOf(subscriptionId)))
  return (await db.$count(webhookEvents, isIt)) > 0
}

/**
 * Ends at Stripe what somebody bought who left. Needs the purchase's lock.
 * @throws {AppError} UNAVAILABLE when Stripe does not answer.
 */
export async function endOrphanedPurchase(
  tx: Db,
  stripe: StripeGateway,
  { subscriptionId }: { subscriptionId: string },
): Promise<PurchaseOutcome> {
  await stripe.cancel(subscriptionId)
  // What was told of it while the account went would wait under the person's address.
  const { provider, externalSubscriptionId } = subscriptions
  await tx
    .delete(subscriptions)
    .where(and(eq(provider, 'stripe'), eq(externalSubscriptionId, subscriptionId)))
  return { state: 'processed' }
}
