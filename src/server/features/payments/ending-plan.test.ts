import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MySubscription } from '#shared/contract/subscription.ts'
import type { SubscriptionsPage } from '#shared/contract/users.ts'
import { plans, users } from '../../db/schema/index.ts'
import {
  HUBLA_OFFER,
  HUBLA_TOKEN,
  type HublaEvent,
  hublaPurchase,
  sendHubla,
} from '../../testing/doubles/hubla-sender.ts'
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
  await db().update(plans).set({ checkoutUrl: 'https://pay.hub.la/criador' }).where(eq(plans.id, CREATOR))
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const mine = async (person: TestClient) => (await person.get<MySubscription>('/me/subscription')).data
const checkout = (person: TestClient) => person.post('/me/subscription/checkout', { planId: CREATOR })
const tell = async (event: HublaEvent) =>
  expect(await sendHubla(app, event)).toMatchObject({ status: 200, state: 'processed' })

/** Not every purchase says how long its period is. */
const withoutCycle = (event: HublaEvent): HublaEvent => {
  const { subscription } = event.event as { subscription: object }
  return { ...event, event: { ...event.event, subscription: { ...subscription, billingCycleMonths: null } } }
}

test.each([
  ['whose period is known', (event: HublaEvent) => event, expect.any(String)],
  ['whose period nobody told', withoutCycle, null],
])('an ending Hubla plan %s is bought again before its last day', async (_, told, end) => {
  const bia = await app.signUp('Bia')
  await db().update(users).set({ emailVerified: true }).where(eq(users.id, bia.userId))
  const first = hublaPurchase(bia.email)
  await tell(told(first.event('customer.member_added', 1)))
  expect(await mine(bia)).toMatchObject({ state: 'active', buyablePlanIds: [] })
  expect((await checkout(bia)).status).toBe(409)

  await tell(told(first.event('subscription.renewal_disabled', 2, { autoRenew: false })))
  const ending = await mine(bia)
  expect(ending).toMatchObject({ state: 'ending', plan: { id: CREATOR }, currentPeriodEnd: end })
  expect(ending.buyablePlanIds).toEqual([CREATOR])
  // Both histories say that the renewal is off.
  expect(ending.changes[0]).toMatchObject({
    before: { isRenewalOff: false },
    after: { isRenewalOff: true, status: 'active', currentPeriodEnd: end },
    source: 'webhook',
  })
  const { data } = await boss.get<SubscriptionsPage>(`/users/admin/${bia.userId}/subscriptions`)
  expect(data.items[0]).toMatchObject({ provider: 'hubla', isLive: true, cancelsAtPeriodEnd: true })
  const opened = await checkout(bia)
  expect([opened.status, opened.data]).toEqual([
    200,
    { url: expect.stringContaining('https://pay.hub.la/criador') },
  ])

  // The new purchase counts, and the plan is not sold a third time.
  await tell(hublaPurchase(bia.email).event('customer.member_added', 1))
  expect(await mine(bia)).toMatchObject({ state: 'active', plan: { id: CREATOR }, buyablePlanIds: [] })
  expect((await checkout(bia)).status).toBe(409)
  // Turned on again, the first one renews too.
  await tell(told(first.event('subscription.renewal_enabled', 3)))
  expect((await mine(bia)).changes[0]).toMatchObject({
    before: { isRenewalOff: true },
    after: { isRenewalOff: false },
  })
})
