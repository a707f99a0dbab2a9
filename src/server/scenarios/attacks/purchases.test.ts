import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { subscriptionChanges, subscriptions, users, webhookEvents } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { hublaHistory } from '../../testing/doubles/hubla-histories.ts'
import { HUBLA_OFFER, HUBLA_TOKEN, hublaPurchase, sendHubla } from '../../testing/doubles/hubla-sender.ts'
import { CREATOR_PLAN, mapToPlan } from '../../testing/factories/purchases.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const CREATOR = CREATOR_PLAN.id

let app: TestApp
let boss: TestClient
beforeAll(async () => {
  app = await createTestApp({ HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN })
  boss = await app.signUp('Ada')
  await mapToPlan(db(), { planId: CREATOR, externalId: HUBLA_OFFER })
})
afterAll(() => app.close())

const db = () => app.server.deps.db
let purchase: ReturnType<typeof hublaPurchase>
beforeEach(() => {
  purchase = hublaPurchase(`${randomUUID()}@exemplo.com.br`)
})

const bought = async ({ id }: { id: string }) =>
  await db().select().from(subscriptions).where(eq(subscriptions.externalSubscriptionId, id))
const granted = () => purchase.event('customer.member_added', 1)

/** A user with a verified email. */
async function verified(): Promise<TestClient> {
  const client = await app.signUp()
  await db().update(users).set({ emailVerified: true }).where(eq(users.id, client.userId))
  return client
}

describe('A40 a repeated or late delivery', () => {
  test('A40 ten concurrent copies are processed once, and so are ten more', async () => {
    const id = randomUUID()
    for (let round = 0; round < 2; round += 1) {
      const copies = Array.from({ length: 10 }, () => sendHubla(app, granted(), { id }))
      const answers = (await Promise.all(copies)).map(({ status, state }) => [status, state])
      expect(answers).toEqual(Array.from({ length: 10 }, () => [200, 'processed']))
    }
    const events = await db().select().from(webhookEvents).where(eq(webhookEvents.externalId, id))
    expect(events).toMatchObject([{ state: 'processed', attempts: 1, failure: null }])
    const [subscription, ...others] = await bought(purchase)
    expect(others).toEqual([])
    const changes = eq(subscriptionChanges.subscriptionId, subscription?.id ?? '')
    expect(await db().select().from(subscriptionChanges).where(changes)).toMatchObject([
      { source: 'webhook', webhookEventId: events[0]?.id, before: null, after: { status: 'active' } },
    ])
  })

  test('A40 ten concurrent copies without a purchase id are processed once too', async () => {
    const [id, body] = [randomUUID(), { type: 'lead.abandoned_checkout', version: '2.0.0', event: {} }]
    await Promise.all(Array.from({ length: 10 }, () => sendHubla(app, body, { id })))
    const events = await db().select().from(webhookEvents).where(eq(webhookEvents.externalId, id))
    expect(events).toMatchObject([{ state: 'ignored', attempts: 1 }])
  })

  test('A40 concurrent events of one purchase end as one subscription', async () => {
    const burst = [
      purchase.event('subscription.created', 1),
      purchase.event('customer.member_added', 2),
      purchase.event('subscription.activated', 3),
      purchase.invoice('invoice.created', 'unpaid', { at: 1 }),
      purchase.invoice('invoice.status_updated', 'paid', { at: 2 }),
      purchase.invoice('invoice.payment_succeeded', 'paid', { at: 2 }),
      purchase.event('subscription.renewal_enabled', 3),
    ]
    const answers = await Promise.all(burst.flatMap((body) => [sendHubla(app, body), sendHubla(app, body)]))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    // No statement of any event is lost.
    const [access, renewal] = ['granted', 'on'].map((value) => ({ numbered: { version: 3, value } }))
    const invoices = { [`fatura-${purchase.id}`]: { paid: { at: expect.any(String) } } }
    expect(await bought(purchase)).toMatchObject([
      { status: 'active', planId: CREATOR, lastWebhookVersion: 3, facts: { access, renewal, invoices } },
    ])
  })

  test('A40 a sample of the 5,040 orders of a purchase’s seven events gives the state of the natural order', async () => {
    const at = new Date(Date.now() - 86_400_000)
    const places = [0, 1, 2, 3, 4, 5, 6]
    // Each event comes first once, whatever the sample.
    const turned = places.map((first) => [...places.slice(first), ...places.slice(0, first)])
    const orders = [...turned, ...fc.sample(fc.shuffledSubarray(places, { minLength: 7 }), 7)]
    const live = async (order: number[]) => {
      const life = hublaHistory()
      life.buy(at)
      expect(life.events).toHaveLength(order.length)
      for (const place of order) {
        const { status, state } = await sendHubla(app, life.events[place])
        expect([order, place, status, state]).toEqual([order, place, 200, 'processed'])
      }
      const [row, ...others] = await bought({ id: life.subscriptionId })
      expect([order, others]).toEqual([order, []])
      expect([order, row]).toMatchObject([order, { planId: CREATOR, email: life.email, ...life.truth }])
    }
    await Promise.all(orders.map(live))
  })

  test('A40 an outdated event changes nothing, under any id', async () => {
    const id = randomUUID()
    await sendHubla(app, granted(), { id })
    await sendHubla(app, purchase.event('customer.member_removed', 5))
    const [ended] = await bought(purchase)
    expect(ended?.status).toBe('canceled')
    await sendHubla(app, granted(), { id })
    await sendHubla(app, granted())
    await sendHubla(app, purchase.event('subscription.activated', 4))
    expect((await bought(purchase))[0]).toMatchObject({ id: ended?.id, status: 'canceled' })
  })

  test('A40 a refund before its payment, and an end before its renewal, give the state of the natural order', async () => {
    const histories = (it: typeof purchase) => [
      [
        it.event('subscription.activated', 1),
        it.invoice('invoice.payment_succeeded', 'paid', { at: 2 }),
        it.invoice('invoice.refunded', 'refunded', { at: 9 }),
      ],
      [
        it.event('subscription.activated', 1),
        it.event('subscription.renewal_disabled', 2),
        it.event('subscription.renewal_enabled', 3),
      ],
    ]
    const states: unknown[] = []
    for (const which of [0, 1]) {
      for (const isReversed of [false, true]) {
        const it = hublaPurchase(`${randomUUID()}@exemplo.com.br`)
        const events = histories(it)[which] ?? []
        for (const body of isReversed ? events.toReversed() : events) await sendHubla(app, body)
        const [{ status, cancelsAtPeriodEnd } = { status: null, cancelsAtPeriodEnd: null }] = await bought(it)
        states.push([status, cancelsAtPeriodEnd])
      }
    }
    expect(states).toEqual([
      ...[states[0], states[0]],
      ...[
        ['active', false],
        ['active', false],
      ],
    ])
    expect(states[0]).toMatchObject(['canceled', expect.anything()])
  })
})

