import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type Stripe from 'stripe'
import { onFirstUse } from '#shared/lazy-load.ts'
import { AppError } from '../http/errors.ts'

export type StripeOptions = {
  secretKey: string
  /** Several while one takes the place of another. */
  webhookSecrets: readonly string[]
  /** Of the API; only its origin counts. */
  baseUrl: string
}

/** What the shapes read here belong to; the SDK's types know this version only, and an endpoint should send it. */
const API_VERSION = '2026-10-28.endive'
/** Somebody waits for the answer, or a row is locked meanwhile. */
const TIMEOUT_MS = 8_000
/** Seconds that a signed delivery may be on its way (RELIABILITY A38). */
const TOLERANCE = 300
/** Of a dispute that takes no money: a bank's question, or one that was decided for the house. */
const HARMLESS = new Set([
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'won',
  'prevented',
])
/** Ended, or never begun: `incomplete` waits for its first payment, and ends by itself within a day. */
const CHARGES_NOTHING = new Set(['canceled', 'incomplete', 'incomplete_expired'])

/** A subscription as Stripe has it right now, with what the subscription itself does not say. */
export type FetchedSubscription = {
  subscription: Stripe.Subscription
  /** What was paid for its latest invoice went back whole, or is being claimed back. */
  isRevoked: boolean
}

/** `userId`: whose it is, if it began by a checkout of ours. */
export type RunningSubscription = { id: string; userId: string | undefined }

/** Everything that is asked of Stripe. What it refuses, or does not answer in time, is UNAVAILABLE. */
export type StripeGateway = {
  /** Whether real money moves: what is only a test there grants nothing then. */
  isLive: boolean
  /**
   * @throws {AppError} UNAUTHORIZED for what Stripe did not sign with one of the secrets, byte for byte, in the last five
   * minutes; VALIDATION_ERROR for what it signed and is no event.
   */
  verify(body: Uint8Array, signature: string | null): Promise<void>
  /** Undefined when there is none of this id. */
  fetchSubscription(id: string): Promise<FetchedSubscription | undefined>
  /** The subscription that a payment was for; undefined when it was for something else. */
  findPaidSubscription(paymentIntentId: string): Promise<string | undefined>
  /** The subscriptions that go on, whether they are paid or not; undefined when there is no such customer. */
  listRunning(customerId: string): Promise<RunningSubscription[] | undefined>
  /** Ends it at once, and charges nothing more. One that is over, or was never there, is no mistake. */
  cancel(subscriptionId: string): Promise<void>
  /** Where it is paid. The same `key` within a day is the same page. */
  openCheckout(params: Stripe.Checkout.SessionCreateParams, key: string): Promise<string>
  /** Where payment, invoices and cancellation are changed. */
  openPortal(params: Stripe.BillingPortal.SessionCreateParams): Promise<string>
}

const forged = () => new AppError('UNAUTHORIZED', 'unauthorized to access resource')

const unreadable = () => new AppError('VALIDATION_ERROR', 'O corpo não é um evento do Stripe.')

const unanswered = () =>
  new AppError('UNAVAILABLE', 'O Stripe não respondeu agora. Nada foi cobrado: tente de novo em instantes.', {
    retryAfter: 5,
  })

type Library = typeof Stripe
type Load = () => Promise<{ library: Library; sdk: Stripe }>
/** What a call answers; `missing` is what it means that something is not there. */
type Ask = <T, M = never>(call: (sdk: Stripe) => Promise<T>, missing?: () => M) => Promise<T | M>

/** A gateway to Stripe, or to what speaks like it at `baseUrl`. The SDK, 19 MB of memory, waits for its first use. */
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
    ...readings(ask),
    ...writings(ask, (page) => safePage(page, { protocol, log })),
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
      // Its message may quote the key.
      log.error({ type, code, param, statusCode, requestId }, 'stripe refused, or does not answer')
      throw unanswered()
    }
  }
}

function createVerify(load: Load, secrets: readonly string[]): StripeGateway['verify'] {
  return async (body, signature) => {
    if (!signature) throw forged()
    const { errors, webhooks } = (await load()).library
    for (const secret of secrets) {
      try {
        webhooks.constructEvent(body, signature, secret, TOLERANCE)
        return
      } catch (error) {
        if (!(error instanceof errors.StripeSignatureVerificationError)) throw unreadable()
      }
    }
    throw forged()
  }
}

type Page = { url: string | null }

/** Only a page that a browser may be sent to (RELIABILITY A29): plain http only where the API itself is. */
function safePage({ url }: Page, { protocol, log }: { protocol: string; log: Logger }): string {
  const isSafe = url !== null && URL.canParse(url) && ['https:', protocol].includes(new URL(url).protocol)
  if (isSafe) return url
  log.error('stripe answered no page')
  throw unanswered()
}

function readings(
  ask: Ask,
): Pick<StripeGateway, 'fetchSubscription' | 'findPaidSubscription' | 'listRunning'> {
  async function isTakenBack(paymentIntentId: string): Promise<boolean> {
    const expand = ['latest_charge']
    const intent = await ask((sdk) => sdk.paymentIntents.retrieve(paymentIntentId, { expand }))
    const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
    if (charge?.refunded) return true
    if (!charge?.disputed) return false
    const { data } = await ask((sdk) => sdk.disputes.list({ payment_intent: paymentIntentId, limit: 100 }))
    return data.some(({ status }) => !HARMLESS.has(status))
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
        if (await isTakenBack(payment)) return { subscription: found, isRevoked: true }
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
      const running = list?.data.filter(({ status }) => !CHARGES_NOTHING.has(status))
      return running?.map(({ id, metadata }) => ({ id, userId: metadata.userId }))
    },
  }
}

function writings(
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
          // Stripe repeats its failures under one key, too, after what was wrong is put right.
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

/** Whether it is no answer of now, but the one that the key got before. */
const isReplayed = (error: unknown): boolean => Object(error).headers?.['idempotent-replayed'] === 'true'

/** The payments that went into the latest invoice of a subscription. */
function paidBy({ latest_invoice: invoice }: Stripe.Subscription): string[] {
  const payments = typeof invoice === 'string' ? [] : (invoice?.payments?.data ?? [])
  return payments.flatMap(({ status, payment }) =>
    status === 'paid' && payment.payment_intent ? [idOf(payment.payment_intent)] : [],
  )
}

/** The id of what Stripe answers as its id, or whole where that was asked for. */
const idOf = (object: string | { id: string }): string => (typeof object === 'string' ? object : object.id)
