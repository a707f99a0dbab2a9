import type Stripe from 'stripe'

export const DAY_SECONDS = 86_400
/** 5 March 2026, 12:00 UTC. */
export const PERIOD_START = 1_772_712_000
export const PERIOD_END = PERIOD_START + 31 * DAY_SECONDS

type Over = Partial<Pick<Stripe.Subscription, 'status' | 'cancel_at' | 'cancel_at_period_end'>> & {
  id?: string
  email?: string | null
  /** Creation time of its latest invoice, which is expanded only if this is set. */
  invoiceCreated?: number
}

/** A subscription in the API's format, with the fields read here; its period is March 2026. */
export function stripeSubscription({ id = 'sub_1', email, invoiceCreated, ...over }: Over = {}) {
  const item = {
    id: 'si_1',
    object: 'subscription_item',
    current_period_start: PERIOD_START,
    current_period_end: PERIOD_END,
    price: { id: 'price_mensal', object: 'price', nickname: 'Mensal', product: 'prod_elenco' },
  }
  const customer = { id: 'cus_1', object: 'customer', email }
  const invoice = { id: 'in_1', object: 'invoice', created: invoiceCreated }
  const subscription = {
    ...{ id, object: 'subscription', status: 'active', cancel_at: null, cancel_at_period_end: false },
    customer: email === undefined ? customer.id : customer,
    items: { object: 'list', data: [item] },
    latest_invoice: invoiceCreated === undefined ? invoice.id : invoice,
    ...over,
  }
  return subscription as unknown as Stripe.Subscription
}
