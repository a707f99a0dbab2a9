import {
  disputeObject,
  invoiceObject,
  invoicePaymentObject,
  listOf,
  paymentIntentObject,
  sessionObject,
  subscriptionObject,
} from './objects.ts'
import { type DoubleInvoice, type DoubleSession, type DoubleSubscription, newId } from './state.ts'

/** `params` are flat, named as in the form or query: `line_items[0][price]`. */
export type Call = {
  method: string
  path: string
  params: Record<string, string>
  idempotencyKey: string | null
}

export type Shop = {
  url: string
  /** Names by price id. */
  prices: Map<string, string>
  sessions: Map<string, DoubleSession>
  subscriptions: Map<string, DoubleSubscription>
  /** Stored responses by idempotency key, with their parameters. */
  replays: Map<string, { params: string; answer: Answer }>
}

type Answer = { status: number; body: unknown; isReplay?: true }
type Handler = (shop: Shop, call: Call, id: string) => Answer

const fine = (body: unknown): Answer => ({ status: 200, body })
const wrong = (message: string, param?: string): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', message, ...(param && { param }) } },
})
const missing = (what: string, id = '', status = 404): Answer => ({
  status,
  body: {
    error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: '${id}'` },
  },
})

const ROUTES: [method: string, path: RegExp, handler: Handler][] = [
  ['POST', /^\/v1\/checkout\/sessions$/, openSession],
  ['POST', /^\/v1\/billing_portal\/sessions$/, openPortal],
  ['GET', /^\/v1\/subscriptions\/([^/]+)$/, getSubscription],
  ['DELETE', /^\/v1\/subscriptions\/([^/]+)$/, cancelSubscription],
  ['GET', /^\/v1\/subscriptions$/, listSubscriptions],
  ['GET', /^\/v1\/payment_intents\/([^/]+)$/, getPaymentIntent],
  ['GET', /^\/v1\/invoice_payments$/, listInvoicePayments],
  ['GET', /^\/v1\/disputes$/, listDisputes],
]

/** Stripe's response to a call, for the calls used here. */
export function performCall(shop: Shop, call: Call): Answer {
  const params = JSON.stringify(call.params)
  const replay = call.idempotencyKey === null ? undefined : shop.replays.get(call.idempotencyKey)
  if (replay) {
    if (replay.params === params) return { ...replay.answer, isReplay: true }
    const message = 'Keys for idempotent requests can only be used with the same parameters.'
    return { status: 400, body: { error: { type: 'idempotency_error', message } } }
  }
  const answer = route(shop, call)
  if (call.idempotencyKey !== null) shop.replays.set(call.idempotencyKey, { params, answer })
  return answer
}

function route(shop: Shop, call: Call): Answer {
  for (const [method, path, handler] of ROUTES) {
    const found = call.method === method ? path.exec(call.path) : null
    if (found) return handler(shop, call, decodeURIComponent(found[1] ?? ''))
  }
  return wrong(`Unrecognized request URL (${call.method}: ${call.path}).`)
}

const namesOf = (params: Call['params'], field: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      name.startsWith(`${field}[`) ? [[name.slice(field.length + 1, -1), value]] : [],
    ),
  )

const expandOf = ({ params }: Call) => Object.values(namesOf(params, 'expand'))

/** Default lifetime of a session. */
const A_DAY = 86_400

function openSession(shop: Shop, { params }: Call): Answer {
  const { customer, customer_email: email, success_url: successUrl, cancel_url: cancelUrl } = params
  const priceId = params['line_items[0][price]'] ?? ''
  const expiresAt = Math.floor(Date.now() / 1000) + A_DAY
  if (params.mode !== 'subscription') return wrong('Invalid mode', 'mode')
  if (!successUrl || !cancelUrl) return wrong('Missing required param: success_url.', 'success_url')
  if (customer && email)
    return wrong('You may only specify one of these parameters: customer, customer_email.')
  if (customer && !customersOf(shop).has(customer)) return missing('customer', customer, 400)
  if (!shop.prices.has(priceId)) return missing('price', priceId, 400)
  const id = newId('cs_test')
  const session: DoubleSession = {
    id,
    customerId: customer ?? null,
    email: email ?? null,
    clientReferenceId: params.client_reference_id ?? null,
    priceId,
    metadata: namesOf(params, 'metadata'),
    subscriptionMetadata: namesOf(params, 'subscription_data[metadata]'),
    trialDays: Number(params['subscription_data[trial_period_days]'] ?? 0),
    subscriptionId: null,
    successUrl,
    cancelUrl,
    expiresAt,
    url: `${shop.url}/c/pay/${id}`,
  }
  shop.sessions.set(id, session)
  return fine(sessionObject(session))
}

const customersOf = ({ subscriptions }: Shop) =>
  new Set([...subscriptions.values()].map(({ customerId }) => customerId))

function openPortal(shop: Shop, { params }: Call): Answer {
  const { customer = '', return_url: returnUrl } = params
  if (!customersOf(shop).has(customer)) return missing('customer', customer, 400)
  const id = newId('bps')
  const url = `${shop.url}/c/portal/${id}`
  return fine({ id, object: 'billing_portal.session', customer, livemode: false, return_url: returnUrl, url })
}

const whole = (shop: Shop, it: DoubleSubscription, expand: string[] = []) =>
  subscriptionObject(it, shop.prices.get(it.priceId) ?? 'Produto', expand)

function getSubscription(shop: Shop, call: Call, id: string): Answer {
  const found = shop.subscriptions.get(id)
  return found ? fine(whole(shop, found, expandOf(call))) : missing('subscription', id)
}

function cancelSubscription(shop: Shop, _call: Call, id: string): Answer {
  const found = shop.subscriptions.get(id)
  if (!found || found.status === 'canceled') return missing('subscription', id)
  found.status = 'canceled'
  return fine(whole(shop, found))
}

function listSubscriptions(shop: Shop, { params }: Call): Answer {
  const { customer = '', status } = params
  if (!customersOf(shop).has(customer)) return missing('customer', customer, 400)
  const found = [...shop.subscriptions.values()].filter(
    (it) => it.customerId === customer && (status === 'all' || it.status !== 'canceled'),
  )
  return fine(
    listOf(
      '/v1/subscriptions',
      found.map((it) => whole(shop, it)),
    ),
  )
}

type Paid = { subscription: DoubleSubscription; invoice: DoubleInvoice }

const paidWith = (shop: Shop, intentId: string | undefined): Paid[] =>
  [...shop.subscriptions.values()].flatMap((subscription) =>
    subscription.invoices.flatMap((invoice) =>
      invoice.paymentIntentId === intentId ? [{ subscription, invoice }] : [],
    ),
  )

function getPaymentIntent(shop: Shop, call: Call, id: string): Answer {
  const [paid] = paidWith(shop, id)
  if (!paid) return missing('payment_intent', id)
  return fine(paymentIntentObject(paid.subscription, paid.invoice, expandOf(call).includes('latest_charge')))
}

function listInvoicePayments(shop: Shop, call: Call): Answer {
  const isWhole = expandOf(call).includes('data.invoice')
  const data = paidWith(shop, call.params['payment[payment_intent]']).map(({ subscription, invoice }) =>
    invoicePaymentObject(invoice, isWhole ? invoiceObject(subscription, invoice) : invoice.id),
  )
  return fine(listOf('/v1/invoice_payments', data))
}

function listDisputes(shop: Shop, { params }: Call): Answer {
  const disputed = paidWith(shop, params.payment_intent).filter(({ invoice }) => invoice.disputeStatus)
  return fine(
    listOf(
      '/v1/disputes',
      disputed.map(({ invoice }) => disputeObject(invoice)),
    ),
  )
}
