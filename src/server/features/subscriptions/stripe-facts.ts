import type Stripe from 'stripe'
import { normalAddress } from '#shared/email-address.ts'
import type { Reading } from './hubla-facts.ts'
import { type Sold, type StripeSnapshot, tell, tellSold } from './purchase-facts.ts'

/** The fields read from a Stripe subscription; customer and latest invoice may be ids or expanded. */
type ReadSubscription = Pick<
  Stripe.Subscription,
  'id' | 'status' | 'cancel_at' | 'cancel_at_period_end' | 'customer' | 'items' | 'latest_invoice'
>

const instant = (seconds: number | null | undefined): string | null =>
  typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : null

const smallest = (numbers: number[]): number | undefined =>
  numbers.length > 0 ? Math.min(...numbers) : undefined

/** A subscription fetched under the purchase's lock. */
export type FetchedStripe = {
  subscription: ReadSubscription
  /** The payment of its latest invoice was fully refunded, or is disputed. */
  isRevoked: boolean
  /** By the database's clock; the later snapshot counts. */
  fetchedAt: Date
  /** Creation time of the triggering event in epoch seconds; for display. */
  eventCreated?: number | undefined
}

/** The facts in a fetched subscription. */
export function readStripe({
  subscription,
  isRevoked,
  fetchedAt,
  eventCreated,
}: FetchedStripe): Reading & { externalSubscriptionId: string } {
  const mark = { version: null, at: fetchedAt.toISOString() }
  const { id, status, items, customer, cancel_at: cancelAt, latest_invoice: invoice } = subscription
  const ends = items.data.map((item) => item.current_period_end)
  const email =
    typeof customer === 'object' && !customer.deleted && customer.email && normalAddress(customer.email)
  const snapshot: StripeSnapshot = {
    status,
    isRevoked,
    periodStart: instant(smallest(items.data.map((item) => item.current_period_start))),
    periodEnd: instant(smallest(cancelAt === null ? ends : [...ends, cancelAt])),
    cancelsAtPeriodEnd: subscription.cancel_at_period_end || cancelAt !== null,
    invoiceAt: typeof invoice === 'string' ? null : instant(invoice?.created),
  }
  return {
    externalSubscriptionId: id,
    facts: {
      snapshot: tell(mark, snapshot),
      sold: tellSold(mark, soldOf(items.data)),
      customerId: tell(mark, typeof customer === 'string' ? customer : customer.id),
      ...(email && { email: tell(mark, email) }),
      ...(eventCreated !== undefined && { newest: tell({ version: eventCreated, at: mark.at }, true) }),
    },
  }
}

/** Prices before their products. */
function soldOf(items: Stripe.SubscriptionItem[]): Sold[] {
  const prices = items.map(
    ({ price }): Sold => ({ kind: 'price', externalId: price.id, name: price.nickname }),
  )
  const products = items.map(({ price: { product } }): Sold => {
    if (typeof product === 'string') return { kind: 'product', externalId: product, name: null }
    return { kind: 'product', externalId: product.id, name: product.deleted ? null : product.name }
  })
  return [...prices, ...products]
}
