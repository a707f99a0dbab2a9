import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subscriptions, users, webhookEvents } from '../../db/schema/index.ts'
import { sendStripe } from '../../testing/doubles/stripe/sender.ts'
import {
  BIG_PLAYER,
  CREATOR,
  openStripeShop,
  PRICE,
  type StripeShop,
} from '../../testing/doubles/stripe/shop.ts'
import type { DoubleSubscription } from '../../testing/doubles/stripe/state.ts'
import { startStripeDouble } from '../../testing/doubles/stripe/stripe-double.ts'
import { eventually } from '../../testing/eventually.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { ACCOUNT_DELETED } from '../subscriptions/orphaned-purchases.queries.ts'
import { maintainWebhooks } from '../webhooks/webhook-maintenance.service.ts'

let shop: StripeShop
beforeAll(async () => {
  shop = await openStripeShop()
})
afterAll(() => shop.close())

const db = () => shop.app.server.deps.db
const FREE = { plan: { name: 'free' }, provider: 'auto', state: 'active' }

describe('the owner of a purchase', () => {
  test('A41 is not the account that the buyer names through a payment link', async () => {
    const victim = await shop.app.signUp('Vera')
    const subscription = shop.stripe.subscribe({ email: 'mal@exemplo.com.br', priceId: PRICE })
    const session = { object: 'checkout.session', id: 'cs_link', subscription: subscription.id }
    const event = shop.stripe.event('checkout.session.completed', subscription, {
      data: {
        object: { ...session, client_reference_id: victim.userId, metadata: { userId: victim.userId } },
      },
    })
    expect((await sendStripe(shop.app, shop.stripe.sign(event))).state).toBe('processed')
    expect(await shop.mine(victim)).toMatchObject({ ...FREE, canManage: false })
    expect(await shop.rowOf(subscription)).toMatchObject({ userId: null, email: 'mal@exemplo.com.br' })
  })

  test('A41 is pending under the email if the account is deleted or unknown', async () => {
    for (const userId of ['01930000-0000-7000-8000-00000000aaaa', 'admin', '', "' or 1=1"]) {
      const subscription = shop.stripe.subscribe({
        email: ' Nova.Pessoa@Exemplo.COM.br',
        priceId: PRICE,
        metadata: { userId },
      })
      expect((await shop.tell('customer.subscription.created', subscription)).state).toBe('processed')
      expect(await shop.rowOf(subscription)).toMatchObject({
        userId: null,
        email: 'nova.pessoa@exemplo.com.br',
      })
    }
  })

  test('A41 is pending while the email is unverified, and the event says so', async () => {
    const person = await shop.app.signUp('Zoe')
    const subscription = shop.stripe.subscribe({ email: person.email.toUpperCase(), priceId: PRICE })
    await shop.tell('customer.subscription.created', subscription)
    expect(await shop.mine(person)).toMatchObject({ ...FREE, waiting: 'verify-email' })
    await db().update(users).set({ emailVerified: true }).where(eq(users.id, person.userId))
    await shop.tell('customer.subscription.updated', subscription)
    expect(await shop.mine(person)).toMatchObject({ plan: { id: CREATOR }, waiting: null })
  })
})

describe('an event that can’t be processed', () => {
  test('is parked while no plan has its price or product, which it names, and processed once one has', async () => {
    const subscription = shop.stripe.subscribe({ email: 'mentorada@exemplo.com.br', priceId: 'price_avulso' })
    expect(await shop.tell('customer.subscription.created', subscription)).toMatchObject({
      ...{ status: 200, state: 'parked' },
    })
    const [event] = await db()
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.externalSubscriptionId, subscription.id))
    expect(event?.sold).toEqual([
      { kind: 'price', externalId: 'price_avulso', name: null },
      { kind: 'product', externalId: 'prod_of_price_avulso', name: 'Mentoria' },
    ])
    const mapped = await shop.admin.post('/webhooks/admin/mappings', {
      ...{ provider: 'stripe', kind: 'product', externalId: 'prod_of_price_avulso' },
      ...{ name: 'Mentoria', planId: BIG_PLAYER },
    })
    expect([mapped.status, mapped.data]).toMatchObject([expect.any(Number), { processed: 1, remaining: 0 }])
    expect(await shop.rowOf(subscription)).toMatchObject({ planId: BIG_PLAYER, status: 'active' })
  })

  test('is ignored if it belongs to no subscription', async () => {
    const subscription = shop.stripe.subscribe({ email: 'avulsa@exemplo.com.br', priceId: PRICE })
    shop.stripe.subscriptions.delete(subscription.id)
    for (const type of ['charge.refunded', 'customer.subscription.updated', 'invoice.paid']) {
      expect([type, (await shop.tell(type, subscription)).state]).toEqual([type, 'ignored'])
    }
    const event = shop.stripe.event('checkout.session.completed', subscription, {
      data: { object: { object: 'checkout.session', id: 'cs_x', mode: 'payment', subscription: null } },
    })
    expect((await sendStripe(shop.app, shop.stripe.sign(event))).state).toBe('ignored')
  })

  test('is answered 500 while Stripe is down, changes nothing, and succeeds on retry', async () => {
    const { person, subscription } = await shop.buyer()
    const signed = shop.stripe.sign(shop.stripe.event('checkout.session.completed', subscription))
    for (const statuses of [[500], [0, 0]]) {
      shop.stripe.fail(...statuses)
      expect((await sendStripe(shop.app, signed)).status).toBe(500)
      expect(await shop.mine(person)).toMatchObject(FREE)
    }
    const isIt = eq(webhookEvents.externalSubscriptionId, subscription.id)
    const failed = await db().select().from(webhookEvents).where(isIt)
    expect(failed).toMatchObject([{ state: 'failed', attempts: 2 }])
    expect(failed[0]?.failure).toContain('Stripe')
    expect(await sendStripe(shop.app, signed)).toMatchObject({ status: 200, state: 'processed' })
    expect(await shop.mine(person)).toMatchObject({ plan: { id: CREATOR } })
  })
})

