import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminUser, SubscriptionsPage } from '#shared/contract/users.ts'
import { plans, subscriptions, users } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { hublaHistory } from '../../testing/doubles/hubla-histories.ts'
import { HUBLA_OFFER, HUBLA_TOKEN, sendHubla } from '../../testing/doubles/hubla-sender.ts'
import { opensAllAgents } from '../../testing/factories/agents.ts'
import {
  BIG_PLAN,
  CREATOR_PLAN,
  findPurchase,
  listChanges,
  makeBuyer,
  mapToPlan,
} from '../../testing/factories/purchases.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { ensureAutoSubscription, expireSubscriptions } from './assigned-plans.queries.ts'
import { isLive } from './effective-plan.queries.ts'
import { isOver } from './entitlement.ts'

let app: TestApp
let boss: TestClient
beforeAll(async () => {
  app = await createTestApp({ HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN })
  boss = await app.signUp('Ada')
  await mapToPlan(db(), { planId: BIG_PLAN.id, externalId: HUBLA_OFFER })
})
afterAll(() => app.close())
const db = () => app.server.deps.db

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

const give = async (userId: string, planId: string) => {
  const reply = await boss.call('PATCH', `/api/v1/users/admin/${userId}`, { planId })
  expect(reply.status).toBe(200)
}
const countingOf = async (userId: string) =>
  (await boss.get<AdminUser>(`/users/admin/${userId}`)).data.activeSubscription

type New = Partial<typeof subscriptions.$inferInsert>
async function subscribe(userId: string, values: New) {
  const [row] = await db()
    .insert(subscriptions)
    .values({
      userId,
      planId: CREATOR_PLAN.id,
      provider: 'hubla',
      status: 'active',
      externalSubscriptionId: randomUUID(),
      ...values,
    })
    .returning()
  if (!row) throw new Error('no row')
  return row
}

const manualOf = async (userId: string) => {
  const isManual = and(eq(subscriptions.userId, userId), eq(subscriptions.provider, 'manual'))
  return await db().select().from(subscriptions).where(isManual)
}

test('a new account gets the free plan once, and the change is recorded', async () => {
  const ana = await app.signUp()
  await db().transaction((tx) => ensureAutoSubscription(tx, { userId: ana.userId }))
  const rows = await db().select().from(subscriptions).where(eq(subscriptions.userId, ana.userId))
  expect(rows).toMatchObject([{ provider: 'auto', planId: FREE_PLAN_ID, status: 'active' }])
  expect(await listChanges(db(), rows[0]?.id ?? '')).toMatchObject([
    { before: null, after: { planId: FREE_PLAN_ID, status: 'active' }, source: 'sign-up', actorId: null },
  ])
})

test('deleting an account deletes its subscriptions and their history; later events are pending for a buyer', async () => {
  const ana = await app.signUp()
  await db().update(users).set({ emailVerified: true }).where(eq(users.id, ana.userId))
  const life = hublaHistory({ email: ana.email })
  life.buy(inDays(-1))
  for (const event of life.events) await sendHubla(app, event)
  await give(ana.userId, CREATOR_PLAN.id)
  const bought = await findPurchase(db(), life.subscriptionId)
  expect(bought?.userId).toBe(ana.userId)
  const { status } = await ana.call('POST', '/api/auth/delete-user', { password: ana.password })
  expect(status).toBe(200)
  expect(await db().$count(subscriptions, eq(subscriptions.userId, ana.userId))).toBe(0)
  expect(await listChanges(db(), bought?.id ?? '')).toEqual([])
  life.disable(new Date())
  for (const event of life.events) await sendHubla(app, event)
  expect(await findPurchase(db(), life.subscriptionId)).toMatchObject({
    ...life.truth,
    ...{ userId: null, email: ana.email },
  })
})