describe('A41 a delivery that asks for more than a plan', () => {
  test('A41 creates no account and grants no role', async () => {
    const ana = await verified()
    const people = await db().select().from(users).orderBy(users.id)
    const role = { role: 'admin', isAdmin: true, userId: boss.userId, planId: CREATOR }
    const own = hublaPurchase(ana.email)
    for (const it of [own, purchase]) {
      const event = it.event('customer.member_added', 1)
      const user = { ...event.event.user, ...role }
      const body = { ...event, ...role, event: { ...event.event, ...role, user } }
      expect((await sendHubla(app, body)).status).toBe(200)
    }
    const after = await db().select().from(users).orderBy(users.id)
    expect(after.map(({ id, role: it }) => [id, it])).toEqual(people.map(({ id, role: it }) => [id, it]))
    expect(await bought(own)).toMatchObject([{ userId: ana.userId, planId: CREATOR }])
    // The buyer has no account yet, so the purchase is pending.
    expect(await bought(purchase)).toMatchObject([{ userId: null, status: 'active' }])
    const bosses = await db().select().from(subscriptions).where(eq(subscriptions.userId, boss.userId))
    expect(bosses).toMatchObject([{ provider: 'auto', planId: FREE_PLAN_ID }])
  })

  test('A41 matches an email regardless of case and spaces, and no look-alike', async () => {
    const ana = await verified()
    const [name = '', host = ''] = ana.email.split('@')
    const own = [ana.email, ana.email.toUpperCase(), ` ${name}@${host.toUpperCase()} `]
    for (const email of own) {
      const it = hublaPurchase(email)
      await sendHubla(app, it.event('customer.member_added', 1))
      expect([email, await bought(it)]).toMatchObject([email, [{ userId: ana.userId }]])
    }
    const others = [
      ...[`${name}+loja@${host}`, `${name}.@${host}`, `x${ana.email}`, `${ana.email}.br`],
      ...[`${name.replace('o', '\u043e')}@${host}`, `${name}@${host.replace('e', '\u0435')}`],
    ]
    for (const email of others) {
      const it = hublaPurchase(email)
      await sendHubla(app, it.event('customer.member_added', 1))
      expect([email, await bought(it)]).toMatchObject([email, [{ userId: null }]])
    }
    // An invalid address has no owner either.
    for (const email of [
      `${ana.email}\u0000`,
      `${name}\u200b@${host}`,
      `${ana.email},${boss.email}`,
      '@',
      7,
    ]) {
      const it = hublaPurchase(String(email))
      expect((await sendHubla(app, it.event('customer.member_added', 1))).status).toBe(200)
      const rows = await bought(it)
      expect([email, rows.filter(({ userId }) => userId !== null)]).toEqual([email, []])
    }
  })

  test('A41 grants nothing through an unproved address', async () => {
    const bia = await app.signUp('Bia')
    const it = hublaPurchase(bia.email)
    await sendHubla(app, it.event('customer.member_added', 1))
    expect(await bought(it)).toMatchObject([{ userId: null, email: bia.email, status: 'active' }])
  })
})
