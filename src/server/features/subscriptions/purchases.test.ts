import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webhookEvents } from '../../db/schema/index.ts'
import { hublaHistories, hublaHistory, type Lived } from '../../testing/doubles/hubla-histories.ts'
import {
  HUBLA_OFFER,
  HUBLA_TOKEN,
  type HublaEvent,
  hublaPurchase,
  sendHubla,
} from '../../testing/doubles/hubla-sender.ts'
import { PERIOD_END, stripeSubscription } from '../../testing/doubles/stripe/events.ts'
import {
  BIG_PLAN,
  CREATOR_PLAN,
  findPurchase,
  listChanges,
  makeBuyer,
  mapToPlan,
} from '../../testing/factories/purchases.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { isOver } from './entitlement.ts'
import { lockPurchase, recordStripeSubscription } from './purchases.queries.ts'
import { listEntitlements } from './subscriptions.queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN })
  await mapToPlan(db(), { planId: CREATOR_PLAN.id, externalId: HUBLA_OFFER })
  await mapToPlan(db(), { planId: BIG_PLAN.id, externalId: 'oferta-grande' })
  await mapToPlan(db(), { planId: CREATOR_PLAN.id, externalId: 'produto-inteiro', kind: 'product' })
  await mapToPlan(db(), { planId: CREATOR_PLAN.id, externalId: 'price_mensal', kind: 'price' })
})
afterAll(() => app.close())
const db = () => app.server.deps.db

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

const deliver = async (event: HublaEvent, id?: string): Promise<string | undefined> => {
  const { status, state } = await sendHubla(app, event, id === undefined ? {} : { id })
  expect(status).toBe(200)
  return state
}

/** Simulates a lost response, and maybe a lost delivery: Hubla retries with the same id. */
const lose = (event: HublaEvent, id: string, after: number) =>
  sendHubla(app, event, { id, signal: AbortSignal.timeout(after) }).catch(() => undefined)

/**
 * Delivers the events of several purchases over parallel connections in arbitrary order; every third is lost
 * at first. Half of the repetitions keep their id, and half get a new one, as from Hubla's panel.
 */
async function deliverAll(lived: Lived[]): Promise<void> {
  const seen = new Set<HublaEvent>()
  const queues = lived.map(({ life, deliveries }) =>
    deliveries.map((event) => {
      const index = life.events.indexOf(event)
      const isNew = seen.has(event) && index % 2 === 1
      seen.add(event)
      return { event, id: isNew ? randomUUID() : `${life.subscriptionId}-${index}` }
    }),
  )
  const work = async (queue: (typeof queues)[number]) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { event, id } = next
      if (queue.length % 3 === 0) await lose(event, id, queue.length % 5)
      await deliver(event, id)
    }
  }
  await Promise.all(queues.flatMap((queue) => [work(queue), work(queue), work(queue)]))
}

const expectedOf = ({ truth }: Lived['life']) => ({
  ...truth,
  status: truth.status === 'active' && isOver(truth, new Date()) ? 'expired' : truth.status,
})

/** A buyer with two purchases of arbitrary history. */
const buyers = fc
  .constant(undefined)
  .map(() => `${randomUUID()}@exemplo.com.br`)
  .chain((email) => {
    const livesOf = (offerId: string) =>
      hublaHistories({ begin: daysAgo(20), maxSteps: 3, purchase: { email, offerId } })
    return fc.record({
      email: fc.constant(email),
      small: livesOf(HUBLA_OFFER),
      big: livesOf('oferta-grande'),
    })
  })