describe('a manually granted plan', () => {
  test('replaces the one before, and both are recorded with their actor', async () => {
    const { userId } = await makeBuyer(db())
    await give(userId, CREATOR_PLAN.id)
    await give(userId, BIG_PLAN.id)
    await give(userId, BIG_PLAN.id)
    const rows = await manualOf(userId)
    expect(rows).toHaveLength(2)
    const by = { source: 'admin', actorId: boss.userId }
    for (const { id, planId } of rows) {
      const ended = { before: { planId, status: 'active' }, after: { planId, status: 'canceled' }, ...by }
      const begun = { before: null, after: { planId, status: 'active' }, ...by }
      expect(await listChanges(db(), id)).toMatchObject(planId === BIG_PLAN.id ? [begun] : [begun, ended])
    }
  })

  test('never hides a purchased one that gives more, and outlives its cancellation', async () => {
    const { userId, email } = await makeBuyer(db())
    const life = hublaHistory({ email })
    life.buy(inDays(-1))
    for (const event of life.events) await sendHubla(app, event)
    expect(await countingOf(userId)).toMatchObject({ provider: 'hubla', planId: BIG_PLAN.id })
    await give(userId, CREATOR_PLAN.id)
    expect(await countingOf(userId)).toMatchObject({ provider: 'hubla', planId: BIG_PLAN.id })
    const told = life.events.length
    life.remove(new Date())
    for (const event of life.events.slice(told)) await sendHubla(app, event)
    expect(await findPurchase(db(), life.subscriptionId)).toMatchObject({ userId, status: 'canceled' })
    expect(await countingOf(userId)).toMatchObject({
      provider: 'manual',
      planId: CREATOR_PLAN.id,
      isLive: true,
    })
    expect(await opensAllAgents(db(), { userId })).toBe(true)
  })
})

test('the highest of several purchased plans counts, not the latest', async () => {
  const { userId } = await makeBuyer(db())
  const best = await subscribe(userId, { planId: BIG_PLAN.id, createdAt: inDays(-9) })
  await subscribe(userId, { planId: CREATOR_PLAN.id })
  await subscribe(userId, { planId: FREE_PLAN_ID, provider: 'auto', externalSubscriptionId: null })
  expect(await countingOf(userId)).toMatchObject({ id: best.id })
  // The display order does not matter either.
  const shownAt = (order: number) => db().update(plans).set({ order }).where(eq(plans.id, BIG_PLAN.id))
  await shownAt(-1)
  expect(await countingOf(userId)).toMatchObject({ id: best.id })
  await shownAt(BIG_PLAN.order)
})

const times = [-9, -2, -0.01, 0.01, 2].map(inDays)
const clocks = [null, ...times].flatMap((currentPeriodEnd) =>
  [null, inDays(-0.01), inDays(0.01)].flatMap((graceUntil) =>
    [false, true].map((cancelsAtPeriodEnd) => ({ currentPeriodEnd, graceUntil, cancelsAtPeriodEnd })),
  ),
)

test('SQL and TypeScript agree on which subscriptions are over', async () => {
  const { userId } = await makeBuyer(db())
  for (const clock of clocks) {
    const { id } = await subscribe(userId, clock)
    const live = await db()
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(and(eq(subscriptions.id, id), isLive))
    expect([clock, live.length === 1]).toEqual([clock, !isOver(clock, new Date())])
  }
})

describe('the expiry job', () => {
  test('sets ended subscriptions to expired, and records that once', async () => {
    const { userId } = await makeBuyer(db())
    const over = await subscribe(userId, { currentPeriodEnd: inDays(-4) })
    const [renews, lasts] = [
      await subscribe(userId, { currentPeriodEnd: inDays(-2) }),
      await subscribe(userId, { currentPeriodEnd: null }),
    ]
    await expireSubscriptions(db())
    await expireSubscriptions(db())
    const { data } = await boss.get<SubscriptionsPage>(`/users/admin/${userId}/subscriptions`)
    const stateOf = (id: string) => {
      const found = data.items.find((item) => item.id === id)
      return [found?.status, found?.isLive]
    }
    expect(stateOf(over.id)).toEqual(['expired', false])
    expect(stateOf(renews.id)).toEqual(['active', true])
    expect(stateOf(lasts.id)).toEqual(['active', true])
    expect(await listChanges(db(), over.id)).toMatchObject([
      { before: { status: 'active' }, after: { status: 'expired' }, source: 'job', actorId: null },
    ])
    expect(await listChanges(db(), renews.id)).toEqual([])
  })

  test('leaves a late payment valid again', async () => {
    const { userId, email } = await makeBuyer(db())
    const life = hublaHistory({ email })
    life.buy(inDays(-60))
    for (const event of life.events) await sendHubla(app, event)
    expect(await findPurchase(db(), life.subscriptionId)).toMatchObject({ status: 'expired' })
    expect(await countingOf(userId)).toBeNull()
    const told = life.events.length
    life.pay(inDays(-1))
    for (const event of life.events.slice(told)) await sendHubla(app, event)
    expect(await findPurchase(db(), life.subscriptionId)).toMatchObject(life.truth)
    expect(await countingOf(userId)).toMatchObject({ provider: 'hubla', isLive: true })
  })
})
