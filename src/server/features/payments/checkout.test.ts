import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plans, subscriptions } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import {
  BIG_PLAYER,
  CREATOR,
  openStripeShop,
  PRICE,
  type StripeShop,
} from '../../testing/doubles/stripe/shop.ts'
import type { StripeDouble } from '../../testing/doubles/stripe/stripe-double.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

let shop: StripeShop
let app: TestApp
let stripe: StripeDouble
beforeAll(async () => {
  shop = await openStripeShop({ HUBLA_WEBHOOK_TOKEN: 'token-da-hubla-0123456789' })
  app = shop.app
  stripe = shop.stripe
  await shop.changePlan(BIG_PLAYER, { checkoutUrl: 'https://pay.hub.la/grande?coupon=BEMVINDA' })
})
afterAll(() => shop.close())
beforeEach(() => {
  stripe.calls.length = 0
})

const db = () => app.server.deps.db
const portal = (person: TestClient) => person.post<{ url: string }>('/me/subscription/portal')
const told = ({ status, error }: Reply) => [status, error?.code]
const give = (person: TestClient, values: Partial<typeof subscriptions.$inferInsert>) =>
  db()
    .insert(subscriptions)
    .values({ userId: person.userId, planId: CREATOR, provider: 'hubla', status: 'active', ...values })
const sessionCalls = () => stripe.calls.filter(({ path }) => path === '/v1/checkout/sessions')

