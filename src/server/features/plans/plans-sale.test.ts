import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#shared/contract/audit.ts'
import type { Plan } from '#shared/contract/plans.ts'
import type { AdminPlan, AdminPlansPage } from '#shared/contract/plans-admin.ts'
import { plans, subscriptions } from '../../db/schema/index.ts'
import { seedPlans } from '../../db/seed/plans.ts'
import { HUBLA_TOKEN, hublaPurchase, sendHubla } from '../../testing/doubles/hubla-sender.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await createTestApp({ HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN })
  admin = await app.signUp('Ana')
})
afterAll(() => app.close())

const CREATOR = seedPlans[1]?.id ?? ''
const db = () => app.server.deps.db
const create = (body: object) => admin.post<AdminPlan>('/plans/admin', body)
const change = (planId: string, body: object) =>
  admin.call<AdminPlan>('PATCH', `/api/v1/plans/admin/${planId}`, body)
const read = async (planId: string) => (await admin.get<AdminPlan>(`/plans/admin/${planId}`)).data
const listed = async (query = '') => (await admin.get<AdminPlansPage>(`/plans/admin${query}`)).data
const onSale = async () => (await app.visitor().get<Plan[]>('/plans')).data
const idsOf = (things: { id: string }[]) => things.map(({ id }) => id)
const order = (ids: string[]) => admin.call<AdminPlansPage>('PUT', '/api/v1/plans/admin/order', { ids })
const lastEntry = async () =>
  (await admin.get<{ items: AuditEntry[] }>('/audit/admin?entity=plan&limit=1')).data.items[0]
const expectRefusal = ({ status, error }: Reply, details: Record<string, string>) =>
  expect([status, error?.code, error?.details]).toEqual([400, 'VALIDATION_ERROR', details])

const unique = () => `turma_${randomUUID().slice(0, 8)}`
const make = async (body: object = {}) =>
  (await create({ name: unique(), displayName: 'Turma', monthlyMessageLimit: 500, ...body })).data

describe('A29 the checkout address of a plan', () => {
  test.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'http://pay.hub.la/abc',
    '//pay.hub.la/abc',
    '/app/me',
    'https://',
    'https://localhost/abc',
    'https://ana:senha@pay.hub.la/abc',
    'https://pay.hub.la@mal.exemplo/abc',
    'https:\\\\pay.hub.la',
    'https://pay.hub.la/a b',
    `https://pay.hub.la/${'x'.repeat(500)}`,
  ])('%j is refused', async (checkoutUrl) => {
    const details = { checkoutUrl: 'Use um endereço que comece com https://' }
    expectRefusal(await change(CREATOR, { version: 1, checkoutUrl }), details)
    expectRefusal(
      await create({ name: unique(), displayName: 'X', monthlyMessageLimit: 1, checkoutUrl }),
      details,
    )
  })
})

describe('the sale of a plan', () => {
  test('is at a provider with a configured webhook only', async () => {
    const plan = await make({ stripePriceId: 'price_sem_stripe' })
    expect(plan.soldBy).toBeNull()
    const { data } = await change(plan.id, { version: 1, checkoutUrl: 'https://pay.hub.la/abc' })
    expect(data.soldBy).toBe('hubla')
    expect((await change(plan.id, { version: 2, isArchived: true })).data.soldBy).toBeNull()
    await change(plan.id, { version: 3, isArchived: false })
    // Inserted directly into the table.
    await db().update(plans).set({ checkoutUrl: 'javascript:alert(1)' }).where(eq(plans.id, plan.id))
    expect((await read(plan.id)).soldBy).toBeNull()
  })

  test('from before the plan had its code counts as soon as the code is added', async () => {
    const planOf = async (externalSubscriptionId: string) => {
      const [row] = await db()
        .select({ planId: subscriptions.planId })
        .from(subscriptions)
        .where(eq(subscriptions.externalSubscriptionId, externalSubscriptionId))
      return row?.planId
    }
    const sell = async () => {
      const [offerId, productId] = [randomUUID(), randomUUID()]
      const purchase = hublaPurchase('compradora@exemplo.com.br', { offerId, productId })
      const { status, state } = await sendHubla(app, purchase.event('customer.member_added'))
      expect([status, state]).toEqual([200, 'parked'])
      expect(await planOf(purchase.id)).toBeUndefined()
      return { purchase, external: { provider: 'hubla', kind: 'offer', externalId: offerId } }
    }
    const first = await sell()
    const plan = await make({ externals: [first.external] })
    expect(await planOf(first.purchase.id)).toBe(plan.id)
    const second = await sell()
    const { status } = await change(plan.id, { version: 1, externals: [first.external, second.external] })
    expect([status, await planOf(second.purchase.id)]).toEqual([200, plan.id])
  })
})