describe('a purchase', () => {
  test('matches its history over parallel connections, beside another purchase, and the highest counts', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(buyers, async ({ email, small, big }) => {
        const { userId } = await makeBuyer(db(), { email })
        await deliverAll([small, big])
        const plans = [BIG_PLAN.id, CREATOR_PLAN.id]
        for (const [place, { life }] of [big, small].entries()) {
          const planId = plans[place]
          const row = await findPurchase(db(), life.subscriptionId)
          expect(row).toMatchObject({ ...expectedOf(life), planId, userId, email })
          const changes = await listChanges(db(), row?.id ?? '')
          // Each recorded change starts from the state after the previous one.
          expect(changes.map(({ before }) => before)).toEqual([
            null,
            ...changes.slice(0, -1).map(({ after }) => after),
          ])
          expect(changes.at(-1)?.after).toMatchObject({ status: row?.status, planId })
        }
        const live = [big, small].map(({ life }) => expectedOf(life).status === 'active')
        const counting = await listEntitlements(db(), { userIds: [userId] })
        expect(counting.get(userId)?.subscription.planId).toBe(plans[live.indexOf(true)])
      }),
      { numRuns: 4, endOnFailure: true },
    )
  })

  test('stays unchanged, including its timestamp, when an old event is repeated', async () => {
    const life = hublaHistory()
    life.buy(daysAgo(1))
    for (const event of life.events) await deliver(event)
    const before = await findPurchase(db(), life.subscriptionId)
    for (const event of life.events) await deliver(event)
    expect(await findPurchase(db(), life.subscriptionId)).toEqual(before)
  })
})

describe('parked events', () => {
  test('count once an event names the buyer', async () => {
    const life = hublaHistory()
    life.buy(daysAgo(2))
    const [paid, added] = [
      life.events.find(({ type }) => type === 'invoice.payment_succeeded'),
      life.events.find(({ type }) => type === 'customer.member_added'),
    ]
    if (!paid || !added) throw new Error('a burst has both')
    const nameless = { ...paid, event: { ...paid.event, user: null } }
    const id = randomUUID()
    expect(await deliver(nameless, id)).toBe('parked')
    expect(await findPurchase(db(), life.subscriptionId)).toBeUndefined()
    expect(await deliver(added)).toBe('processed')
    expect(await findPurchase(db(), life.subscriptionId)).toMatchObject(life.truth)
    const [event] = await db().select().from(webhookEvents).where(eq(webhookEvents.externalId, id))
    expect(event).toMatchObject({ state: 'processed', failure: null })
  })

  test('of an unmapped offer grant nothing, and all count once it is mapped', async () => {
    const offerId = `oferta-${randomUUID()}`
    const life = hublaHistory({ offerId })
    life.buy(daysAgo(2))
    for (const event of life.events) expect(await deliver(event)).toBe('parked')
    expect(await findPurchase(db(), life.subscriptionId)).toBeUndefined()
    await mapToPlan(db(), { planId: BIG_PLAN.id, externalId: offerId })
    const [first] = life.events
    if (!first) throw new Error('a burst has a first event')
    expect(await deliver(first)).toBe('processed')
    const row = await findPurchase(db(), life.subscriptionId)
    expect(row).toMatchObject({ ...life.truth, planId: BIG_PLAN.id, externalOfferId: offerId })
    expect(await listChanges(db(), row?.id ?? '')).toHaveLength(1)
  })

  test.each([['in order'], ['the other way round']])(
    'of an unmapped offer do not revoke the current plan: %s',
    async (order) => {
      const small = hublaPurchase()
      const { id, email } = small
      const other = hublaPurchase(email, { id, offerId: `oferta-${randomUUID()}` })
      const events = [small.event('customer.member_added', 1), other.event('subscription.activated', 2)]
      const told = order === 'in order' ? events : events.toReversed()
      const states = []
      for (const event of told) states.push(await deliver(event))
      expect(states).toContain('parked')
      expect(await findPurchase(db(), id)).toMatchObject({
        status: 'active',
        planId: CREATOR_PLAN.id,
      })
    },
  )
})

