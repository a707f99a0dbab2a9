import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Usage } from '#shared/contract/usage.ts'
import { activityDays, agents, chats, usageDays, userDays } from '../../db/schema/index.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { DEFAULT_TOKENS } from '../../testing/doubles/provider/behaviour.ts'
import { type ProviderDouble, startProviderDouble } from '../../testing/doubles/provider/provider-double.ts'
import { DOUBLE_INPUT } from '../../testing/doubles/provider/wire.ts'
import { eventually } from '../../testing/eventually.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { saveCredential } from '../../testing/factories/credentials.ts'
import { dayAfter, makeAgent, saoPauloToday } from '../../testing/factories/usage.ts'
import { startSecondInstance } from '../../testing/processes/second-instance.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { FIRST_TOKEN_BOUNDS } from './first-token.ts'
import { countUsage } from './usage-job.ts'

const OWN_KEY = 'sk-propria-da-bia-00112233445566'

let gemini: ProviderDouble
let app: TestApp
let ana: TestClient
let agentId: string
beforeAll(async () => {
  gemini = await startProviderDouble()
  app = await createTestApp({
    ...{ OPENAI_MODEL: 'gpt-da-casa', GOOGLE_MODEL: 'gemini-da-casa' },
    ...{ GOOGLE_API_KEY: 'canario-do-google', GOOGLE_BASE_URL: gemini.googleBaseUrl },
  })
  ana = await app.signUp('Ana Souza')
  agentId = await openAgentId(ana)
})
afterAll(async () => {
  await app.close()
  await gemini.close()
})
beforeEach(async () => {
  await db().delete(chats)
  await db().execute(sql`truncate usage_days, call_days, plan_days, user_days, activity_days, model_prices`)
})

const db = () => app.server.deps.db
const count = () => countUsage(db())
const usageOf = async (range: string): Promise<Usage> => {
  const { data } = await ana.get<Usage>(`/usage/admin?range=${range}`)
  return Usage.parse(data)
}
/** A chat with a title, so that no call for one is in the costs. */
async function openTitled(...opening: Parameters<typeof ChatClient.open>): Promise<ChatClient> {
  const talk = await ChatClient.open(...opening)
  await talk.call('PATCH', '', { title: 'Conversa' })
  return talk
}
const NO_REPLIES = {
  ...{ replies: 0, failed: 0, interrupted: 0, stopped: 0, refused: 0, up: 0, down: 0 },
  tokens: { total: 0, cached: 0, output: 0, ownKey: 0 },
  cost: { usd: '0.000000', unpricedTokens: 0 },
  firstToken: { replies: 0, p50: null, p95: null },
}
const NOTHING = { ...NO_REPLIES, messages: 0, activePeople: 0, newAccounts: 0 }
const REPLY = {
  total: DOUBLE_INPUT.tokens + DEFAULT_TOKENS.length,
  cached: DOUBLE_INPUT.cached,
  output: DEFAULT_TOKENS.length,
}
const times = (n: number) => ({ total: n * REPLY.total, cached: n * REPLY.cached, output: n * REPLY.output })

