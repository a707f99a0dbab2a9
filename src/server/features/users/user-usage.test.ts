import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserPayment, UserUsage } from '#shared/contract/user-usage.ts'
import type { AdminUser, AdminUsersPage } from '#shared/contract/users.ts'
import {
  knownDevices,
  messages,
  modelPrices,
  pastModelPrices,
  paymentAmounts,
  personDays,
  subscriptions,
  users,
} from '../../db/schema/index.ts'
import { CREATOR_PLAN } from '../../testing/factories/purchases.ts'
import {
  dayAfter,
  exchange,
  inSaoPaulo,
  makeAgent,
  makeWriter,
  saoPauloToday,
} from '../../testing/factories/usage.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { keepUsageOfMessages } from '../usage/usage-days.queries.ts'
import { countUsage } from '../usage/usage-job.ts'

let app: TestApp
let boss: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  boss = await app.signUp('Ada')
  agentId = await makeAgent(db(), 'Copywriter')
  await db()
    .insert(modelPrices)
    .values([
      { provider: 'openai', model: 'gpt-um', inputPrice: '2', cachedInputPrice: '1', outputPrice: '10' },
    ])
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const today = saoPauloToday()
const usageOf = async (userId: string) => (await boss.get<UserUsage>(`/users/admin/${userId}/usage`)).data
const writer = (name: string) => makeWriter(db(), new Date(), name)
const gpt = { usedModel: 'openai', modelName: 'gpt-um' } as const
const million = { nTokens: 1_000_000, nCachedTokens: 0, nOutputTokens: 0 }

test('shows messages, tokens and cost by month and agent, at the price of each day', async () => {
  const userId = await writer('Ana dos Números')
  const other = await makeAgent(db(), 'Roteirista')
  const write = (over: object) => exchange(db(), { userId, agentId, at: new Date(), ...gpt, ...over })
  await write({ nTokens: 3_000_000, nCachedTokens: 1_000_000, nOutputTokens: 1_000_000 })
  await write({ ...million, ownKey: true })
  await write({ ...million, modelName: 'sem-preco', agentId: other })
  await countUsage(db())
  const lastMonth = dayAfter(`${today.slice(0, 7)}-01`, -3)
  const row = { userId, agentId, provider: 'openai', model: 'gpt-um', isOwnKey: false, isPurged: false }
  await db()
    .insert(personDays)
    .values({ ...row, day: lastMonth, messages: 4, replies: 4, nTokens: 2_000_000 })
  await db()
    .insert(pastModelPrices)
    .values([
      {
        ...{ provider: 'openai', model: 'gpt-um', until: dayAfter(lastMonth, 1) },
        ...{ inputPrice: '7', cachedInputPrice: '7', outputPrice: '7' },
      },
    ])
  const { months, agents } = await usageOf(userId)
  expect(months).toEqual([
    {
      ...{ month: `${today.slice(0, 7)}-01`, messages: 3, replies: 3, tokens: 5_000_000 },
      cost: { usd: '13.000000', unpricedTokens: 1_000_000 },
    },
    {
      ...{ month: `${lastMonth.slice(0, 7)}-01`, messages: 4, replies: 4, tokens: 2_000_000 },
      cost: { usd: '14.000000', unpricedTokens: 0 },
    },
  ])
  expect(agents.map(({ name, messages: count, cost }) => [name, count, cost.usd])).toEqual([
    ['Copywriter', 6, '27.000000'],
    ['Roteirista', 1, null],
  ])
  const { data } = await boss.get<AdminUser>(`/users/admin/${userId}`)
  expect([data.messagesThisMonth, data.costThisMonth.usd]).toEqual([3, '13.000000'])
  await db().delete(pastModelPrices)
})

