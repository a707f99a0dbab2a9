import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Usage, UsageRepliesPage } from '#shared/contract/usage.ts'
import { callDays, modelPrices, planDays, plans, subscriptions, usageDays } from '../../db/schema/index.ts'
import {
  dayAfter,
  exchange,
  inSaoPaulo,
  makeAgent,
  makeWriter,
  NO_USAGE,
  saoPauloToday,
} from '../../testing/factories/usage.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { countUsage } from './usage-job.ts'

let app: TestApp
let boss: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  boss = await app.signUp('Ada')
  agentId = await makeAgent(db())
  const price = { inputPrice: '1', cachedInputPrice: '1', outputPrice: '1' }
  await db()
    .insert(modelPrices)
    .values([{ provider: 'openai', model: 'gpt-um', ...price }])
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const today = saoPauloToday()
const usageOf = async (query = '') => (await boss.get<Usage>(`/usage/admin${query}`)).data
const written = { usedModel: 'openai', modelName: 'gpt-um', nTokens: 1_000_000 } as const

async function subscriber(planName: string): Promise<string> {
  const userId = await makeWriter(db(), inSaoPaulo(dayAfter(today, -1)))
  const all = await db().select().from(plans)
  const planOf = (name: string) => all.find((plan) => plan.name === name)?.id ?? ''
  const given = { userId, status: 'active' } as const
  await db()
    .insert(subscriptions)
    .values([
      { ...given, planId: planOf('free'), provider: 'auto' },
      { ...given, planId: planOf(planName), provider: 'manual' },
    ])
  return userId
}

test('messages and costs are by the plan that counts for the user, and the rest of the cost is told apart', async () => {
  const [creator, big] = [await subscriber('creator'), await subscriber('big_player')]
  const planless = await makeWriter(db(), inSaoPaulo(dayAfter(today, -1)))
  const write = (userId: string, over = {}) =>
    exchange(db(), { userId, agentId, at: new Date(), ...written, ...over })
  await write(creator)
  await write(creator, { nTokens: 2_000_000, status: 'interrupted', errorCode: 'stall' })
  await write(creator, { ownKey: true })
  await write(big, { modelName: 'sem-preco', nTokens: 70 })
  await write(planless, { nTokens: 4_000_000 })
  await db()
    .insert(callDays)
    .values([
      {
        day: today,
        agentId,
        provider: 'openai',
        model: 'gpt-um',
        isOwnKey: false,
        purpose: 'title',
        nTokens: 500_000,
      },
    ])
  // Of an earlier count with another plan.
  const stale = { day: today, planId: agentId, provider: 'openai', model: 'gpt-um', isOwnKey: false }
  await db()
    .insert(planDays)
    .values([{ ...stale, replies: 9 }])
  await countUsage(db())

  const usage = await usageOf('?range=today')
  const figures = usage.plans.map(({ name, messages, replies, tokens, cost }) => [
    ...[name, messages, replies, tokens.total, cost.usd, cost.unpricedTokens],
  ])
  expect(figures).toEqual([
    ['free', 0, 0, 0, '0.000000', 0],
    ['creator', 3, 3, 4_000_000, '3.000000', 0],
    ['big_player', 1, 1, 70, null, 70],
  ])
  expect([usage.totals.cost.usd, usage.outsidePlansUsd]).toEqual(['7.500000', '4.500000'])

  // Another count changes nothing; another plan moves the open day.
  await countUsage(db())
  expect((await usageOf('?range=today')).plans).toEqual(usage.plans)
  await db().delete(subscriptions)
  await countUsage(db())
  expect((await usageOf('?range=today')).outsidePlansUsd).toBe('7.500000')

  const { data } = await boss.get<UsageRepliesPage>('/usage/admin/replies')
  expect(data.items.map(({ costUsd }) => costUsd).sort()).toEqual(
    ['0.000000', '1.000000', '2.000000', '4.000000', null].sort(),
  )
})

test('the forecast continues the average of the last 14 full days until the end of the month', async () => {
  await db().execute('truncate usage_days, call_days, plan_days, activity_days')
  expect((await usageOf()).forecast).toBeNull()
  await db().execute(
    "insert into activity_days (day) select generate_series(now() - interval '40 days', now() - interval '1 day', '1 day')::date",
  )
  const row = { ...NO_USAGE, agentId, provider: 'openai', model: 'gpt-um' }
  const dollars = [7, 14, 15, 40].map((ago) => ({ ...row, day: dayAfter(today, -ago), nTokens: 14_000_000 }))
  await db()
    .insert(usageDays)
    .values([...dollars, { ...row, day: today, nTokens: 1_000_000 }])
  const limits = { version: 0, dailyCalls: null, dailyUsd: '2.50' }
  expect((await boss.call('PUT', '/api/v1/spend-limits/admin', limits)).status).toBe(200)

  const { forecast } = await usageOf('?range=7')
  const [year = 0, month = 0, dayOfMonth = 0] = today.split('-').map(Number)
  const remaining = new Date(Date.UTC(year, month, 0)).getUTCDate() - dayOfMonth
  const spent = 1 + 14 * [7, 14, 15].filter((ago) => ago < dayOfMonth).length
  expect(forecast).toEqual({
    ...{ days: 14, averageUsd: '2.000000', unpricedTokens: 0, limitUsd: '2.50' },
    monthUsd: `${spent}.000000`,
    expectedUsd: `${spent + 2 * remaining}.000000`,
  })
})