test('messages are on the dashboard within a minute, with exact tokens', async () => {
  const bia = await app.signUp('Bia Lima')
  const talk = await openTitled(bia, agentId)
  const { replyId } = await talk.say('Primeira')
  await talk.say('Segunda')
  await talk.rate(replyId, { rating: 'down', reason: 'Curta' })
  app.provider.script({ kind: 'status', status: 401 })
  gemini.script({ kind: 'status', status: 401 })
  await talk.say('Terceira')
  app.provider.script({ kind: 'stall', after: 2 })
  const begun = await talk.begin('Quarta')
  await eventually(() => expect(begun.text).not.toBe(''))
  await talk.stop()
  await begun.closed
  const [geminiAgent] = await db()
    .update(agents)
    .set({ model: 'gemini-do-agente' })
    .where(sql`enable_free_plan and id <> ${agentId}`)
    .returning({ id: agents.id, name: agents.name })
  await (await openTitled(bia, geminiAgent?.id ?? '')).say('Quinta')
  const carla = await app.signUp('Carla Reis')
  await saveCredential(carla, { credentials: OWN_KEY, isActive: true })
  await (await openTitled(carla, agentId)).say('Sexta')

  // Opening the dashboard on another instance triggers a count there.
  const there = await startSecondInstance(app)
  await eventually(async () => {
    const { data } = await there.as(ana).get<Usage>('/usage/admin?range=today')
    expect(data.totals.messages).toBe(6)
  })
  await there.server.stop()
  const { totals, agents: byAgent, models, days, people, plans, updatedAt, unpriced } = await usageOf('today')
  expect(totals).toMatchObject({
    ...{ messages: 6, activePeople: 2, newAccounts: people, replies: 6 },
    ...{ failed: 1, interrupted: 0, stopped: 1, up: 0, down: 1 },
    tokens: { ...times(4), ownKey: REPLY.total },
    cost: { usd: null, unpricedTokens: 3 * REPLY.total },
    firstToken: { replies: 5, p50: expect.any(Number), p95: expect.any(Number) },
  })
  expect(days).toEqual([{ day: saoPauloToday(), ...totals }])
  expect(Date.now() - Date.parse(updatedAt ?? '')).toBeLessThan(60_000)
  expect(byAgent.map(({ agentId: id, messages, replies, down }) => [id, messages, replies, down])).toEqual([
    [agentId, 5, 5, 1],
    [geminiAgent?.id, 1, 1, 0],
  ])
  const named = models.map(({ provider, model, replies, tokens }) => [provider, model, replies, tokens.total])
  expect(named).toEqual([
    ['openai', 'gpt-da-casa', 4, 3 * REPLY.total],
    ['google', 'gemini-do-agente', 1, REPLY.total],
    ['none', '', 1, 0],
  ])
  expect(unpriced).toEqual([
    { provider: 'openai', model: 'gpt-da-casa', tokens: 2 * REPLY.total },
    { provider: 'google', model: 'gemini-do-agente', tokens: REPLY.total },
  ])
  expect(plans.map(({ name, people: have }) => [name, have])).toEqual([
    ['free', people],
    ['creator', 0],
    ['big_player', 0],
  ])

  // Deleting an account removes its user figures; the operator's cost stays.
  expect((await bia.call('POST', '/api/auth/delete-user', { password: bia.password })).status).toBe(200)
  await count()
  const after = await usageOf('today')
  expect(after.totals).toEqual({ ...totals, activePeople: 1, newAccounts: people - 1 })
  expect([after.models, after.agents]).toEqual([models, byAgent])
})

test('the demonstration model is named, and costs nothing', async () => {
  await app.restart({ OPENAI_BASE_URL: '', OPENAI_API_KEY: '', GOOGLE_BASE_URL: '', GOOGLE_API_KEY: '' })
  await (await ChatClient.open(ana, agentId)).say('Olá')
  await count()
  const { totals, models, unpriced } = await usageOf('today')
  expect(totals).toMatchObject({ messages: 1, replies: 1, cost: { usd: '0.000000', unpricedTokens: 0 } })
  expect(models.map(({ provider, model, replies }) => [provider, model, replies])).toEqual([
    ['demo', 'demo', 1],
  ])
  expect(unpriced).toEqual([])
})