test('keeps the figures of messages that are deleted for good, once', async () => {
  const userId = await writer('Bia Apaga')
  const { questionId, replyId } = await exchange(db(), {
    userId,
    agentId,
    at: new Date(),
    ...gpt,
    ...million,
  })
  await exchange(db(), { userId, agentId, at: inSaoPaulo(today, '00:00:01.000'), ...gpt, ...million })
  await countUsage(db())
  await db().transaction(async (tx) => {
    await keepUsageOfMessages(tx, { messageIds: [questionId, replyId] })
    await tx.delete(messages).where(eq(messages.id, replyId))
    await tx.delete(messages).where(eq(messages.id, questionId))
  })
  for (let round = 0; round < 2; round += 1) {
    await countUsage(db())
    const { months } = await usageOf(userId)
    expect(months).toMatchObject([{ messages: 2, replies: 2, tokens: 2_000_000, cost: { usd: '4.000000' } }])
  }
})

test('the table sorts by messages and by cost of the month, in pages', async () => {
  const mark = `marca${randomUUID().slice(0, 8)}`
  // The one with most messages costs nothing; two have none.
  const counts = [
    [1, 5_000_000],
    [3, 0],
    [2, 1_500_000],
    [0, 0],
    [0, 0],
  ] as const
  const ids: string[] = []
  for (const [exchanges, tokens] of counts) {
    const userId = await writer(`Pessoa ${mark}`)
    ids.push(userId)
    for (let at = 0; at < exchanges; at += 1) {
      const nTokens = at === 0 ? tokens : 0
      await exchange(db(), { userId, agentId, at: new Date(), ...gpt, nTokens })
    }
  }
  await countUsage(db())
  const list = async (sort: string) => {
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = new URLSearchParams({ q: mark, sort, limit: '2', ...(cursor && { cursor }) })
      const { data }: { data: AdminUsersPage } = await boss.get<AdminUsersPage>(`/users/admin?${query}`)
      found.push(...data.items.map(({ id }) => id))
      cursor = data.nextCursor
    }
    return found.map((id) => ids.indexOf(id))
  }
  expect(await list('-messages')).toEqual([1, 2, 0, 4, 3])
  expect(await list('messages')).toEqual([3, 4, 0, 2, 1])
  expect(await list('-cost')).toEqual([0, 2, 4, 3, 1])
  expect(await list('cost')).toEqual([1, 3, 4, 2, 0])
  const forged = Buffer.from(JSON.stringify(['cost', "1'", ids[0]])).toString('base64url')
  expect((await boss.get(`/users/admin?sort=cost&cursor=${forged}`)).status).toBe(400)
})

test('lists payments of own purchases in order, and counts known devices', async () => {
  const [userId, stranger] = [await writer('Caio Compra'), await writer('Outro')]
  for (const [owner, key] of [
    [userId, 'sub_1'],
    [stranger, 'sub_2'],
  ] as const) {
    const bought = { planId: CREATOR_PLAN.id, provider: 'stripe', status: 'active' } as const
    await db()
      .insert(subscriptions)
      .values({ ...bought, userId: owner, externalSubscriptionId: key })
    const amount = { provider: 'stripe', currency: 'BRL', externalSubscriptionId: key } as const
    await db()
      .insert(paymentAmounts)
      .values([
        { ...amount, kind: 'sale', externalId: `a_${key}`, cents: 9_700, day: '2026-01-05' },
        { ...amount, kind: 'refund', externalId: `b_${key}`, cents: 700, day: '2026-02-05' },
        { ...amount, kind: 'refund', externalId: `c_${key}`, cents: 0, day: '2026-03-05' },
      ])
  }
  const { data } = await boss.get<UserPayment[]>(`/users/admin/${userId}/payments`)
  expect(data.map(({ kind, cents, day }) => [kind, cents, day])).toEqual([
    ['refund', 700, '2026-02-05'],
    ['sale', 9_700, '2026-01-05'],
  ])
  await db()
    .insert(knownDevices)
    .values([
      { userId, deviceHash: 'a' },
      { userId, deviceHash: 'b' },
    ])
  expect(await usageOf(userId)).toMatchObject({ months: [], agents: [], knownDevices: 2 })
  await db().delete(users).where(eq(users.id, userId))
  expect((await boss.get(`/users/admin/${userId}/usage`)).status).toBe(404)
  expect((await boss.get(`/users/admin/${userId}/payments`)).status).toBe(404)
})