describe('a Stripe checkout', () => {
  test('is for this user and price, and returns to this site', async () => {
    const bia = await app.signUp('Bia')
    const { status, data } = await shop.checkout(bia, CREATOR)
    expect([status, data.url]).toEqual([200, expect.stringMatching(`^${stripe.url}/c/pay/`)])
    const [call] = sessionCalls()
    expect(call?.params).toEqual({
      mode: 'subscription',
      'line_items[0][price]': PRICE,
      'line_items[0][quantity]': '1',
      client_reference_id: bia.userId,
      customer_email: bia.email,
      'metadata[userId]': bia.userId,
      'subscription_data[metadata][userId]': bia.userId,
      success_url: `${app.appUrl}/app/me?assinatura=feita`,
      cancel_url: `${app.appUrl}/app/me?assinatura=cancelada`,
      locale: 'pt-BR',
    })
  })

  test('opened twice is one page, which can be paid once', async () => {
    const caio = await app.signUp('Caio')
    const replies = await Promise.all([1, 2, 3].map(() => shop.checkout(caio, CREATOR)))
    const urls = new Set(replies.map(({ data }) => data.url))
    expect(urls.size).toBe(1)
    const dora = await app.signUp('Dora')
    expect(urls.has((await shop.checkout(dora, CREATOR)).data.url)).toBe(false)
  })

  test('of a former customer uses the same customer', async () => {
    const { person, subscription } = await shop.subscriber('Eva')
    subscription.status = 'canceled'
    await shop.tell('customer.subscription.deleted', subscription)
    stripe.calls.length = 0
    expect((await shop.checkout(person, CREATOR)).status).toBe(200)
    expect(sessionCalls()[0]?.params).toMatchObject({ customer: subscription.customerId })
    expect(sessionCalls()[0]?.params).not.toHaveProperty('customer_email')
    // A customer that Stripe deleted is not used.
    stripe.subscriptions.delete(subscription.id)
    expect((await shop.checkout(person, CREATOR)).status).toBe(200)
    expect(sessionCalls()[1]?.params).toMatchObject({ customer_email: person.email })
  })

  test('A22 accepts no return address from the client', async () => {
    const fabio = await app.signUp('Fabio')
    for (const field of ['redirectTo', 'successUrl', 'success_url', 'cancel_url', 'next', 'callbackURL']) {
      const reply = await shop.checkout(fabio, CREATOR, { [field]: 'https://mal.exemplo' })
      expect([field, ...told(reply), reply.error.details]).toEqual([
        ...[field, 400, 'VALIDATION_ERROR'],
        { [field]: 'Campo desconhecido' },
      ])
    }
    expect(stripe.calls).toEqual([])
  })

  test('is refused if the user would pay twice, also when only Stripe knows of the subscription', async () => {
    const { person, subscription } = await shop.subscriber('Gil')
    const refused = await shop.checkout(person, CREATOR)
    expect(told(refused)).toEqual([409, 'CONFLICT'])
    expect(refused.error.message).toContain('Gerenciar assinatura')
    // The other provider is refused too.
    expect(told(await shop.checkout(person, BIG_PLAYER))).toEqual([409, 'CONFLICT'])
    expect((await shop.mine(person)).buyablePlanIds).toEqual([])
    // It has ended here, but not at Stripe.
    await db()
      .update(subscriptions)
      .set({ status: 'canceled' })
      .where(eq(subscriptions.externalSubscriptionId, subscription.id))
    stripe.calls.length = 0
    for (const status of ['active', 'past_due', 'unpaid', 'trialing', 'paused']) {
      subscription.status = status
      expect([status, ...told(await shop.checkout(person, CREATOR))]).toEqual([status, 409, 'CONFLICT'])
    }
    // The other provider is refused too.
    expect(told(await shop.checkout(person, BIG_PLAYER))).toEqual([409, 'CONFLICT'])
    expect(sessionCalls()).toEqual([])
    subscription.status = 'incomplete'
    expect((await shop.checkout(person, CREATOR)).status).toBe(200)
  })

  test('is refused while a plan given without end gives as much, and for the current plan', async () => {
    const helena = await app.signUp('Helena')
    expect(told(await shop.checkout(helena, FREE_PLAN_ID))).toEqual([409, 'CONFLICT'])
    await give(helena, { provider: 'manual', planId: BIG_PLAYER })
    const refused = await shop.checkout(helena, CREATOR)
    expect([...told(refused), refused.error.message]).toEqual([
      ...[409, 'CONFLICT'],
      'Você já tem o Big Player, dado pela nossa equipe e sem data para terminar. Fale com ela antes de assinar outro, para não pagar à toa.',
    ])
    expect(stripe.calls).toEqual([])
  })

  test('is UNAVAILABLE when Stripe refuses or does not answer, and says that nothing was charged', async () => {
    const igor = await app.signUp('Igor')
    // A broken connection is retried once.
    for (const statuses of [[500], [401], [429], [400], [0, 0]]) {
      stripe.fail(...statuses)
      const reply = await shop.checkout(igor, CREATOR)
      expect([statuses, ...told(reply)]).toEqual([statuses, 503, 'UNAVAILABLE'])
      expect(reply.error.message).toContain('Nada foi cobrado')
      expect(reply.headers.get('retry-after')).toBe('5')
    }
    expect((await shop.checkout(igor, CREATOR)).status).toBe(200)
  })

  test('with a price unknown to Stripe is UNAVAILABLE, and opens once Stripe has the price', async () => {
    const joana = await app.signUp('Joana')
    await shop.changePlan(CREATOR, { stripePriceId: 'price_novo' })
    expect(told(await shop.checkout(joana, CREATOR))).toEqual([503, 'UNAVAILABLE'])
    // Stripe repeats the response of an idempotency key, failures included.
    stripe.sell({ price_novo: 'Criador' })
    expect((await shop.checkout(joana, CREATOR)).status).toBe(200)
    await shop.changePlan(CREATOR, { stripePriceId: PRICE })
  })
})

describe('a Hubla checkout', () => {
  test('is the plan’s own page with name and email filled in, without any request to a provider', async () => {
    const lia = await app.signUp('Lia & Filhas')
    const page = new URL((await shop.checkout(lia, BIG_PLAYER)).data.url)
    expect([page.origin, page.pathname, Object.fromEntries(page.searchParams)]).toEqual([
      'https://pay.hub.la',
      '/grande',
      { coupon: 'BEMVINDA', name: 'Lia & Filhas', email: lia.email },
    ])
    expect(stripe.calls).toEqual([])
  })

  test('A29 is only ever at an https address, whatever is stored', async () => {
    const mara = await app.signUp('Mara')
    const [before] = await db().select().from(plans).where(eq(plans.id, BIG_PLAYER))
    for (const checkoutUrl of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://pay.hub.la/x',
      '//mal.exemplo',
    ]) {
      await db().update(plans).set({ checkoutUrl }).where(eq(plans.id, BIG_PLAYER))
      expect([checkoutUrl, ...told(await shop.checkout(mara, BIG_PLAYER))]).toEqual([
        checkoutUrl,
        409,
        'CONFLICT',
      ])
      expect((await shop.mine(mara)).buyablePlanIds).not.toContain(BIG_PLAYER)
    }
    await db().update(plans).set({ checkoutUrl: before?.checkoutUrl }).where(eq(plans.id, BIG_PLAYER))
  })
})

