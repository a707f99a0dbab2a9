import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../db/connect.ts'
import { users } from '../../db/schema/index.ts'
import type { StripeGateway } from '../../payments/stripe.ts'
import { isOrphaned } from './orphaned-purchases.queries.ts'
import type { PurchaseOutcome } from './purchase-rows.queries.ts'
import { lockPurchase, recordStripeSubscription } from './purchases.queries.ts'

const UNKNOWN = 'O Stripe não conhece esta assinatura.'
const ACCOUNT_WAS_DELETED = 'Quem tinha esta assinatura excluiu a conta.'

/**
 * Fetches a subscription under the purchase's lock, and stores its current state. Needs a transaction.
 * @throws {AppError} UNAVAILABLE when Stripe does not answer; nothing changes then.
 */
export async function refreshStripePurchase(
  tx: Db,
  stripe: StripeGateway,
  told: { eventId: string; subscriptionId: string; eventCreated?: number | undefined },
): Promise<PurchaseOutcome> {
  const { eventId, subscriptionId, eventCreated } = told
  const fetchedAt = await lockPurchase(tx, {
    provider: 'stripe',
    externalSubscriptionId: subscriptionId,
  })
  if (await isOrphaned(tx, { subscriptionId })) return { state: 'ignored', note: ACCOUNT_WAS_DELETED }
  const fetched = await stripe.fetchSubscription(subscriptionId)
  if (!fetched) return { state: 'ignored', note: UNKNOWN }
  const userId = await findPurchaser(tx, fetched.subscription.metadata.userId)
  return recordStripeSubscription(tx, { ...fetched, eventId, fetchedAt, eventCreated, userId })
}

const UserId = z.uuid()

/**
 * The user who started the checkout, from metadata that only this server writes. Anybody can add a
 * `client_reference_id` to the URL of a payment link (RELIABILITY A41).
 */
async function findPurchaser(tx: Db, named: string | undefined): Promise<string | undefined> {
  const userId = UserId.safeParse(named)
  if (!userId.success) return undefined
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId.data))
  return user?.id
}
