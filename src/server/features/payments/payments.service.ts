import { createHash } from 'node:crypto'
import type { MySubscription, PaymentPage } from '#shared/contract/subscription.ts'
import { addressLimiter } from '../../auth/limits/address-limiter.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import type { RunningSubscription, StripeGateway } from '../../payments/stripe.ts'
import { findPendingPurchase } from '../purchase-claims/pending-purchases.queries.ts'
import { getCurrent, listChanges } from './my-subscription.queries.ts'
import {
  getBuyer,
  getHoldings,
  listOffered,
  listStripePurchases,
  type StripePurchase,
} from './payments.queries.ts'
import { ALREADY_BY_STRIPE, hublaPage, reasonNotToBuy, type Sellers, saleOf } from './purchase-rules.ts'

const UNKNOWN_PLAN = 'Plano não encontrado'
const NOT_FOR_SALE = 'Este plano não está à venda agora.'
const NOT_BY_STRIPE = 'Não há assinatura sua para gerenciar aqui.'

/** Pages that a person may have opened in an hour: each of them asks something of somebody else's API. */
const PAGES = { window: 3_600, max: 30 }

type Some = Pick<Deps, 'db' | 'env' | 'redis' | 'stripe'>

/** Through whom people can pay here. */
export const sellersOf = ({ env, stripe }: Pick<Some, 'env' | 'stripe'>): Sellers => ({
  stripe: stripe !== undefined,
  hubla: env.hublaTokens.length > 0,
})

const conflict = (text: string) => new AppError('CONFLICT', text)

/** What the signed-in person has, where it comes from, and what they can do about it. */
export async function readMySubscription(
  deps: Some,
  { userId }: { userId: string },
): Promise<MySubscription> {
  const { db, stripe } = deps
  const [current, waiting, holdings, purchases, offered, changes] = await Promise.all([
    getCurrent(db, { userId }),
    findPendingPurchase(db, { userId }),
    getHoldings(db, { userId }),
    listStripePurchases(db, { userId }),
    listOffered(db),
    listChanges(db, { userId }),
  ])
  const buyable = offered.filter(
    (plan) => saleOf(plan, sellersOf(deps)) && reasonNotToBuy(plan.id, holdings) === undefined,
  )
  return {
    ...current,
    waiting,
    canManage: stripe !== undefined && purchases.length > 0,
    buyablePlanIds: buyable.map(({ id }) => id),
    changes,
  }
}

/**
 * Opens the page where a person pays for a plan.
 * @throws {AppError} VALIDATION_ERROR for no such plan; CONFLICT for one that is not for sale, or that they would pay for
 * twice or in vain; RATE_LIMITED; UNAVAILABLE when Stripe does not answer.
 */
export async function openCheckout(
  deps: Some,
  { userId, planId }: { userId: string; planId: string },
): Promise<PaymentPage> {
  const { db, stripe } = deps
  const [plan] = await listOffered(db, { planId })
  if (!plan) throw new AppError('VALIDATION_ERROR', UNKNOWN_PLAN, { details: { planId: UNKNOWN_PLAN } })
  const reason = reasonNotToBuy(planId, await getHoldings(db, { userId }))
  if (reason) throw conflict(reason)
  const sale = saleOf(plan, sellersOf(deps))
  if (!sale) throw conflict(NOT_FOR_SALE)
  await limitPages(deps, { userId })
  const buyer = await getBuyer(db, { userId })
  const purchases = await listStripePurchases(db, { userId })
  const customer = stripe && (await findIdleCustomer(stripe, { userId, purchases }))
  if (sale.provider === 'hubla') return { url: hublaPage(sale.url, buyer, deps.env.hublaPrefill) }
  if (!stripe) throw conflict(NOT_FOR_SALE)
  const params = checkoutParams(deps, { userId, priceId: sale.priceId, email: buyer.email, customer })
  // Two tabs lead to one page, which can be paid once. Pages end after a day, and so does this.
  const key = JSON.stringify([new Date().toISOString().slice(0, 10), purchases.length, params])
  return { url: await stripe.openCheckout(params, createHash('sha256').update(key).digest('hex')) }
}

/** More than anybody becomes by buying. */
const CUSTOMERS = 10

/**
 * The newest of a person's customers that Stripe still knows. It is asked itself whether it goes on charging one of them: its
 * news may be on their way, and a payment that failed for too long counts here no more.
 * @throws {AppError} CONFLICT where it does; UNAVAILABLE when it does not answer.
 */
async function findIdleCustomer(
  stripe: StripeGateway,
  { userId, purchases }: { userId: string; purchases: readonly StripePurchase[] },
): Promise<string | undefined> {
  const known = new Set(purchases.map(({ subscriptionId }) => subscriptionId))
  const customers = [...new Set(purchases.map(({ customerId }) => customerId))].slice(0, CUSTOMERS)
  const running = await Promise.all(customers.map((customer) => stripe.listRunning(customer)))
  // The same customer may pay for something else, which is none of this house's plans.
  const isTheirs = (one: RunningSubscription) => one.userId === userId || known.has(one.id)
  if (running.some((list) => list?.some(isTheirs))) throw conflict(ALREADY_BY_STRIPE)
  return customers.find((_, index) => running[index] !== undefined)
}

type Buying = { userId: string; priceId: string; email: string; customer: string | undefined }

/** What leads back is ours alone to say (RELIABILITY A22). */
function checkoutParams(
  { env }: Some,
  { userId, priceId, email, customer }: Buying,
): Parameters<StripeGateway['openCheckout']>[0] {
  const page = `${env.appUrl}/app/me?assinatura=`
  return {
    mode: 'subscription',
    line_items: [{ price: priceId, quantity: 1 }],
    client_reference_id: userId,
    ...(customer === undefined ? { customer_email: email } : { customer }),
    metadata: { userId },
    // Whose it is, whatever event tells of it first.
    subscription_data: { metadata: { userId } },
    success_url: `${page}feita`,
    cancel_url: `${page}cancelada`,
    locale: 'pt-BR',
  }
}

/**
 * Opens the page where a person changes how they pay, reads invoices, or cancels.
 * @throws {AppError} CONFLICT when they have nothing there; RATE_LIMITED; UNAVAILABLE when Stripe does not answer.
 */
export async function openPortal(deps: Some, { userId }: { userId: string }): Promise<PaymentPage> {
  const { db, env, stripe } = deps
  const [purchase] = await listStripePurchases(db, { userId })
  if (!stripe || !purchase) throw conflict(NOT_BY_STRIPE)
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