test('a checkout is 404 for a missing plan, and 409 for one that is no longer sold', async () => {
  const nina = await app.signUp('Nina')
  const unknown = await shop.checkout(nina, '01930000-0000-7000-8000-00000000ffff')
  expect([...told(unknown), unknown.error.details]).toEqual([
    ...[400, 'VALIDATION_ERROR'],
    { planId: 'Plano não encontrado' },
  ])
  expect(told(await shop.checkout(nina, 'criador'))).toEqual([400, 'VALIDATION_ERROR'])
  await shop.changePlan(CREATOR, { isArchived: true })
  const archived = await shop.checkout(nina, CREATOR)
  expect([...told(archived), archived.error.message]).toEqual([
    ...[409, 'CONFLICT'],
    'Este plano não está à venda agora.',
  ])
  await shop.changePlan(CREATOR, { isArchived: false })
})

test('other purchases of the same Stripe customer do not block a checkout', async () => {
  const { person, subscription } = await shop.subscriber('Ugo')
  subscription.status = 'canceled'
  await shop.tell('customer.subscription.deleted', subscription)
  const other = stripe.subscribe({ email: person.email, priceId: 'price_avulso' })
  other.customerId = subscription.customerId
  expect((await shop.checkout(person, CREATOR)).status).toBe(200)
  // Paid through our checkout, but the webhook has not arrived yet.
  other.metadata = { userId: person.userId }
  expect(told(await shop.checkout(person, CREATOR))).toEqual([409, 'CONFLICT'])
})

describe('the billing portal', () => {
  test('belongs to the customer with the running subscription, and returns to the profile', async () => {
    const { person, subscription } = await shop.subscriber('Otto')
    expect((await shop.mine(person)).canManage).toBe(true)
    stripe.calls.length = 0
    const { status, data } = await portal(person)
    expect([status, data.url]).toEqual([200, expect.stringMatching(`^${stripe.url}/c/portal/`)])
    expect(stripe.calls).toMatchObject([
      {
        path: '/v1/billing_portal/sessions',
        params: { customer: subscription.customerId, return_url: `${app.appUrl}/app/me`, locale: 'pt-BR' },
      },
    ])
  })

  test('is refused for a user who never paid there, and never opens for another', async () => {
    await shop.subscriber('Paula')
    const rui = await app.signUp('Rui')
    await give(rui, { externalCustomerId: 'pagador-da-hubla', externalSubscriptionId: 'hubla-1' })
    stripe.calls.length = 0
    expect(told(await portal(rui))).toEqual([409, 'CONFLICT'])
    expect((await shop.mine(rui)).canManage).toBe(false)
    expect(stripe.calls).toEqual([])
  })

  test('is UNAVAILABLE when it does not open', async () => {
    const { person } = await shop.subscriber('Sara')
    stripe.fail(500)
    expect(told(await portal(person))).toEqual([503, 'UNAVAILABLE'])
  })
})

test('an impersonating administrator can open neither', async () => {
  const { person } = await shop.subscriber('Tais')
  const client = app.visitor()
  await client.signIn({ email: shop.admin.email, password: shop.admin.password })
  await client.call('POST', '/api/auth/admin/impersonate-user', {
    userId: person.userId,
    reason: 'Pedido de ajuda',
  })
  stripe.calls.length = 0
  expect(told(await portal(client))).toEqual([403, 'FORBIDDEN'])
  expect(told(await shop.checkout(client, CREATOR))).toEqual([403, 'FORBIDDEN'])
  expect(stripe.calls).toEqual([])
})

// Last, because it restarts the server.
test('thirty pages an hour are opened per user, over both providers', async () => {
  await app.restart({ RATE_LIMITS: 'on' })
  const { person } = await shop.subscriber('Vera')
  const wanda = await app.signUp('Wanda')
  const statuses: number[] = []
  for (let count = 1; count <= 31; count += 1) statuses.push((await shop.checkout(wanda, BIG_PLAYER)).status)
  expect(statuses).toEqual([...Array(30).fill(200), 429])
  const refused = await shop.checkout(wanda, CREATOR)
  expect(told(refused)).toEqual([429, 'RATE_LIMITED'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  // The limit is per user, not per installation.
  expect((await portal(person)).status).toBe(200)
})
