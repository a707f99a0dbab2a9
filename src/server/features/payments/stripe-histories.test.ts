import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendStripe } from '../../testing/doubles/stripe/sender.ts'
import {
  BIG_PLAYER,
  BIG_PRICE,
  CREATOR,
  openStripeShop,
  PRICE,
  type StripeShop,
} from '../../testing/doubles/stripe/shop.ts'
import { type DoubleSubscription, newestInvoice, renew } from '../../testing/doubles/stripe/state.ts'
import type { SignedEvent } from '../../testing/doubles/stripe/stripe-double.ts'

let shop: StripeShop
beforeAll(async () => {
  shop = await openStripeShop()
  await shop.changePlan(BIG_PLAYER, { stripePriceId: BIG_PRICE })
})
afterAll(() => shop.close())

const change = (values: Partial<DoubleSubscription>) => (it: DoubleSubscription) => Object.assign(it, values)

function settle(it: DoubleSubscription): void {
  newestInvoice(it).isPaid = true
  it.status = 'active'
}

function refund(it: DoubleSubscription): void {
  const invoice = newestInvoice(it)
  invoice.isRefunded = invoice.isPaid
}

/** Changes of a subscription, and the event that Stripe sends for each. */
const STEPS: [type: string, happen: (it: DoubleSubscription) => unknown][] = [
  ['invoice.paid', (it) => renew(it, true)],
  ['invoice.payment_failed', (it) => renew(it, false)],
  ['invoice.paid', settle],
  ['charge.refunded', refund],
  ['customer.subscription.updated', change({ cancelAtPeriodEnd: true })],
  ['customer.subscription.updated', change({ cancelAtPeriodEnd: false })],
  ['customer.subscription.updated', change({ priceId: BIG_PRICE })],
  ['customer.subscription.deleted', change({ status: 'canceled' })],
]

const DAY_MS = 86_400_000
const instant = (seconds: number) => new Date(seconds * 1000)

function truthOf(it: DoubleSubscription) {
  const planId = it.priceId === PRICE ? CREATOR : BIG_PLAYER
  const { created, isRefunded } = newestInvoice(it)
  const nothing = { currentPeriodEnd: null, graceUntil: null, cancelsAtPeriodEnd: false }
  if (it.status === 'canceled' || isRefunded) return { planId, status: 'canceled', ...nothing }
  const going = { planId, status: 'active', cancelsAtPeriodEnd: it.cancelAtPeriodEnd }
  if (it.status === 'active') return { ...going, currentPeriodEnd: instant(it.periodEnd), graceUntil: null }
  const unpaidSince = instant(created)
  return {
    ...going,
    currentPeriodEnd: unpaidSince,
    graceUntil: new Date(unpaidSince.getTime() + 3 * DAY_MS),
  }
}

/** Repeats a delivery, as Stripe does, until it succeeds. */
async function insist(event: SignedEvent): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    if ((await sendStripe(shop.app, event)).status === 200) return
  }
  throw new Error('a delivery never came through')
}

/**
 * Each step's event arrives before the next step, concurrently with others, or at the end in reverse order;
 * or twice.
 */
const histories = fc.array(
  fc.record({
    step: fc.constantFrom(...STEPS),
    arrives: fc.constantFrom('at once', 'meanwhile', 'late', 'twice'),
  }),
  { minLength: 1, maxLength: 6 },
)

async function play(history: typeof histories extends fc.Arbitrary<infer It> ? It : never): Promise<void> {
  const it = shop.stripe.subscribe({ email: 'compradora@exemplo.com.br', priceId: PRICE })
  const [late, meanwhile]: [SignedEvent[], Promise<void>[]] = [[], []]
  for (const { step, arrives } of history) {
    // No event follows the cancellation.
    if (it.status === 'canceled') break
    const [type, happen] = step
    happen(it)
    const event = shop.stripe.sign(shop.stripe.event(type, it))
    if (arrives === 'late' || arrives === 'twice') late.unshift(event)
    if (arrives === 'late') continue
    const arrival = insist(event)
    meanwhile.push(arrival)
    if (arrives === 'at once') await arrival
  }
  await Promise.all(meanwhile)
  for (const event of late) await insist(event)
  expect(await shop.rowOf(it)).toMatchObject(truthOf(it))
}

test('A40 after any history and any delivery order, the subscription matches Stripe', {
  timeout: 120_000,
}, async () => {
  await fc.assert(fc.asyncProperty(histories, play), { numRuns: 12, endOnFailure: true })
})
