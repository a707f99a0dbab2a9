import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hublaHistories, hublaHistory } from '../../testing/doubles/hubla-histories.ts'
import { type HublaEvent, hublaPurchase } from '../../testing/doubles/hubla-sender.ts'
import {
  DAY_SECONDS,
  PERIOD_END,
  PERIOD_START,
  stripeSubscription,
} from '../../testing/doubles/stripe/events.ts'
import { GRACE_DAYS, isOver, stateOf } from './entitlement.ts'
import { readHubla } from './hubla-facts.ts'
import { type Facts, merge } from './purchase-facts.ts'
import { readStripe } from './stripe-facts.ts'

const read = (event: HublaEvent): Facts => readHubla(event)?.facts ?? {}
const stateAfter = (...events: HublaEvent[]) => stateOf(events.map(read).reduce(merge, {}))

const [START, DAY_LATER, MONTH_LATER] = [
  new Date('2026-03-05T12:00:00.000Z'),
  new Date('2026-03-06T12:00:00.000Z'),
  new Date('2026-04-05T12:00:00.000Z'),
]
const bought = () => {
  const life = hublaHistory()
  life.buy(START)
  return life
}

describe('Hubla', () => {
  test('any history of a purchase, delivered in any order, gives its final state', () => {
    const lives = hublaHistories({ begin: START, maxSteps: 8 })
    fc.assert(
      fc.property(lives, ({ life, deliveries }) => {
        expect(stateAfter(...deliveries)).toMatchObject(life.truth)
        expect(stateAfter(...life.events)).toMatchObject(life.truth)
      }),
      { numRuns: 120 },
    )
  })

  test.each([
    ['customer.member_added', 'active'],
    ['subscription.activated', 'active'],
    ['customer.member_removed', 'canceled'],
    ['subscription.deactivated', 'canceled'],
    ['subscription.created', 'inactive'],
    ['subscription.expiring', 'inactive'],
    ['subscription.renewal_disabled', 'inactive'],
    ['subscription.renewal_enabled', 'inactive'],
  ])('%s alone makes it %s', (type, status) => {
    const event = hublaPurchase().event(type, 1, { at: START })
    expect(stateAfter(event).status).toBe(status)
  })

  test.each([
    ['invoice.payment_succeeded', 'paid', 'active'],
    ['invoice.status_updated', 'paid', 'active'],
    ['invoice.status_updated', 'disputed', 'canceled'],
    ['invoice.status_updated', 'chargeback', 'canceled'],
    ['invoice.refunded', 'refunded', 'canceled'],
    ['invoice.created', 'draft', 'inactive'],
    ['invoice.status_updated', 'unpaid', 'inactive'],
    ['invoice.payment_failed', 'unpaid', 'inactive'],
    ['invoice.expired', 'expired', 'inactive'],
  ])('%s alone, with an invoice that is %s, makes it %s', (type, status, expected) => {
    const event = hublaPurchase().invoice(type, status, { at: START })
    expect(stateAfter(event).status).toBe(expected)
  })

  test('an invoice alone revokes nothing: expired, failed or partly refunded', () => {
    const life = bought()
    const make = hublaPurchase(life.email, { id: life.subscriptionId })
    const told = (type: string, status: string) =>
      make.invoice(type, status, { at: DAY_LATER, invoiceId: 'outra' })
    const events = [
      ...life.events,
      told('invoice.expired', 'expired'),
      told('invoice.refunded', 'partially_refunded'),
      told('invoice.payment_failed', 'unpaid'),
    ]
    const state = stateAfter(...events)
    expect(state).toMatchObject({ status: 'active', currentPeriodEnd: MONTH_LATER })
    expect(isOver(state, new Date(MONTH_LATER.getTime() - 1))).toBe(false)
  })

  test('a refund that arrives before its payment still revokes', () => {
    const life = bought()
    life.quietRefund(DAY_LATER)
    expect(stateAfter(...life.events.toReversed()).status).toBe('canceled')
  })

  test('a refund of a past month does not revoke the month paid since', () => {
    const life = bought()
    life.pay(MONTH_LATER)
    life.refundFormer(new Date('2026-04-06T12:00:00.000Z'))
    const end = new Date('2026-05-05T12:00:00.000Z')
    expect(stateAfter(...life.events)).toMatchObject({ status: 'active', currentPeriodEnd: end })
  })

  test('an ended purchase stays ended when older events arrive again', () => {
    const life = bought()
    const burst = [...life.events]
    life.remove(DAY_LATER)
    expect(stateAfter(...life.events, ...burst).status).toBe('canceled')
  })

  test('a revision number outweighs a wrong clock', () => {
    const make = hublaPurchase()
    const granted = make.event('subscription.activated', 4, { at: '2027-01-01T00:00:00.000Z' })
    const revoked = make.event('subscription.deactivated', 5, { at: '2026-01-01T00:00:00.000Z' })
    expect(stateAfter(revoked, granted).status).toBe('canceled')
  })

  test('at equal revisions the later date counts; at equal dates the revocation', () => {
    const make = hublaPurchase()
    const at = (type: string, date: Date) => make.event(type, 4, { at: date })
    const revoked = at('subscription.deactivated', START)
    expect(stateAfter(at('subscription.activated', DAY_LATER), revoked).status).toBe('active')
    expect(stateAfter(at('subscription.activated', START), revoked).status).toBe('canceled')
  })

  test('a statement without a revision is compared with numbered ones by date', () => {
    const make = hublaPurchase()
    const granted = make.event('subscription.activated', 4, { at: START })
    const revoked = make.event('subscription.deactivated', 1, { at: DAY_LATER })
    Object.assign(revoked.event.subscription, { version: null })
    expect(stateAfter(granted, revoked).status).toBe('canceled')
    Object.assign(revoked.event.subscription, { modifiedAt: new Date(START.getTime() - 1).toISOString() })
    expect(stateAfter(granted, revoked).status).toBe('active')
  })

  test('a paid invoice has no grace period, even after earlier refusals', () => {
    const make = hublaPurchase()
    const paid = make.invoice('invoice.payment_succeeded', 'paid', { at: START })
    const failed = (invoiceId?: string) =>
      make.invoice('invoice.payment_failed', 'unpaid', { at: DAY_LATER, ...(invoiceId && { invoiceId }) })
    expect(stateAfter(paid, failed()).graceUntil).toBeNull()
    const until = new Date(DAY_LATER.getTime() + GRACE_DAYS * DAY_SECONDS * 1000)
    expect(stateAfter(paid, failed('outra')).graceUntil).toEqual(until)
  })

  test('paying some days early loses none of them', () => {
    const life = bought()
    life.pay(new Date('2026-04-01T12:00:00.000Z'))
    expect(stateAfter(...life.events).currentPeriodEnd).toEqual(new Date('2026-05-05T12:00:00.000Z'))
  })

  test('instalments count as one payment', () => {
    const life = bought()
    const make = hublaPurchase(life.email, { id: life.subscriptionId })
    const part = (invoiceId: string, at: Date) => {
      const event = make.invoice('invoice.payment_succeeded', 'paid', { at, invoiceId })
      Object.assign(event.event.invoice, { smartInstallment: { sourceInvoiceId: 'inteira' } })
      return event
    }
    const parts = [part('parte-1', START), part('parte-2', MONTH_LATER)]
    expect(stateAfter(...parts, ...life.events.slice(-1)).currentPeriodEnd).toEqual(MONTH_LATER)
  })
})

