import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hublaHistory } from '../../testing/doubles/hubla-histories.ts'
import { hublaPurchase } from '../../testing/doubles/hubla-sender.ts'
import { stateOf } from './entitlement.ts'
import { readHubla } from './hubla-facts.ts'
import { type Facts, merge } from './purchase-facts.ts'

const INSTANTS = [
  '2026-01-10T12:00:00.000Z',
  '2026-01-10T12:00:01.000Z',
  '2026-02-10T12:00:00.000Z',
  null,
  'ontem',
]
const TYPES = [
  ...['customer.member_added', 'customer.member_removed', 'subscription.created', 'subscription.expiring'],
  ...['subscription.activated', 'subscription.deactivated'],
  ...['subscription.renewal_disabled', 'subscription.renewal_enabled'],
  ...['invoice.created', 'invoice.status_updated', 'invoice.payment_succeeded', 'invoice.payment_failed'],
  ...['invoice.expired', 'invoice.refunded'],
]

/** Arbitrary events with contradictions, ties and missing fields, worse than any provider sends. */
const wild = fc
  .record({
    type: fc.constantFrom(...TYPES),
    revision: fc.constantFrom(null, 0, 1, 2, 'três'),
    at: fc.constantFrom(...INSTANTS),
    when: fc.constantFrom(...INSTANTS),
    status: fc.constantFrom('paid', 'refunded', 'unpaid', 'constructor', null),
    invoiceId: fc.constantFrom('a', 'b', '__proto__', null),
    months: fc.constantFrom(1, 12, 0, null, -1),
    offers: fc.constantFrom(['um'], ['dois'], ['um', 'dois'], null),
    email: fc.constantFrom('Ana@Exemplo.com.br ', 'outra@exemplo.com.br', 'ninguem', null),
    autoRenew: fc.constantFrom(true, false, null),
  })
  .map(({ type, revision, at, when, status, invoiceId, months, offers, email, autoRenew }) => ({
    type,
    version: '2.0.0',
    event: {
      products: [{ id: 'produto', name: null, offers: offers?.map((id) => ({ id, name: null })) ?? null }],
      subscription: { id: 's', version: revision, modifiedAt: at, billingCycleMonths: months, autoRenew },
      user: { email },
      invoice: { id: invoiceId, subscriptionId: 's', status, statusAt: [{ status, when }, null] },
    },
  }))

const read = (event: unknown): Facts => readHubla(event)?.facts ?? {}
const known = fc.array(wild, { maxLength: 4 }).map((events) => events.map(read).reduce(merge, {}))

/** Simulates storage as jsonb: reordered keys, no undefined. */
const stored = (facts: Facts): Facts =>
  JSON.parse(JSON.stringify(facts), (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).reverse())
      : part,
  )

test('merging is commutative, associative and idempotent for any facts', () => {
  fc.assert(
    fc.property(known, known, known, (one, two, three) => {
      expect(stored(merge(one, two))).toEqual(stored(merge(two, one)))
      expect(stored(merge(merge(one, two), three))).toEqual(stored(merge(one, merge(two, three))))
      expect(stored(merge(one, one))).toEqual(stored(one))
    }),
    { numRuns: 100 },
  )
})

test('facts read from the database merge like the original ones', () => {
  fc.assert(
    fc.property(known, known, (one, two) => {
      expect(stored(merge(stored(one), two))).toEqual(stored(merge(one, two)))
      expect(stateOf(stored(one))).toEqual(stateOf(one))
    }),
    { numRuns: 100 },
  )
})

test('any order and repetition of random events gives one state', () => {
  const deliveries = fc.array(wild, { minLength: 1, maxLength: 6 }).chain((events) =>
    fc.record({
      events: fc.constant(events),
      delivered: fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
    }),
  )
  fc.assert(
    fc.property(deliveries, ({ events, delivered }) => {
      const inOrder = events.map(read).reduce(merge, {})
      expect(stateOf(delivered.map(read).reduce(merge, {}))).toEqual(stateOf(inOrder))
    }),
    { numRuns: 100 },
  )
})

/** The merged facts for each order of arrival. */
const allOrders = (rest: Facts[], known: Facts = {}): Facts[] =>
  rest.length === 0
    ? [known]
    : rest.flatMap((next) =>
        allOrders(
          rest.filter((other) => other !== next),
          merge(known, next),
        ),
      )

test('all 5,040 orders of a purchase’s seven events give the same state', () => {
  const life = hublaHistory()
  life.buy(new Date('2026-03-05T12:00:00.000Z'))
  expect(life.events.map(({ type }) => type).sort()).toEqual([
    ...['customer.member_added', 'invoice.created', 'invoice.payment_succeeded', 'invoice.status_updated'],
    ...['invoice.status_updated', 'subscription.activated', 'subscription.created'],
  ])
  const ends = allOrders(life.events.map(read))
  expect(ends).toHaveLength(5_040)
  const states = new Set(ends.map((facts) => JSON.stringify(stateOf(facts))))
  expect([...states].map((state) => JSON.parse(state))).toEqual([
    {
      ...{ status: 'active', graceUntil: null, cancelsAtPeriodEnd: false, formerKeys: [] },
      currentPeriodEnd: '2026-04-05T12:00:00.000Z',
      planKeys: [
        { kind: 'offer', externalId: 'oferta-criador-mensal', name: 'Criador mensal' },
        { kind: 'product', externalId: 'produto-elenco', name: 'Elenco' },
      ],
    },
  ])
})

test('the last sold items come first, and earlier ones are kept', () => {
  const [at, later] = ['2026-03-05T12:00:00.000Z', '2026-04-05T12:00:00.000Z']
  const small = hublaPurchase(undefined, { offerId: 'pequena', id: 's' })
  const big = hublaPurchase(undefined, { offerId: 'grande', id: 's' })
  const facts = [
    big.event('customer.member_added', 2, { at: later }),
    small.event('customer.member_added', 1, { at }),
  ].map(read)
  const { planKeys, formerKeys } = stateOf(facts.reduce(merge, {}))
  expect(planKeys[0]).toMatchObject({ kind: 'offer', externalId: 'grande' })
  expect(formerKeys.map(([first]) => first?.externalId)).toEqual(['pequena'])
})
