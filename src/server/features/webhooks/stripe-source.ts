import { AppError } from '../../http/errors.ts'
import type { StripeGateway } from '../../payments/stripe.ts'
import {
  ACCOUNT_DELETED,
  endOrphanedPurchase,
  OWN_TYPES,
} from '../subscriptions/orphaned-purchases.queries.ts'
import { refreshStripePurchase } from '../subscriptions/stripe-purchases.queries.ts'
import { addressAt, at, listAt, readPayload, textAt } from './webhook-payload.ts'
import type { Delivery, Sold, WebhookSource } from './webhook-source.ts'

/**
 * Events that can change a subscription. Their contents are not trusted: each triggers a fetch of the current
 * subscription, so order and age do not matter.
 */
const SUBSCRIPTION_EVENTS = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.pending_update_applied',
  'invoice.paid',
  'invoice.payment_succeeded',
  'invoice.payment_failed',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
])

const NOTHING = 'Este tipo de evento não muda nenhuma assinatura.'
const NO_SUBSCRIPTION = 'O evento não é de uma assinatura.'
const NOT_SET_UP = 'O Stripe não está configurado neste servidor.'

const unauthorized = () => new AppError('UNAUTHORIZED', 'unauthorized to access resource')

/** An id at this path, given as a string or as an expanded object. */
const idAt = (value: unknown, ...path: string[]) => textAt(value, ...path) ?? textAt(value, ...path, 'id')

/** The subscription id in an event; refunds and disputes have none. */
function subscriptionIn(object: unknown): string | null {
  if (textAt(object, 'object') === 'subscription') return textAt(object, 'id')
  return (
    idAt(object, 'parent', 'subscription_details', 'subscription') ??
    // In checkouts, and in invoices of API versions before 2025.
    idAt(object, 'subscription')
  )
}

const emailIn = (object: unknown): string | null =>
  addressAt(object, 'customer_details', 'email') ??
  addressAt(object, 'customer_email') ??
  addressAt(object, 'billing_details', 'email')

function soldIn(object: unknown): Sold[] {
  return listAt(object, 'items', 'data').flatMap((item): Sold[] => {
    const price = textAt(item, 'price', 'id')
    const product = idAt(item, 'price', 'product')
    const name = textAt(item, 'price', 'nickname')
    return [
      ...(price ? [{ kind: 'price' as const, externalId: price, name }] : []),
      ...(product ? [{ kind: 'product' as const, externalId: product, name: null }] : []),
    ]
  })
}

function readDelivery(payload: unknown, isLive: boolean): Delivery {
  const [externalId, type] = [textAt(payload, 'id'), textAt(payload, 'type')]
  if (!externalId || !type || textAt(payload, 'object') !== 'event' || type.startsWith(OWN_TYPES)) {
    throw new AppError('VALIDATION_ERROR', 'O corpo não é um evento do Stripe.')
  }
  const object = at(payload, 'data', 'object')
  return {
    externalId,
    type,
    schemaVersion: textAt(payload, 'api_version'),
    // With a test key, every event is a test and must be processed.
    isSandbox: isLive && at(payload, 'livemode') !== true,
    externalSubscriptionId: subscriptionIn(object),
    email: emailIn(object),
    sold: soldIn(object),
  }
}

/** The event's creation time in epoch seconds; for display only. */
function createdOf(payload: unknown): number | undefined {
  const created = at(payload, 'created')
  return Number.isSafeInteger(created) ? Number(created) : undefined
}

/** The Stripe webhook; without a key every delivery is refused. */
export const stripeSource = (stripe: StripeGateway | undefined): WebhookSource => ({
  provider: 'stripe',
  isConfigured: stripe !== undefined,

  async verify({ headers, body }) {
    if (!stripe) throw unauthorized()
    await stripe.verify(body, headers.get('stripe-signature'))
    return readDelivery(readPayload(body).payload, stripe.isLive)
  },

  // Refunds and disputes name only their payment.
  async purchaseOf({ type, payload, externalSubscriptionId }) {
    if (externalSubscriptionId !== null || !SUBSCRIPTION_EVENTS.has(type)) return externalSubscriptionId
    const payment = idAt(payload, 'data', 'object', 'payment_intent')
    return (payment !== null && (await stripe?.findPaidSubscription(payment))) || null
  },

  async process(tx, { id, type, payload, externalSubscriptionId: subscriptionId }) {
    const isLeaving = type === ACCOUNT_DELETED
    if (!isLeaving && !SUBSCRIPTION_EVENTS.has(type)) return { state: 'ignored', note: NOTHING }
    if (!stripe) throw new AppError('UNAVAILABLE', NOT_SET_UP)
    if (isLeaving && subscriptionId) return endOrphanedPurchase(tx, stripe, { subscriptionId })
    if (!subscriptionId) return { state: 'ignored', note: NO_SUBSCRIPTION }
    return refreshStripePurchase(tx, stripe, {
      eventId: id,
      subscriptionId,
      eventCreated: createdOf(payload),
    })
  },
})