describe('Stripe', () => {
  const FETCHED = new Date('2026-03-10T00:00:00.000Z')
  const stateOfStripe = (over: Parameters<typeof stripeSubscription>[0], isRevoked = false) =>
    stateOf(readStripe({ subscription: stripeSubscription(over), isRevoked, fetchedAt: FETCHED }).facts)
  const instant = (seconds: number) => new Date(seconds * 1000)

  test.each([
    ['active', 'active'],
    ['trialing', 'active'],
    ['past_due', 'active'],
    ['incomplete', 'inactive'],
    ['paused', 'inactive'],
    ['canceled', 'canceled'],
    ['unpaid', 'canceled'],
    ['incomplete_expired', 'canceled'],
  ] as const)('%s is %s here', (status, expected) => {
    expect(stateOfStripe({ status }).status).toBe(expected)
  })

  test('the period ends as its item says, or earlier at the cancellation date', () => {
    expect(stateOfStripe({})).toMatchObject({
      ...{ currentPeriodEnd: instant(PERIOD_END), cancelsAtPeriodEnd: false, graceUntil: null },
      planKeys: [
        { kind: 'price', externalId: 'price_mensal', name: 'Mensal' },
        { kind: 'product', externalId: 'prod_elenco', name: null },
      ],
    })
    expect(stateOfStripe({ cancel_at_period_end: true })).toMatchObject({
      ...{ currentPeriodEnd: instant(PERIOD_END), cancelsAtPeriodEnd: true },
    })
    const earlier = PERIOD_START + DAY_SECONDS
    expect(stateOfStripe({ cancel_at: earlier })).toMatchObject({
      ...{ currentPeriodEnd: instant(earlier), cancelsAtPeriodEnd: true },
    })
  })

  test('a failed payment has three days from its invoice, even though the period has advanced', () => {
    const invoiceCreated = PERIOD_START + 60
    const state = stateOfStripe({ status: 'past_due', invoiceCreated })
    const until = instant(invoiceCreated + GRACE_DAYS * DAY_SECONDS)
    expect(state).toMatchObject({ status: 'active', graceUntil: until })
    expect(isOver(state, new Date(until.getTime() - 1))).toBe(false)
    expect(isOver(state, until)).toBe(true)
  })

  test('a refunded or disputed subscription is over', () => {
    expect(stateOfStripe({ status: 'active' }, true).status).toBe('canceled')
  })

  test('of two snapshots the one fetched later counts, in either order of writing', () => {
    const fetched = (status: 'active' | 'canceled', fetchedAt: Date) =>
      readStripe({ subscription: stripeSubscription({ status }), isRevoked: false, fetchedAt }).facts
    const [old, latest] = [fetched('active', FETCHED), fetched('canceled', new Date(FETCHED.getTime() + 1))]
    expect(stateOf(merge(old, latest)).status).toBe('canceled')
    expect(stateOf(merge(latest, old)).status).toBe('canceled')
  })

  test('the email is normalised if the customer was expanded', () => {
    const { facts } = readStripe({
      ...{ subscription: stripeSubscription({ email: ' Ana@Exemplo.com.BR ' }), isRevoked: false },
      fetchedAt: FETCHED,
    })
    expect(facts.email?.dated?.value).toBe('ana@exemplo.com.br')
  })
})

describe('the end of a period', () => {
  const end = { currentPeriodEnd: MONTH_LATER, graceUntil: null, cancelsAtPeriodEnd: false }
  const days = (count: number) => new Date(MONTH_LATER.getTime() + count * DAY_SECONDS * 1000)

  test.each([
    ['never comes without an end date', { ...end, currentPeriodEnd: null }, days(9_999), false],
    ['does not come before its instant', end, new Date(MONTH_LATER.getTime() - 1), false],
    ['waits three days for a late renewal event', end, days(2.9), false],
    ['comes after those three days', end, days(3), true],
    ['comes at once after a cancellation', { ...end, cancelsAtPeriodEnd: true }, MONTH_LATER, true],
    ['waits for the grace period of a failed payment', { ...end, graceUntil: days(1) }, days(0.9), false],
    ['comes at the end of that grace period', { ...end, graceUntil: days(1) }, days(1), true],
  ])('%s', (_, state, now, expected) => {
    expect(isOver(state, now)).toBe(expected)
  })
})