describe('the owner of a purchase', () => {
  const give = async (email: string) => {
    const life = hublaHistory({ email })
    life.buy(daysAgo(1))
    for (const event of life.events) await deliver(event)
    return await findPurchase(db(), life.subscriptionId)
  }

  test('is the account with the proved address, however the provider writes it', async () => {
    const { userId, email } = await makeBuyer(db())
    expect(await give(` ${email.toUpperCase()}`)).toMatchObject({ userId, email })
  })

  test('is not an account with the address unproved', async () => {
    const { email } = await makeBuyer(db(), { isVerified: false })
    expect(await give(email)).toMatchObject({ userId: null, email })
  })

  test('is not an account with a look-alike address', async () => {
    const name = randomUUID()
    await makeBuyer(db(), { email: `${name}@exemplo.com.br` })
    expect(await give(`${name}+outra@exemplo.com.br`)).toMatchObject({ userId: null })
  })

  test('A41 may follow a changed address while unowned, and never changes afterwards', async () => {
    const id = randomUUID()
    const [ana, bia] = [await makeBuyer(db()), await makeBuyer(db())]
    const tell = async (email: string, revision: number) => {
      const at = daysAgo(9 - revision)
      await deliver(hublaPurchase(email, { id }).event('customer.member_added', revision, { at }))
      return (await findPurchase(db(), id))?.userId
    }
    expect(await tell(`${randomUUID()}@exemplo.com.br`, 1)).toBeNull()
    expect(await tell(ana.email, 2)).toBe(ana.userId)
    expect(await tell(bia.email, 3)).toBe(ana.userId)
  })
})

describe('the plan of a purchase', () => {
  const planOf = async (offers: string[], productId = 'produto-sem-plano') => {
    const make = hublaPurchase(undefined, { productId })
    const event = make.event('customer.member_added')
    const products = [{ id: productId, name: null, offers: offers.map((id) => ({ id, name: null })) }]
    await deliver({ ...event, event: { ...event.event, products } })
    return (await findPurchase(db(), make.id))?.planId
  }

  test('follows the offer before its product', async () => {
    expect(await planOf(['oferta-grande'], 'produto-inteiro')).toBe(BIG_PLAN.id)
    expect(await planOf([`oferta-${randomUUID()}`], 'produto-inteiro')).toBe(CREATOR_PLAN.id)
  })

  test('is the highest of several offers', async () => {
    expect(await planOf([HUBLA_OFFER, 'oferta-grande'])).toBe(BIG_PLAN.id)
    expect(await planOf(['oferta-grande', HUBLA_OFFER])).toBe(BIG_PLAN.id)
  })
})

describe('a Stripe subscription', () => {
  test('is the snapshot fetched last, whichever is written last', async () => {
    const id = `sub_${randomUUID()}`
    const { userId } = await makeBuyer(db())
    const record = (status: 'active' | 'canceled', seconds: number) =>
      db().transaction(async (tx) => {
        const now = await lockPurchase(tx, { provider: 'stripe', externalSubscriptionId: id })
        return await recordStripeSubscription(tx, {
          ...{ eventId: randomUUID(), subscription: stripeSubscription({ id, status }), isRevoked: false },
          ...{
            userId,
            fetchedAt: new Date(now.getTime() + seconds * 1000),
            eventCreated: 1_772_712_000 + seconds,
          },
        })
      })
    expect(await record('active', 0)).toEqual({ state: 'processed' })
    // Its period was March 2026.
    const isPast = PERIOD_END * 1000 + 3 * DAY_MS <= Date.now()
    expect(await findPurchase(db(), id)).toMatchObject({
      ...{ userId, planId: CREATOR_PLAN.id, provider: 'stripe', status: isPast ? 'expired' : 'active' },
      ...{ externalCustomerId: 'cus_1', externalOfferId: 'price_mensal', lastWebhookVersion: 1_772_712_000 },
      currentPeriodEnd: new Date(PERIOD_END * 1000),
    })
    await record('canceled', 60)
    await record('active', 30)
    expect(await findPurchase(db(), id)).toMatchObject({
      ...{ status: 'canceled', lastWebhookVersion: 1_772_712_060 },
    })
  })
})
