import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MySubscription } from '#shared/contract/subscription.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { auditEntries, plans, subscriptions, users } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { HUBLA_OFFER, HUBLA_TOKEN, hublaPurchase, sendHubla } from '../../testing/doubles/hubla-sender.ts'
import {
  BIG_PLAN,
  CREATOR_PLAN,
  listChanges,
  makeBuyer,
  makePurchase,
  mapToPlan,
} from '../../testing/factories/purchases.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let boss: TestClient
beforeAll(async () => {
  app = await createTestApp({ HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN })
  boss = await app.signUp('Ada')
  await mapToPlan(db(), { planId: CREATOR_PLAN.id, externalId: HUBLA_OFFER })
  const checkoutUrl = 'https://pay.hub.la/criador'
  await db().update(plans).set({ checkoutUrl }).where(eq(plans.id, CREATOR_PLAN.id))
})
afterAll(() => app.close())
const db = () => app.server.deps.db

const change = (userId: string, body: object) =>
  boss.call<AdminUser>('PATCH', `/api/v1/users/admin/${userId}`, body)
const read = async (userId: string) => (await boss.get<AdminUser>(`/users/admin/${userId}`)).data
const manualOf = async (userId: string) =>
  await db()
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.provider, 'manual')))

test('somebody given a plan and then Gratuito can buy, and what they pay counts at once', async () => {
  const ana = await app.signUp('Ana')
  const checkout = () => ana.post('/me/subscription/checkout', { planId: CREATOR_PLAN.id })
  await change(ana.userId, { planId: BIG_PLAN.id })
  expect((await checkout()).status).toBe(409)
  const freed = await change(ana.userId, { planId: FREE_PLAN_ID })
  expect(freed.data.activeSubscription).toMatchObject({ provider: 'auto', planId: FREE_PLAN_ID })
  expect((await checkout()).status).toBe(200)
  await db().update(users).set({ emailVerified: true }).where(eq(users.id, ana.userId))
  const sent = await sendHubla(app, hublaPurchase(ana.email).event('customer.member_added'))
  expect(sent).toMatchObject({ status: 200, state: 'processed' })
  const { data: usage } = await ana.get<{ limit: number }>('/me/usage')
  expect(usage.limit).toBe(CREATOR_PLAN.monthlyMessageLimit)
  const { data } = await ana.get<MySubscription>('/me/subscription')
  expect(data).toMatchObject({
    ...{ provider: 'hubla', plan: { id: CREATOR_PLAN.id } },
    others: [{ provider: 'auto', planName: 'Gratuito', because: 'agents', surplus: [] }],
  })
})

test('a given plan counts through its last day in São Paulo, then the purchased one counts again', async () => {
  const { userId, email } = await makeBuyer(db())
  const paidId = await makePurchase(db(), { userId, email })
  await change(userId, { planId: BIG_PLAN.id, planUntil: '2031-11-30' })
  const { activeSubscription: given, otherSubscriptions: others } = await read(userId)
  const end = '2031-12-01T02:59:59.999Z'
  expect(given).toMatchObject({ provider: 'manual', planId: BIG_PLAN.id, currentPeriodEnd: end })
  expect(others).toMatchObject([{ id: paidId, provider: 'hubla', because: 'messages', surplus: [] }])
  await db()
    .update(subscriptions)
    .set({ currentPeriodEnd: new Date(Date.now() - 60_000) })
    .where(eq(subscriptions.id, given?.id ?? ''))
  expect(await read(userId)).toMatchObject({ activeSubscription: { id: paidId }, otherSubscriptions: [] })
})

test('a given plan keeps its row when only its end changes, and that is recorded', async () => {
  const { userId } = await makeBuyer(db())
  for (const planUntil of ['2031-11-30', '2031-11-30', undefined, '2031-12-31', null])
    expect((await change(userId, { planId: BIG_PLAN.id, planUntil })).status).toBe(200)
  const [row, ...others] = await manualOf(userId)
  expect([row?.currentPeriodEnd, others]).toEqual([null, []])
  const ends = (await listChanges(db(), row?.id ?? '')).map(({ after }) => after.currentPeriodEnd)
  expect(ends).toEqual(['2031-12-01T02:59:59.999Z', '2032-01-01T02:59:59.999Z', null])
})

test('a given plan ends at once by null or by Gratuito, which gives nothing by hand', async () => {
  for (const planId of [null, FREE_PLAN_ID]) {
    const { userId } = await makeBuyer(db())
    for (const given of [BIG_PLAN.id, planId, planId])
      expect((await change(userId, { planId: given })).status).toBe(200)
    expect(await manualOf(userId)).toMatchObject([{ planId: BIG_PLAN.id, status: 'canceled' }])
    const rows = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subjectId, userId))
      .orderBy(auditEntries.createdAt, auditEntries.id)
    const [nothing, given] = [
      { plan: null, planUntil: null },
      { plan: 'Big Player', planUntil: null },
    ]
    expect(rows.map(({ action, details }) => [action, details.before, details.after])).toEqual([
      ['user.set-plan', nothing, given],
      ['user.end-plan', given, nothing],
    ])
  }
})

test.each([
  [{ planId: BIG_PLAN.id, planUntil: '2020-01-01' }, 'A data já passou'],
  [{ planId: BIG_PLAN.id, planUntil: '2190-01-01' }, 'Escolha uma data nos próximos dez anos'],
  [{ planId: BIG_PLAN.id, planUntil: '2031-02-30' }, 'Data inválida'],
  [{ planUntil: '2031-11-30' }, 'Escolha o plano que vale até esta data'],
  [{ planId: FREE_PLAN_ID, planUntil: '2031-11-30' }, 'O plano gratuito não tem data para terminar'],
  [{ planId: randomUUID(), planUntil: '2031-11-30' }, undefined],
])('%j is refused, and gives nothing', async (body, text) => {
  const { userId } = await makeBuyer(db())
  const { status, error } = await change(userId, body)
  expect([status, error.details?.planUntil]).toEqual([400, text])
  expect(await manualOf(userId)).toEqual([])
})
