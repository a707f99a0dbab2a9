import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subscriptionChanges, webhookEvents } from '../../db/schema/index.ts'
import { sendStripe } from '../../testing/doubles/stripe/sender.ts'
import {
  BIG_PLAYER,
  BIG_PRICE,
  CREATOR,
  openStripeShop,
  PRICE,
  type StripeShop,
} from '../../testing/doubles/stripe/shop.ts'
import { newestInvoice, renew } from '../../testing/doubles/stripe/state.ts'

const DAY = 86_400

let shop: StripeShop
beforeAll(async () => {
  shop = await openStripeShop()
  await shop.changePlan(BIG_PLAYER, { stripePriceId: BIG_PRICE })
})
afterAll(() => shop.close())

const db = () => shop.app.server.deps.db
const now = () => Math.floor(Date.now() / 1000)
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
const FREE = { plan: { name: 'free' }, provider: 'auto', state: 'active' }

describe('a buyer', () => {
  test('gets the plan at once and only once, whichever Stripe event comes first', async () => {
    const types = [
      'checkout.session.completed',
      'customer.subscription.created',
      'customer.subscription.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]
    for (const first of types) {
      const { person, subscription } = await shop.buyer()
      expect(await shop.mine(person)).toMatchObject(FREE)
      expect(await shop.tell(first, subscription)).toMatchObject({ status: 200, state: 'processed' })
      const had = await shop.mine(person)
      expect([first, had]).toMatchObject([
        first,
        {
          plan: { id: CREATOR },
          provider: 'stripe',
          state: 'active',
          currentPeriodEnd: iso(subscription.periodEnd),
          graceUntil: null,
          canManage: true,
          buyablePlanIds: [],
        },
      ])
      for (const other of types) await shop.tell(other, subscription)
      expect(await shop.mine(person)).toEqual(had)
      expect(had.changes.map(({ provider }) => provider).filter((it) => it === 'stripe')).toHaveLength(1)
    }
  })

  test('A40 gets one subscription and one change from ten concurrent copies', async () => {
    const { person, subscription } = await shop.buyer()
    const signed = shop.stripe.sign(shop.stripe.event('checkout.session.completed', subscription))
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendStripe(shop.app, signed)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const row = await shop.rowOf(subscription)
    expect(row).toMatchObject({ userId: person.userId, planId: CREATOR, status: 'active' })
    const changes = eq(subscriptionChanges.subscriptionId, row?.id ?? '')
    expect(await db().$count(subscriptionChanges, changes)).toBe(1)
    expect(await db().$count(webhookEvents, eq(webhookEvents.externalSubscriptionId, subscription.id))).toBe(
      1,
    )
  })

  test('A40 gets the last state of Stripe from concurrent events with different states', async () => {
    const { person, subscription } = await shop.subscriber()
    // The first event locks the purchase while it asks Stripe; the subscription has ended by the time Stripe
    // answers.
    const gate = shop.stripe.hold()
    const first = shop.tell('customer.subscription.updated', subscription)
    await gate.isAsked
    const others = ['customer.subscription.updated', 'invoice.paid', 'checkout.session.completed'].map(
      (type) => shop.tell(type, subscription),
    )
    subscription.status = 'canceled'
    others.push(shop.tell('customer.subscription.deleted', subscription))
    gate.release()
    expect((await Promise.all([first, ...others])).map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(await shop.mine(person)).toMatchObject(FREE)
  })

  test('A40 keeps the newer state when an older event arrives late', async () => {
    const { person, subscription } = await shop.subscriber()
    const old = shop.stripe.sign(
      shop.stripe.event('customer.subscription.updated', subscription, { created: now() - DAY }),
    )
    subscription.status = 'canceled'
    expect((await shop.tell('customer.subscription.deleted', subscription)).state).toBe('processed')
    expect((await sendStripe(shop.app, old)).status).toBe(200)
    expect(await shop.mine(person)).toMatchObject(FREE)
    expect((await shop.rowOf(subscription))?.status).toBe('canceled')
  })
})

describe('a subscription', () => {
  test('is renewed', async () => {
    const { person, subscription } = await shop.subscriber()
    renew(subscription, true)
    await shop.tell('invoice.paid', subscription)
    expect(await shop.mine(person)).toMatchObject({
      ...{ plan: { id: CREATOR }, state: 'active' },
      currentPeriodEnd: iso(subscription.periodEnd),
    })
  })

  test('stays until its period ends when canceled, and can be resumed', async () => {
    const { person, subscription } = await shop.subscriber()
    subscription.cancelAtPeriodEnd = true
    await shop.tell('customer.subscription.updated', subscription)
    expect(await shop.mine(person)).toMatchObject({
      ...{ plan: { id: CREATOR }, state: 'ending' },
      currentPeriodEnd: iso(subscription.periodEnd),
    })
    subscription.cancelAtPeriodEnd = false
    await shop.tell('customer.subscription.updated', subscription)
    expect(await shop.mine(person)).toMatchObject({ state: 'active' })
    subscription.status = 'canceled'
    await shop.tell('customer.subscription.deleted', subscription)
    const { changes, ...left } = await shop.mine(person)
    expect(left).toMatchObject(FREE)
    expect(changes[0]).toMatchObject({
      ...{ provider: 'stripe', source: 'webhook' },
      ...{ before: { planName: 'Criador', status: 'active' }, after: { status: 'canceled' } },
    })
  })

  test('changes its plan at Stripe', async () => {
    const { person, subscription } = await shop.subscriber()
    subscription.priceId = BIG_PRICE
    await shop.tell('customer.subscription.updated', subscription)
    expect(await shop.mine(person)).toMatchObject({ plan: { id: BIG_PLAYER } })
    subscription.priceId = PRICE
    await shop.tell('customer.subscription.updated', subscription)
    expect(await shop.mine(person)).toMatchObject({ plan: { id: CREATOR } })
  })

  test('keeps the plan for three days after a failed payment, then loses it until paid', async () => {
    const { person, subscription } = await shop.subscriber()
    subscription.periodEnd = now() - DAY
    renew(subscription, false)
    await shop.tell('invoice.payment_failed', subscription)
    const failed = newestInvoice(subscription).created
    expect(await shop.mine(person)).toMatchObject({
      ...{ plan: { id: CREATOR }, state: 'payment-failed' },
      graceUntil: iso(failed + 3 * DAY),
    })
    newestInvoice(subscription).created = now() - 4 * DAY
    await shop.tell('customer.subscription.updated', subscription)
    // Stripe keeps retrying, so the portal stays available and a second purchase is refused.
    expect(await shop.mine(person)).toMatchObject({ ...FREE, canManage: true })
    expect((await shop.checkout(person, CREATOR)).error.code).toBe('CONFLICT')
    newestInvoice(subscription).isPaid = true
    subscription.status = 'active'
    await shop.tell('invoice.paid', subscription)
    expect(await shop.mine(person)).toMatchObject({
      plan: { id: CREATOR },
      state: 'active',
      graceUntil: null,
    })
  })

  test.each(['unpaid', 'incomplete', 'incomplete_expired', 'paused'])(
    'that is %s grants nothing',
    async (status) => {
      const { person, subscription } = await shop.subscriber()
      subscription.status = status
      await shop.tell('customer.subscription.updated', subscription)
      expect(await shop.mine(person)).toMatchObject(FREE)
    },
  )

  test('ends with a full refund; a later paid month stays', async () => {
    const { person, subscription } = await shop.subscriber()
    await shop.tell('charge.refunded', subscription)
    // A partial refund changes nothing.
    expect(await shop.mine(person)).toMatchObject({ plan: { id: CREATOR } })
    const [first] = subscription.invoices
    newestInvoice(subscription).isRefunded = true
    expect((await shop.tell('charge.refunded', subscription)).state).toBe('processed')
    expect(await shop.mine(person)).toMatchObject(FREE)
    renew(subscription, true)
    await shop.tell('invoice.paid', subscription)
    expect([first?.isRefunded, await shop.mine(person)]).toMatchObject([true, { plan: { id: CREATOR } }])
    // Later events do not revive it.
    newestInvoice(subscription).isRefunded = true
    await shop.tell('customer.subscription.updated', subscription)
    expect(await shop.mine(person)).toMatchObject(FREE)
  })

  test('ends with a dispute, and returns when the dispute is won', async () => {
    const { person, subscription } = await shop.subscriber()
    const invoice = newestInvoice(subscription)
    const steps: [status: string, type: string, isHad: boolean][] = [
      ['warning_needs_response', 'charge.dispute.created', true],
      ['needs_response', 'charge.dispute.created', false],
      ['under_review', 'charge.dispute.updated', false],
      ['won', 'charge.dispute.closed', true],
      ['lost', 'charge.dispute.closed', false],
    ]
    for (const [status, type, isHad] of steps) {
      invoice.disputeStatus = status
      expect((await shop.tell(type, subscription)).state).toBe('processed')
      expect([status, (await shop.mine(person)).provider]).toEqual([status, isHad ? 'stripe' : 'auto'])
    }
  })
})
