import { createHash } from 'node:crypto'
import type { MySubscription, PaymentPage } from '#shared/contract/subscription.ts'
import { addressLimiter } from '../../auth/limits/address-limiter.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import type { RunningSubscription, StripeGateway } from '../../payments/stripe.ts'
import { findPendingPurchase } from '../purchase-claims/pending-purchases.queries.ts'
import { listEntitlements } from '../subscriptions/subscriptions.queries.ts'
import { getCurrent, listChanges } from './my-subscription.queries.ts'
import {
  getBuyer,
  getHoldings,
  listOffered,
  listStripePurchases,
  type StripePurchase,
} from './payments.queries.ts'
import { ALREADY_BY_STRIPE, hublaPage, reasonNotToBuy, type Sellers, saleOf } from './purchase-rules.ts'
import { mayTry } from './trials.queries.ts'

const UNKNOWN_PLAN = 'Plano não encontrado'
const NOT_FOR_SALE = 'Este plano não está à venda agora.'
const NOTHING_AT_STRIPE = 'Não há assinatura sua para gerenciar aqui.'

/** Pages per user in a window of seconds; each needs requests to a third-party API. */
const PAGES = { window: 3_600, max: 30 }

type Some = Pick<Deps, 'db' | 'env' | 'redis' | 'stripe' | 'hashAddress'>

/** The providers that are configured here. */
export const sellersOf = ({ env, stripe }: Pick<Some, 'env' | 'stripe'>): Sellers => ({
  stripe: stripe !== undefined,
  hubla: env.hublaTokens.length > 0,
})

const conflict = (text: string) => new AppError('CONFLICT', text)

/** The user's subscription, its source, and the possible actions. */
export async function readMySubscription(
  deps: Some,
  { userId }: { userId: string },
): Promise<MySubscription> {
  const { db, stripe } = deps
  const [current, entitlements, waiting, holdings, purchases, offered, isNewBuyer, changes] =
    await Promise.all([
      getCurrent(db, { userId }),
      listEntitlements(db, { userIds: [userId] }),
      findPendingPurchase(db, { userId }),
      getHoldings(db, { userId }),
      listStripePurchases(db, { userId }),
      listOffered(db),
      mayTry(db, { userId, hashOf: deps.hashAddress }),
      listChanges(db, { userId }),
    ])
  const buyable = offered.flatMap((plan) => {
    const sale = saleOf(plan, sellersOf(deps))
    return sale && reasonNotToBuy(plan, holdings) === undefined ? [{ ...plan, sale }] : []
  })
  return {
    ...current,
    others: entitlements.get(userId)?.others ?? [],
    waiting,
    canManage: stripe !== undefined && purchases.length > 0,
    buyablePlanIds: buyable.map(({ id }) => id),
    trialPlanIds: buyable
      .filter(({ sale, trialDays }) => isNewBuyer && sale.provider === 'stripe' && trialDays > 0)
      .map(({ id }) => id),
    changes,
  }
}

/**
 * Opens the page where a user pays for a plan.
 * @throws {AppError} VALIDATION_ERROR for an unknown plan; CONFLICT for one that is not sold, or that would
 * have no effect or be charged twice; RATE_LIMITED; UNAVAILABLE when Stripe does not answer.
 */
export async function openCheckout(
  deps: Some,
  { userId, planId }: { userId: string; planId: string },
): Promise<PaymentPage> {
  const { db, stripe } = deps
  const [plan] = await listOffered(db, { planId })
  if (!plan) throw new AppError('VALIDATION_ERROR', UNKNOWN_PLAN, { details: { planId: UNKNOWN_PLAN } })
  const reason = reasonNotToBuy(plan, await getHoldings(db, { userId }))
  if (reason) throw conflict(reason)
  const sale = saleOf(plan, sellersOf(deps))
  if (!sale) throw conflict(NOT_FOR_SALE)
  await limitPages(deps, { userId })
  const buyer = await getBuyer(db, { userId })
  const purchases = await listStripePurchases(db, { userId })
  const customer = stripe && (await findIdleCustomer(stripe, { userId, purchases }))
  if (sale.provider === 'hubla') return { url: hublaPage(sale.url, buyer, deps.env.hublaPrefill) }
  if (!stripe) throw conflict(NOT_FOR_SALE)
  const hasTrial = plan.trialDays > 0 && (await mayTry(db, { userId, hashOf: deps.hashAddress }))
  const params = checkoutParams(deps, {
    ...{ userId, customer, priceId: sale.priceId, email: buyer.email },
    trialDays: hasTrial ? plan.trialDays : 0,
    acceptsCoupons: plan.acceptsCoupons,
  })
  // Idempotency key: two tabs get the same page, which can be paid once. Stripe's pages expire after a day,
  // like this key.
  const key = JSON.stringify([new Date().toISOString().slice(0, 10), purchases.length, params])
  return { url: await stripe.openCheckout(params, createHash('sha256').update(key).digest('hex')) }
}

