import { type DoubleInvoice, type DoubleSession, type DoubleSubscription, newestInvoice } from './state.ts'

export const listOf = (url: string, data: unknown[]) => ({ object: 'list', url, has_more: false, data })

/** In Stripe's format; fields in `expand` are objects, others ids. */
export function subscriptionObject(
  it: DoubleSubscription,
  productName: string,
  expand: readonly string[] = [],
) {
  const product = `prod_of_${it.priceId}`
  const isWhole = (path: string) => expand.some((asked) => asked === path || asked.startsWith(`${path}.`))
  const price = {
    id: it.priceId,
    object: 'price',
    active: true,
    currency: 'brl',
    livemode: false,
    nickname: null,
    product: isWhole('items.data.price.product')
      ? { id: product, object: 'product', name: productName, active: true, livemode: false }
      : product,
    recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
    type: 'recurring',
    unit_amount: 9_700,
  }
  const item = {
    id: `si_of_${it.id}`,
    object: 'subscription_item',
    created: it.created,
    current_period_start: it.periodStart,
    current_period_end: it.periodEnd,
    metadata: {},
    price,
    quantity: 1,
    subscription: it.id,
  }
  return {
    id: it.id,
    object: 'subscription',
    billing_cycle_anchor: it.created,
    cancel_at: it.cancelAtPeriodEnd ? it.periodEnd : null,
    cancel_at_period_end: it.cancelAtPeriodEnd,
    canceled_at: it.status === 'canceled' ? it.periodStart : null,
    collection_method: 'charge_automatically',
    created: it.created,
    currency: 'brl',
    customer: isWhole('customer') ? customerObject(it) : it.customerId,
    ended_at: it.status === 'canceled' ? it.periodStart : null,
    items: listOf(`/v1/subscription_items?subscription=${it.id}`, [item]),
    latest_invoice: isWhole('latest_invoice')
      ? invoiceObject(it, newestInvoice(it), isWhole('latest_invoice.payments'))
      : newestInvoice(it).id,
    livemode: false,
    metadata: it.metadata,
    pause_collection: null,
    start_date: it.created,
    status: it.status,
    trial_end: it.trialEnd,
    trial_start: it.trialEnd === null ? null : it.created,
  }
}

const customerObject = ({ customerId, email, created }: DoubleSubscription) => ({
  id: customerId,
  object: 'customer',
  created,
  email,
  livemode: false,
  metadata: {},
  name: null,
})

export function invoiceObject(it: DoubleSubscription, invoice: DoubleInvoice, hasPayments = false) {
  return {
    id: invoice.id,
    object: 'invoice',
    amount_due: 9_700,
    amount_paid: invoice.isPaid ? 9_700 : 0,
    billing_reason: 'subscription_cycle',
    created: invoice.created,
    currency: 'brl',
    customer: it.customerId,
    customer_email: it.email,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: it.metadata, subscription: it.id },
    },
    period_start: invoice.created,
    period_end: invoice.created,
    status: invoice.isPaid ? 'paid' : 'open',
    status_transitions: {
      finalized_at: invoice.created,
      marked_uncollectible_at: null,
      paid_at: invoice.isPaid ? invoice.created : null,
      voided_at: null,
    },
    ...(hasPayments && { payments: listOf('/v1/invoice_payments', [invoicePaymentObject(invoice)]) }),
  }
}

/** `invoice` is the expanded invoice, if requested. */
export const invoicePaymentObject = (paid: DoubleInvoice, invoice: unknown = paid.id) => ({
  id: `inpay_of_${paid.id}`,
  object: 'invoice_payment',
  amount_paid: paid.isPaid ? 9_700 : null,
  amount_requested: 9_700,
  created: paid.created,
  currency: 'brl',
  invoice,
  is_default: true,
  livemode: false,
  payment: { type: 'payment_intent', payment_intent: paid.paymentIntentId },
  status: paid.isPaid ? 'paid' : 'open',
})

export const chargeObject = (it: DoubleSubscription, invoice: DoubleInvoice) => ({
  id: invoice.chargeId,
  object: 'charge',
  amount: 9_700,
  amount_refunded: invoice.isRefunded ? 9_700 : 0,
  billing_details: { email: it.email, name: 'Ana Souza', phone: '+5511999990000' },
  captured: true,
  created: invoice.created,
  currency: 'brl',
  customer: it.customerId,
  disputed: invoice.disputeStatus !== null,
  livemode: false,
  metadata: {},
  paid: invoice.isPaid,
  payment_intent: invoice.paymentIntentId,
  refunded: invoice.isRefunded,
  status: invoice.isPaid ? 'succeeded' : 'failed',
})

export const paymentIntentObject = (it: DoubleSubscription, invoice: DoubleInvoice, isWhole: boolean) => ({
  id: invoice.paymentIntentId,
  object: 'payment_intent',
  amount: 9_700,
  created: invoice.created,
  currency: 'brl',
  customer: it.customerId,
  latest_charge: isWhole ? chargeObject(it, invoice) : invoice.chargeId,
  livemode: false,
  metadata: {},
  status: invoice.isPaid ? 'succeeded' : 'requires_payment_method',
})

export const disputeObject = (invoice: DoubleInvoice) => ({
  id: `du_of_${invoice.chargeId}`,
  object: 'dispute',
  amount: 9_700,
  charge: invoice.chargeId,
  created: invoice.created,
  currency: 'brl',
  livemode: false,
  metadata: {},
  payment_intent: invoice.paymentIntentId,
  reason: 'fraudulent',
  status: invoice.disputeStatus,
})

export const sessionObject = (it: DoubleSession) => ({
  id: it.id,
  object: 'checkout.session',
  cancel_url: it.cancelUrl,
  client_reference_id: it.clientReferenceId,
  created: it.expiresAt - 86_400,
  currency: 'brl',
  customer: it.customerId,
  customer_details: it.subscriptionId ? { email: it.email, name: 'Ana Souza' } : null,
  customer_email: it.email,
  expires_at: it.expiresAt,
  livemode: false,
  metadata: it.metadata,
  mode: 'subscription',
  payment_status: it.subscriptionId ? 'paid' : 'unpaid',
  status: it.subscriptionId ? 'complete' : 'open',
  subscription: it.subscriptionId,
  success_url: it.successUrl,
  // A completed session has no page.
  url: it.subscriptionId ? null : it.url,
})