describe('a period', () => {
  const today = saoPauloToday()
  const ago = (days: number) => dayAfter(today, -days)
  const row = { provider: 'openai', model: 'gpt-um', isOwnKey: false }
  const bucketsOf = (...all: number[]) => {
    const buckets = FIRST_TOKEN_BOUNDS.map(() => 0).concat(0)
    for (const ms of all) {
      const bucket = FIRST_TOKEN_BOUNDS.filter((bound) => bound <= ms).length
      buckets[bucket] = (buckets[bucket] ?? 0) + 1
    }
    return buckets
  }

  test('is compared with the same number of days before, and includes days without activity', async () => {
    const other = await makeAgent(db(), 'Outro agente')
    await db().update(agents).set({ deletedAt: new Date() }).where(eq(agents.id, other))
    await db()
      .insert(usageDays)
      .values([
        {
          ...row,
          day: ago(3),
          agentId,
          messages: 0,
          replies: 4,
          stopped: 1,
          nTokens: 400,
          nCachedTokens: 40,
          nOutputTokens: 100,
          up: 3,
          down: 1,
        },
        {
          ...row,
          day: ago(6),
          agentId: other,
          replies: 2,
          nTokens: 1_000_000,
          firstTokens: 3,
          firstTokenMs: 900,
          firstTokenBuckets: bucketsOf(100, 100, 700),
        },
        { ...row, day: ago(6), agentId: other, provider: 'openai-gone', replies: 1, nTokens: 5 },
        { ...row, day: ago(3), agentId, provider: 'none', model: '', messages: 9 },
        { ...row, day: ago(6), agentId: other, provider: 'none', model: '', messages: 20 },
        { ...row, day: ago(3), agentId, isOwnKey: true, replies: 1, nTokens: 60 },
        // The period before, to the day.
        {
          ...row,
          day: ago(7),
          agentId,
          replies: 5,
          nTokens: 50,
          down: 2,
          firstTokens: 1,
          firstTokenBuckets: bucketsOf(2_000),
        },
        { ...row, day: ago(13), agentId, provider: 'google', replies: 1, failed: 1, messages: 2 },
        { ...row, day: ago(14), agentId, replies: 900 },
      ])
    await db()
      .insert(userDays)
      .values([{ userId: ana.userId, day: ago(6), messages: 20 }])
    await db()
      .insert(activityDays)
      .values([
        { day: ago(13), newUsers: 4 },
        { day: ago(7), active7: 11, active30: 12, newUsers: 2 },
        { day: ago(6), active1: 1, newUsers: 7 },
        { day: ago(1) },
        { day: today },
      ])
    await count()
    const prices = { version: (await ana.get<{ version: string }>('/usage/admin/prices')).data.version }
    const price = {
      provider: 'openai',
      model: 'gpt-um',
      inputPrice: '1',
      cachedInputPrice: '0.5',
      outputPrice: '2',
    }
    const changed = await ana.call('PUT', '/api/v1/usage/admin/prices', { ...prices, prices: [price] })
    expect(changed.status).toBe(200)

    const usage = await usageOf('7')
    expect(usage).toMatchObject({ range: '7', from: ago(6), to: today })
    expect(usage.totals).toMatchObject({
      ...{ messages: 29, activePeople: 1, replies: 8, stopped: 1, up: 3, down: 1 },
      tokens: { total: 1_000_465, cached: 40, output: 100, ownKey: 60 },
      // 260 + 20 + 200 for one model, a dollar for the other, five tokens of the deleted account; nothing for
      // the own key.
      cost: { usd: '1.000485', unpricedTokens: 0 },
      firstToken: { replies: 3, p50: expect.any(Number), p95: expect.any(Number) },
    })
    expect(usage.totals.newAccounts).toBeGreaterThanOrEqual(7)
    const { p50, p95 } = usage.totals.firstToken
    expect(p50).toBeGreaterThanOrEqual(98)
    expect(p50).toBeLessThanOrEqual(122)
    expect(p95).toBeGreaterThanOrEqual(582)
    expect(p95).toBeLessThanOrEqual(728)
    expect(usage.previous).toEqual({
      ...{ ...NOTHING, messages: 2, activePeople: 11, newAccounts: 6, replies: 6, failed: 1, down: 2 },
      tokens: { total: 50, cached: 0, output: 0, ownKey: 0 },
      cost: { usd: '0.000050', unpricedTokens: 0 },
      firstToken: { replies: 1, p50: expect.any(Number), p95: expect.any(Number) },
    })
    expect(usage.days.map(({ day, messages }) => [day, messages])).toEqual([
      ...[
        [ago(6), 20],
        [ago(5), 0],
        [ago(4), 0],
        [ago(3), 9],
        [ago(2), 0],
        [ago(1), 0],
        [today, 0],
      ],
    ])
    expect(usage.days[1]).toEqual({ day: ago(5), ...NOTHING })
    expect(usage.agents).toMatchObject([
      { agentId: other, name: 'Outro agente', isDeleted: true, messages: 20, replies: 3 },
      {
        agentId,
        isDeleted: false,
        messages: 9,
        replies: 5,
        up: 3,
        down: 1,
        tokens: { total: 460, ownKey: 60 },
      },
    ])
    expect(usage.models).toMatchObject([{ provider: 'openai', model: 'gpt-um', replies: 8, stopped: 1 }])
    expect(usage.unpriced).toEqual([])
    // Days of one's own choice: the same figures, and the writers of exactly these days.
    const own = await usageOf(`30&from=${ago(6)}&to=${dayAfter(today, 3)}`)
    expect(own).toEqual({ ...usage, range: null, updatedAt: own.updatedAt })
    const two = await usageOf(`30&from=${ago(6)}&to=${ago(5)}`)
    expect(two).toMatchObject({ to: ago(5), totals: { messages: 20, activePeople: 1, newAccounts: 7 } })
    expect(two.previous).toMatchObject({ replies: 5, activePeople: 0, newAccounts: 2 })
    expect((await usageOf('365')).totals.replies).toBe(8 + 6 + 900)
    // Thirty days cover both, and there is nothing before them.
    expect((await usageOf('30')).totals.replies).toBe(8 + 6 + 900)
    expect((await usageOf('90')).previous).toBeNull()
  })
})
