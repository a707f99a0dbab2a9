import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type Stripe from 'stripe'
import { onFirstUse } from '#shared/lazy-load.ts'
import { AppError } from '../http/errors.ts'

export type StripeOptions = {
  secretKey: string
  /** Several during a rotation. */
  webhookSecrets: readonly string[]
  /** Address of the API; only its origin is used. */
  baseUrl: string
}

/** The API version of the types in use; webhook endpoints should use the same. */
const API_VERSION = '2026-10-28.endive'
/** Short, because a user waits or a row is locked. */
const TIMEOUT_MS = 8_000
/** Maximum age of a signed delivery in seconds (RELIABILITY A38). */
const TOLERANCE = 300
/** Statuses of disputes that take no money: inquiries, and disputes won. */
export const NO_MONEY_TAKEN = new Set([
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'won',
  'prevented',
])
/** Ended or never started: `incomplete` waits for its first payment, and expires within a day. */
const NOT_RUNNING = new Set(['canceled', 'incomplete', 'incomplete_expired'])

/** A subscription's current state at Stripe, with facts that its object lacks. */
export type FetchedSubscription = {
  subscription: Stripe.Subscription
  /** The payment of its latest invoice was fully refunded or is disputed. */
  isRevoked: boolean
}

/** `userId` is set when it started with our checkout. */
export type RunningSubscription = { id: string; userId: string | undefined }

/** All calls to Stripe. Refusals and timeouts become UNAVAILABLE. */
export type StripeGateway = {
  /** False with test keys. In live mode, test events grant nothing. */
  isLive: boolean
  /**
   * Verifies the signature of a delivery.
   * @throws {AppError} UNAUTHORIZED without a valid signature of the last five minutes; VALIDATION_ERROR for
   * a signed body that is not an event.
   */
  verify(body: Uint8Array, signature: string | null): Promise<void>
  /** Undefined when it does not exist. */
  fetchSubscription(id: string): Promise<FetchedSubscription | undefined>
  /** The subscription of a payment; undefined for other payments. */
  findPaidSubscription(paymentIntentId: string): Promise<string | undefined>
  /** Subscriptions that are not over, paid or not; undefined when the customer does not exist. */
  listRunning(customerId: string): Promise<RunningSubscription[] | undefined>
  /** Cancels immediately without further charges. Ended and missing subscriptions are ignored. */
  cancel(subscriptionId: string): Promise<void>
  /** Answers the payment page. The same `key` within a day answers the same page. */
  openCheckout(params: Stripe.Checkout.SessionCreateParams, key: string): Promise<string>
  /** Answers the page for payment method, invoices and cancellation. */
  openPortal(params: Stripe.BillingPortal.SessionCreateParams): Promise<string>
}

const invalidSignature = () => new AppError('UNAUTHORIZED', 'unauthorized to access resource')

const invalidBody = () => new AppError('VALIDATION_ERROR', 'O corpo não é um evento do Stripe.')

const stripeUnavailable = () =>
  new AppError('UNAVAILABLE', 'O Stripe não respondeu agora. Nada foi cobrado: tente de novo em instantes.', {
    retryAfter: 5,
  })

type Library = typeof Stripe
type Load = () => Promise<{ library: Library; sdk: Stripe }>
/** Runs a call; `missing` provides the result when the object does not exist. */
type Ask = <T, M = never>(call: (sdk: Stripe) => Promise<T>, missing?: () => M) => Promise<T | M>

/**
 * A gateway to Stripe or a compatible server at `baseUrl`. The SDK takes 19 MB of memory and is loaded at
 * first use.
 */
export function createStripe(options: StripeOptions, log: Logger): StripeGateway {
  const { protocol, hostname, port } = new URL(options.baseUrl)
  const isSecure = protocol === 'https:'
  const load = onFirstUse(async () => {
    const { default: library } = await import('stripe')
    const sdk = new library(options.secretKey, {
      apiVersion: API_VERSION,
      protocol: isSecure ? 'https' : 'http',
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port || (isSecure ? 443 : 80),
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 1,
      telemetry: false,
    })
    return { library, sdk }
  })
  const ask = createAsk(load, log)
  return {
    isLive: /^[a-z]+_live_/.test(options.secretKey),
    verify: createVerify(load, options.webhookSecrets),
    ...readCalls(ask),
    ...writeCalls(ask, (page) => safePage(page, { protocol, log })),
  }
}

function createAsk(load: Load, log: Logger): Ask {
  return async (call, missing) => {
    const { library, sdk } = await load()
    try {
      return await call(sdk)
    } catch (error) {
      if (!(error instanceof library.errors.StripeError)) throw error
      const { type, code, param, statusCode, requestId } = error
      if (missing && code === 'resource_missing') return missing()
      // The message may contain the key.
      log.error({ type, code, param, statusCode, requestId }, 'stripe refused, or does not answer')
      throw stripeUnavailable()
    }
  }
}

