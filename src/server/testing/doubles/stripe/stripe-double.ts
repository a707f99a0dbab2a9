import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { type Call, performCall, type Shop } from './calls.ts'
import { chargeObject, disputeObject, invoiceObject, sessionObject, subscriptionObject } from './objects.ts'
import {
  type DoubleSession,
  type DoubleSubscription,
  newestInvoice,
  newId,
  newSubscription,
} from './state.ts'

const KEY = 'sk_test_canarioDoStripe'
const SECRET = 'whsec_canario-das-entregas'

export type SignedEvent = { body: string; headers: Record<string, string> }
type Signature = { secret?: string /** In seconds. */; timestamp?: number }

export type StripeDouble = {
  url: string
  variables: { STRIPE_SECRET_KEY: string; STRIPE_WEBHOOK_SECRET: string; STRIPE_BASE_URL: string }
  /** The calls, oldest first. */
  calls: Call[]
  sessions: Map<string, DoubleSession>
  subscriptions: Map<string, DoubleSubscription>
  /** Sets the prices that can be bought, by price id and name. */
  sell(prices: Record<string, string>): void
  /** Answers the next calls with these statuses without effect; 0 executes the call and does not answer. */
  fail(...statuses: number[]): void
  /** Delays responses until `release` is called; `isAsked` resolves with the first call. */
  hold(): { isAsked: Promise<void>; release(): void }
  /** Pays on a checkout's page. */
  pay(pageUrl: string): DoubleSubscription
  /** A subscription that was not started by our checkout. */
  subscribe(about: { email: string; priceId: string; metadata?: Record<string, string> }): DoubleSubscription
  /** An event of this type with the current state of a subscription. */
  event(
    type: string,
    subscription: DoubleSubscription,
    extra?: Record<string, unknown>,
  ): Record<string, unknown>
  /** Signs an event as Stripe does, with the SDK. */
  sign(event: unknown, signature?: Signature): SignedEvent
  close(): Promise<void>
}

/** The used part of Stripe's API on 127.0.0.1, without data. */
export async function startStripeDouble({ key = KEY } = {}): Promise<StripeDouble> {
  const calls: Call[] = []
  const failures: number[] = []
  const shop: Shop = {
    url: '',
    prices: new Map(),
    sessions: new Map(),
    subscriptions: new Map(),
    replays: new Map(),
  }
  let gate: { asked(): void; open: Promise<void> } | undefined

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', shop.url)
    if (pathname.startsWith('/c/')) {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
      return void response.end('<!doctype html><html lang="pt-BR"><title>Pagamento</title><h1>Pagamento</h1>')
    }
    const call = await readCall(request, shop.url)
    calls.push(call)
    const status = failures.shift()
    // The state at the time of the call, even if the response is delayed.
    const answer = status ? refusal(status) : (forbidden(request, key) ?? performCall(shop, call))
    gate?.asked()
    await gate?.open
    if (status === 0) return void request.socket.destroy()
    response.writeHead(answer.status, {
      'Content-Type': 'application/json',
      'Request-Id': newId('req'),
      ...('isReplay' in answer && { 'Idempotent-Replayed': 'true' }),
      // Prevents the SDK's automatic retry, which would hide the fault.
      'Stripe-Should-Retry': 'false',
    })
    response.end(JSON.stringify(answer.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  shop.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url: shop.url,
    variables: { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_BASE_URL: shop.url },
    calls,
    sessions: shop.sessions,
    subscriptions: shop.subscriptions,
    sell(prices) {
      for (const [id, name] of Object.entries(prices)) shop.prices.set(id, name)
    },
    fail: (...statuses) => void failures.push(...statuses),
    hold() {
      const asked = Promise.withResolvers<void>()
      const opened = Promise.withResolvers<void>()
      gate = { asked: asked.resolve, open: opened.promise }
      const release = () => {
        gate = undefined
        opened.resolve()
      }
      return { isAsked: asked.promise, release }
    },
    pay(pageUrl) {
      const session = [...shop.sessions.values()].find(({ url }) => url === pageUrl)
      if (!session || session.subscriptionId) throw new Error(`nothing to pay at ${pageUrl}`)
      const known = [...shop.subscriptions.values()].find(
        ({ customerId }) => customerId === session.customerId,
      )
      const about = {
        customerId: session.customerId ?? newId('cus'),
        email: session.email ?? known?.email ?? '',
        priceId: session.priceId,
        metadata: session.subscriptionMetadata,
      }
      const subscription = newSubscription(about, session)
      session.subscriptionId = subscription.id
      session.customerId = subscription.customerId
      shop.subscriptions.set(subscription.id, subscription)
      return subscription
    },
    subscribe({ metadata = {}, ...about }) {
      const subscription = newSubscription({ ...about, metadata, customerId: newId('cus') })
      shop.subscriptions.set(subscription.id, subscription)
      return subscription
    },
    event: (type, subscription, extra = {}) => ({
      id: newId('evt'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: Math.floor(Date.now() / 1000),
      data: { object: objectOf(type, subscription, shop) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      ...extra,
    }),
    sign(event, { secret = SECRET, timestamp = Math.floor(Date.now() / 1000) } = {}) {
      const body = typeof event === 'string' ? event : JSON.stringify(event, null, 2)
      const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
      return {
        body,
        headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature },
      }
    },
    async close() {
      gate = undefined
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The object of an event type, in Stripe's format. */
function objectOf(type: string, subscription: DoubleSubscription, shop: Shop): unknown {
  const invoice = newestInvoice(subscription)
  if (type.startsWith('checkout.session.')) {
    const session = [...shop.sessions.values()].find((it) => it.subscriptionId === subscription.id)
    return session && sessionObject(session)
  }
  if (type.startsWith('invoice.')) return invoiceObject(subscription, invoice)
  if (type.startsWith('charge.dispute.')) return disputeObject(invoice)
  if (type.startsWith('charge.')) return chargeObject(subscription, invoice)
  return subscriptionObject(subscription, shop.prices.get(subscription.priceId) ?? 'Produto')
}

async function readCall(request: IncomingMessage, base: string): Promise<Call> {
  const url = new URL(request.url ?? '/', base)
  const params = new URLSearchParams(request.method === 'POST' ? await text(request) : url.search)
  return {
    method: request.method ?? '',
    path: url.pathname,
    params: Object.fromEntries(params),
    idempotencyKey: request.headers['idempotency-key']?.toString() ?? null,
  }
}

/** Refuses another key, and another API version than the double implements. */
function forbidden({ headers }: IncomingMessage, key: string) {
  if (headers.authorization !== `Bearer ${key}`) return refusal(401)
  return headers['stripe-version'] === Stripe.API_VERSION ? undefined : refusal(400)
}

const refusal = (status: number) => ({
  status,
  body: {
    error: {
      type: status < 500 ? 'invalid_request_error' : 'api_error',
      message: `The double was told to answer ${status}: ${KEY}`,
    },
  },
})
