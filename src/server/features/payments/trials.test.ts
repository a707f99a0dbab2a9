import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formerBuyers } from '../../db/schema/index.ts'
import { HUBLA_OFFER, HUBLA_TOKEN, hublaPurchase, sendHubla } from '../../testing/doubles/hubla-sender.ts'
import {
  BIG_PLAYER,
  BIG_PRICE,
  CREATOR,
  openStripeShop,
  type StripeShop,
} from '../../testing/doubles/stripe/shop.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { purgeFormerBuyers } from './trials.queries.ts'

const TRIAL = 'subscription_data[trial_period_days]'
const DAY = 86_400

let shop: StripeShop
beforeAll(async () => {
  shop = await openStripeShop({ HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN })
  await shop.changePlan(CREATOR, {
    trialDays: 7,
    acceptsCoupons: true,
    externals: [{ provider: 'hubla', kind: 'offer', externalId: HUBLA_OFFER, name: null }],
  })
  await shop.changePlan(BIG_PLAYER, { stripePriceId: BIG_PRICE })
})
afterAll(() => shop.close())

const lastSession = () => shop.stripe.calls.findLast(({ path }) => path === '/v1/checkout/sessions')?.params
async function openPage(person: TestClient, planId = CREATOR) {
  const { status, data } = await shop.checkout(person, planId)
  expect(status).toBe(200)
  return { url: data.url, params: lastSession() ?? {} }
}
const leave = async ({ userId }: TestClient) =>
  expect((await shop.admin.call('POST', '/api/auth/admin/remove-user', { userId })).status).toBe(200)
async function signUpAs(email: string): Promise<TestClient> {
  const client = shop.app.visitor()
  await client.signUp({ name: 'Bia Souza', email, password: 'senha-segura-1' })
  return client
}

describe('a trial', () => {
  test('is asked for at Stripe, counts as the plan, and says when the first charge comes', async () => {
    const { person, subscription } = await shop.buyer('Bia')
    expect(lastSession()).toMatchObject({ [TRIAL]: '7', allow_promotion_codes: 'true' })
    expect(subscription.status).toBe('trialing')
    await shop.tell('checkout.session.completed', subscription)
    expect(await shop.mine(person)).toMatchObject({
      plan: { id: CREATOR, trialDays: 7 },
      state: 'trial',
      currentPeriodEnd: new Date((subscription.created + 7 * DAY) * 1000).toISOString(),
      trialPlanIds: [],
    })
    // Cancelled before its end, it is never charged.
    subscription.cancelAtPeriodEnd = true
    await shop.tell('customer.subscription.updated', subscription)
    expect(await shop.mine(person)).toMatchObject({ plan: { id: CREATOR }, state: 'ending' })
    subscription.cancelAtPeriodEnd = false
    subscription.status = 'active'
    await shop.tell('customer.subscription.updated', subscription)
    expect(await shop.mine(person)).toMatchObject({ plan: { id: CREATOR }, state: 'active' })
  })

  test('is offered with the plans that have one, and only there', async () => {
    const nina = await shop.app.signUp('Nina')
    const mine = await shop.mine(nina)
    expect(mine.buyablePlanIds.toSorted()).toEqual([CREATOR, BIG_PLAYER].toSorted())
    expect(mine.trialPlanIds).toEqual([CREATOR])
    const { params } = await openPage(nina, BIG_PLAYER)
    expect(Object.keys(params)).not.toContain(TRIAL)
    expect(Object.keys(params)).not.toContain('allow_promotion_codes')
  })

  test('comes once: not after it, not after a purchase at Hubla, nor after a deleted account of the address', async () => {
    const { person, subscription } = await shop.subscriber('Lia')
    subscription.status = 'canceled'
    await shop.tell('customer.subscription.deleted', subscription)
    expect((await shop.mine(person)).buyablePlanIds).toContain(CREATOR)
    expect((await shop.mine(person)).trialPlanIds).toEqual([])
    expect(Object.keys((await openPage(person)).params)).not.toContain(TRIAL)

    // A purchase that still waits for a proof of the address counts too.
    const rui = await shop.app.signUp('Rui')
    const bought = hublaPurchase(rui.email)
    await sendHubla(shop.app, bought.event('customer.member_added'))
    expect((await shop.mine(rui)).trialPlanIds).toEqual([])

    const again = await (async () => {
      await leave(person)
      return signUpAs(person.email.toUpperCase())
    })()
    expect((await shop.mine(again)).trialPlanIds).toEqual([])
    expect(Object.keys((await openPage(again)).params)).not.toContain(TRIAL)
    // Who never bought anything may leave and come back.
    const eva = await signUpAs('eva@exemplo.com.br')
    await leave(eva)
    expect((await shop.mine(await signUpAs('eva@exemplo.com.br'))).trialPlanIds).toEqual([CREATOR])
  })

  test('what stays of a deleted account has no address, and goes after a year', async () => {
    const { db } = shop.app.server.deps
    const { person } = await shop.subscriber('Ida')
    await leave(person)
    const rows = await db.select().from(formerBuyers)
    expect(JSON.stringify(rows)).not.toContain(person.email)
    await purgeFormerBuyers(db)
    expect(await db.$count(formerBuyers)).toBe(rows.length)
    await db.update(formerBuyers).set({ deletedAt: sql`now() - interval '366 days'` })
    await purgeFormerBuyers(db)
    expect(await db.$count(formerBuyers)).toBe(0)
  })

  test.each([-1, 91, 1.5, '7'])('of %j days is refused', async (trialDays) => {
    const path = `/api/v1/plans/admin/${CREATOR}`
    const { status, error } = await shop.admin.call('PATCH', path, { version: 2, trialDays })
    expect([status, error.details]).toEqual([400, { trialDays: 'Escreva um número inteiro de 0 a 90' }])
  })
})