/** More customers than one user ever has. */
const CUSTOMERS = 10

/**
 * The newest of a user's customers that Stripe still has. Asks Stripe whether any of them has a running
 * subscription, because webhooks may be late and an overdue subscription no longer counts here.
 * @throws {AppError} CONFLICT if one has; UNAVAILABLE when Stripe does not answer.
 */
async function findIdleCustomer(
  stripe: StripeGateway,
  { userId, purchases }: { userId: string; purchases: readonly StripePurchase[] },
): Promise<string | undefined> {
  const known = new Set(purchases.map(({ subscriptionId }) => subscriptionId))
  const customers = [...new Set(purchases.map(({ customerId }) => customerId))].slice(0, CUSTOMERS)
  const running = await Promise.all(customers.map((customer) => stripe.listRunning(customer)))
  // The same customer may have subscriptions to products other than our plans.
  const isTheirs = (one: RunningSubscription) => one.userId === userId || known.has(one.id)
  if (running.some((list) => list?.some(isTheirs))) throw conflict(ALREADY_BY_STRIPE)
  return customers.find((_, index) => running[index] !== undefined)
}

type Buying = {
  userId: string
  priceId: string
  email: string
  customer: string | undefined
  trialDays: number
  acceptsCoupons: boolean
}

/** Return addresses are set by the server only (RELIABILITY A22). */
function checkoutParams(
  { env }: Some,
  { userId, priceId, email, customer, trialDays, acceptsCoupons }: Buying,
): Parameters<StripeGateway['openCheckout']>[0] {
  const page = `${env.appUrl}/app/me?assinatura=`
  return {
    mode: 'subscription',
    line_items: [{ price: priceId, quantity: 1 }],
    client_reference_id: userId,
    ...(customer === undefined ? { customer_email: email } : { customer }),
    metadata: { userId },
    // Identifies the user in every event of the subscription, in whichever order they arrive.
    subscription_data: {
      metadata: { userId },
      // The page asks for the card at once, and Stripe charges it when the trial ends.
      ...(trialDays > 0 && { trial_period_days: trialDays }),
    },
    ...(acceptsCoupons && { allow_promotion_codes: true }),
    success_url: `${page}feita`,
    cancel_url: `${page}cancelada`,
    locale: 'pt-BR',
  }
}

/**
 * Opens the page where a user changes the payment method, reads invoices or cancels.
 * @throws {AppError} CONFLICT if they have no customer there; RATE_LIMITED; UNAVAILABLE when Stripe does not
 * answer.
 */
export async function openPortal(deps: Some, { userId }: { userId: string }): Promise<PaymentPage> {
  const { db, env, stripe } = deps
  const [purchase] = await listStripePurchases(db, { userId })
  if (!stripe || !purchase) throw conflict(NOTHING_AT_STRIPE)
  await limitPages(deps, { userId })
  const { customerId: customer } = purchase
  const url = await stripe.openPortal({ customer, return_url: `${env.appUrl}/app/me`, locale: 'pt-BR' })
  return { url }
}

async function limitPages({ db, redis, env }: Some, { userId }: { userId: string }): Promise<void> {
  if (!env.rateLimits) return
  const { allowed, retryAfter } = await addressLimiter({ db, redis }).consume(
    `payment-pages|${userId}`,
    PAGES,
  )
  if (allowed) return
  const text = 'Você abriu páginas de pagamento demais. Tente de novo mais tarde.'
  throw new AppError('RATE_LIMITED', text, { retryAfter: retryAfter ?? PAGES.window })
}