function createVerify(load: Load, secrets: readonly string[]): StripeGateway['verify'] {
  return async (body, signature) => {
    if (!signature) throw invalidSignature()
    const { errors, webhooks } = (await load()).library
    for (const secret of secrets) {
      try {
        webhooks.constructEvent(body, signature, secret, TOLERANCE)
        return
      } catch (error) {
        if (!(error instanceof errors.StripeSignatureVerificationError)) throw invalidBody()
      }
    }
    throw invalidSignature()
  }
}

type Page = { url: string | null }

/**
 * Accepts only addresses that are safe for a redirect (RELIABILITY A29): http only when the API uses it too.
 */
function safePage({ url }: Page, { protocol, log }: { protocol: string; log: Logger }): string {
  const isSafe = url !== null && URL.canParse(url) && ['https:', protocol].includes(new URL(url).protocol)
  if (isSafe) return url
  log.error('stripe answered no page')
  throw stripeUnavailable()
}

function readCalls(
  ask: Ask,
): Pick<StripeGateway, 'fetchSubscription' | 'findPaidSubscription' | 'listRunning'> {
  async function isRefundedOrDisputed(paymentIntentId: string): Promise<boolean> {
    const expand = ['latest_charge']
    const intent = await ask((sdk) => sdk.paymentIntents.retrieve(paymentIntentId, { expand }))
    const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
    if (charge?.refunded) return true
    if (!charge?.disputed) return false
    const { data } = await ask((sdk) => sdk.disputes.list({ payment_intent: paymentIntentId, limit: 100 }))
    return data.some(({ status }) => !NO_MONEY_TAKEN.has(status))
  }

  return {
    async fetchSubscription(id) {
      const expand = ['customer', 'items.data.price.product', 'latest_invoice.payments']
      const found = await ask(
        (sdk) => sdk.subscriptions.retrieve(id, { expand }),
        () => undefined,
      )
      if (!found) return undefined
      for (const payment of paidBy(found)) {
        if (await isRefundedOrDisputed(payment)) return { subscription: found, isRevoked: true }
      }
      return { subscription: found, isRevoked: false }
    },

    async findPaidSubscription(paymentIntentId) {
      const { data } = await ask((sdk) =>
        sdk.invoicePayments.list({
          payment: { type: 'payment_intent', payment_intent: paymentIntentId },
          expand: ['data.invoice'],
        }),
      )
      for (const { invoice } of data) {
        if (typeof invoice === 'string' || !('parent' in invoice)) continue
        const subscription = invoice.parent?.subscription_details?.subscription
        if (subscription) return idOf(subscription)
      }
      return undefined
    },

    async listRunning(customer) {
      const list = await ask(
        (sdk) => sdk.subscriptions.list({ customer, status: 'all', limit: 100 }),
        () => undefined,
      )
      const running = list?.data.filter(({ status }) => !NOT_RUNNING.has(status))
      return running?.map(({ id, metadata }) => ({ id, userId: metadata.userId }))
    },
  }
}

function writeCalls(
  ask: Ask,
  pageOf: (page: Page) => string,
): Pick<StripeGateway, 'cancel' | 'openCheckout' | 'openPortal'> {
  return {
    async cancel(id) {
      await ask(
        (sdk) => sdk.subscriptions.cancel(id),
        () => undefined,
      )
    },

    async openCheckout(params, key) {
      const page = await ask(({ checkout: { sessions } }) => {
        const open = (idempotencyKey: string) => sessions.create(params, { idempotencyKey })
        const again = (error: unknown) => {
          // Stripe also replays failures of a key, after their cause is fixed.
          if (isReplayed(error)) return open(randomUUID())
          throw error
        }
        return open(key).catch(again)
      })
      return pageOf(page)
    },

    openPortal: async (params) => pageOf(await ask((sdk) => sdk.billingPortal.sessions.create(params))),
  }
}

/** Whether Stripe replayed an earlier response of the key. */
const isReplayed = (error: unknown): boolean => Object(error).headers?.['idempotent-replayed'] === 'true'

/** The payments of a subscription's latest invoice. */
function paidBy({ latest_invoice: invoice }: Stripe.Subscription): string[] {
  const payments = typeof invoice === 'string' ? [] : (invoice?.payments?.data ?? [])
  return payments.flatMap(({ status, payment }) =>
    status === 'paid' && payment.payment_intent ? [idOf(payment.payment_intent)] : [],
  )
}

/** The id of an object that Stripe answers as id or expanded. */
const idOf = (object: string | { id: string }): string => (typeof object === 'string' ? object : object.id)