test('a slow Stripe holds no database connection', async () => {
  // More than the pool has connections.
  const sold = Array.from({ length: 24 }, (_, at) =>
    shop.stripe.subscribe({ email: `lenta${at}@exemplo.com.br`, priceId: PRICE }),
  )
  const ids = sold.map(({ id }) => id)
  const gate = shop.stripe.hold()
  const told = sold.map((subscription) => shop.tell('customer.subscription.created', subscription))
  await eventually(async () =>
    expect(await db().$count(webhookEvents, inArray(webhookEvents.externalSubscriptionId, ids))).toBe(24),
  )
  expect(await shop.mine(shop.admin)).toMatchObject(FREE)
  gate.release()
  expect(new Set((await Promise.all(told)).map(({ state }) => state))).toEqual(new Set(['processed']))
})

describe('a deleted account', () => {
  const remove = (person: TestClient) =>
    person.call('POST', '/api/auth/delete-user', { password: person.password })

  const leavingOf = async ({ id }: DoubleSubscription) => {
    const isIt = and(eq(webhookEvents.externalSubscriptionId, id), eq(webhookEvents.type, ACCOUNT_DELETED))
    return (await db().select().from(webhookEvents).where(isIt))[0]
  }

  test('is charged no more, and leaves no email behind', async () => {
    const { person, subscription } = await shop.subscriber('Iris')
    // Without metadata, only the customer links it to the user, as with a payment link.
    subscription.metadata = {}
    expect((await remove(person)).status).toBe(200)
    await eventually(async () => expect((await leavingOf(subscription))?.state).toBe('processed'))
    expect(subscription.status).toBe('canceled')
    for (const type of ['customer.subscription.deleted', 'invoice.paid']) {
      expect((await shop.tell(type, subscription)).state).toBe('ignored')
    }
    expect(await shop.rowOf(subscription)).toBeUndefined()
    expect(JSON.stringify(await leavingOf(subscription))).not.toMatch(new RegExp(`${person.userId}|@`))
  })

  test('is deleted while Stripe is down, and the subscription is canceled later', async () => {
    const { person, subscription } = await shop.subscriber('Rosa')
    const gate = shop.stripe.hold()
    shop.stripe.fail(500)
    expect((await remove(person)).status).toBe(200)
    await gate.isAsked
    // Its events stay pending meanwhile, without the email.
    const late = shop.tell('customer.subscription.updated', subscription)
    gate.release()
    await eventually(async () => expect((await leavingOf(subscription))?.state).toBe('failed'))
    expect([(await late).state, await shop.rowOf(subscription)]).toEqual(['ignored', undefined])
    expect(subscription.status).toBe('active')
    // As an event in progress during the deletion would leave it.
    await db()
      .insert(subscriptions)
      .values({
        ...{ provider: 'stripe', planId: CREATOR, status: 'active', email: 'rosa@exemplo.com.br' },
        externalSubscriptionId: subscription.id,
      })
    await maintainWebhooks(shop.app.server.deps)
    expect([subscription.status, (await leavingOf(subscription))?.state]).toEqual(['canceled', 'processed'])
    expect(await shop.rowOf(subscription)).toBeUndefined()
  })

  test('has its subscription canceled when an administrator deletes it; other accounts keep theirs', async () => {
    const [gone, kept] = [await shop.subscriber('Saulo'), await shop.subscriber('Tina')]
    const removed = await shop.admin.call('POST', '/api/auth/admin/remove-user', {
      userId: gone.person.userId,
    })
    expect(removed.status).toBe(200)
    await eventually(() => expect(gone.subscription.status).toBe('canceled'))
    expect([kept.subscription.status, await leavingOf(kept.subscription)]).toEqual(['active', undefined])
  })
})

test('test-mode events grant nothing with a live key', async () => {
  const live = await startStripeDouble({ key: 'sk_live_canarioDoStripe' })
  live.sell({ [PRICE]: 'Criador' })
  await shop.app.restart(live.variables)
  const subscription = live.subscribe({ email: 'teste@exemplo.com.br', priceId: PRICE })
  for (const [livemode, state] of [
    [false, 'ignored'],
    [undefined, 'ignored'],
    [true, 'processed'],
  ]) {
    const event = live.event('customer.subscription.created', subscription, { livemode })
    expect(await sendStripe(shop.app, live.sign(event))).toMatchObject({ status: 200, state })
    expect((await shop.rowOf(subscription)) !== undefined).toBe(state === 'processed')
  }
  await shop.app.restart(shop.stripe.variables)
  await live.close()
})