describe('the order of plans', () => {
  test('is one over all plans, including archived ones, for every reader', async () => {
    const plan = await make({ displayName: 'Primeiro' })
    const ids = idsOf((await listed('?limit=100')).items)
    const wanted = [plan.id, ...ids.filter((id) => id !== plan.id)]
    const { status, data } = await order(wanted)
    expect([status, idsOf(data.items)]).toEqual([200, wanted])
    expect((await onSale())[0]?.id).toBe(plan.id)
    // Reordering does not change the version, so open forms stay valid.
    expect((await read(plan.id)).version).toBe(1)
    expect(await lastEntry()).toMatchObject({ action: 'plan.reorder', entityId: null })
    const entry = await lastEntry()
    expect((await order(wanted)).status).toBe(200)
    expect(await lastEntry()).toEqual(entry)

    for (const wrong of [wanted.slice(1), [...wanted.slice(1), randomUUID()], []]) {
      expect((await order(wrong)).error.code).toBe('CONFLICT')
    }
    expect((await order([plan.id, plan.id])).status).toBe(400)
    const rows = await db().select({ id: plans.id }).from(plans).orderBy(asc(plans.order))
    expect(idsOf(rows)).toEqual(wanted)
  })

  test('is paged', async () => {
    const all = (await listed('?limit=100')).items
    const first = await listed('?limit=2')
    expect([first.items, first.hasMore]).toEqual([all.slice(0, 2), true])
    const rest = await listed(`?limit=100&cursor=${first.nextCursor}`)
    expect([rest.items, rest.hasMore, rest.nextCursor]).toEqual([all.slice(2), false, null])
    for (const query of ['?cursor=x', '?limit=0', '?q=x']) {
      expect((await admin.get(`/plans/admin${query}`)).status).toBe(400)
    }
  })

  test('is by message limit until an administrator sets one', async () => {
    await db().update(plans).set({ order: 0 })
    const limits = (await onSale()).map(({ monthlyMessageLimit }) => monthlyMessageLimit)
    expect(limits).toEqual(limits.toSorted((one, other) => one - other))
  })
})

test('subscriber counts include pending and manual subscriptions correctly', async () => {
  const [low, high] = [await make(), await make({ allAgents: true })]
  const dora = await app.signUp('Dora')
  const give = (values: Partial<typeof subscriptions.$inferInsert>) =>
    db()
      .insert(subscriptions)
      .values({ planId: high.id, provider: 'hubla', status: 'active', ...values })
  const counted = async () => [(await read(low.id)).people, (await read(high.id)).people]
  await give({ email: 'compradora@exemplo.com.br' })
  expect(await counted()).toEqual([0, 0])
  const past = new Date(Date.now() - 60_000)
  const soon = new Date(Date.now() + 3_600_000)
  await give({ userId: dora.userId, currentPeriodEnd: past, graceUntil: soon })
  expect(await counted()).toEqual([0, 1])
  // A given plan hides none that gives more.
  await give({ userId: dora.userId, planId: low.id, provider: 'manual' })
  expect(await counted()).toEqual([0, 1])
})
