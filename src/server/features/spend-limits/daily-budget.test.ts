import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { houseSettings, modelPrices, plans, spendDays } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { DEFAULT_TOKENS } from '../../testing/doubles/provider/behaviour.ts'
import { DOUBLE_INPUT } from '../../testing/doubles/provider/wire.ts'
import { eventually } from '../../testing/eventually.ts'
import { newMessage, openAgentId } from '../../testing/factories/conversation.ts'
import { saveCredential } from '../../testing/factories/credentials.ts'
import { startSecondInstance } from '../../testing/processes/second-instance.ts'
import { readMail } from '../../testing/read-mail.ts'
import { validTest } from '../../testing/routes/admin-agent-routes.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let admin: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp({ OPENAI_MODEL: 'gpt-da-casa' })
  admin = await app.signUp('Dona da Casa')
  agentId = await openAgentId(admin)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.server.deps.budget.stop()
  await db().delete(houseSettings)
  await db().delete(spendDays)
})

const db = () => app.server.deps.db
const limit = (limits: Partial<typeof houseSettings.$inferInsert>) =>
  db().insert(houseSettings).values(limits)
const today = async () => (await db().select().from(spendDays))[0]
const asked = () => app.provider.requests.length + app.provider.asides.length

/** A chat with a title, so that the only calls are its replies. */
async function openTitled(who: TestClient): Promise<ChatClient> {
  const talk = await ChatClient.open(who, agentId)
  await talk.call('PATCH', '', { title: 'Conversa' })
  return talk
}
const openMany = (who: TestClient, count: number) =>
  Promise.all(Array.from({ length: count }, () => openTitled(who)))
const send = (talk: ChatClient) => talk.call('POST', '/messages', newMessage())

async function budgetMails(): Promise<string[]> {
  const outbox = join(app.server.deps.env.dataDir, 'outbox')
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.includes('-budget-'))
  const mails = await Promise.all(
    names.map(async (name) => readMail(await readFile(join(outbox, name), 'utf8'))),
  )
  return mails.map(({ headers }) => `${headers.to} ${headers.subject}`)
}

describe('the budget of the day in calls', () => {
  test('lets exactly its number of a crowd pass, on two instances, and stores nothing of the others', async () => {
    const eva = await app.signUp('Eva Lima')
    await limit({ dailyCalls: 12 })
    const there = await startSecondInstance(app)
    const talks = await openMany(eva, 40)
    const before = asked()
    const replies = await Promise.all(
      talks.map((talk, place) => send(place % 2 === 0 ? talk : talk.as(there.as(eva)))),
    )
    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(28)
    for (const { status, error, headers } of refused) {
      expect([status, error.code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', null])
      expect(error.message).toMatch(/^O Elenco chegou ao limite de respostas de hoje.*meia-noite/)
    }
    expect(asked() - before).toBe(12)
    expect((await today())?.calls).toBe(12)
    const stored = await Promise.all(talks.map((talk) => talk.list()))
    expect(stored.filter((messages) => messages.length > 0)).toHaveLength(12)
    await there.server.stop()
  })

  test('is not used by refused sends, nor by own keys; and covers drafts, titles and tests', async () => {
    const eva = await app.signUp('Eva Lima')
    await limit({ dailyCalls: 3 })
    const talk = await openTitled(eva)
    const { replyId } = await talk.say()
    expect(
      (await talk.call('POST', '/messages', { ...newMessage(), parentId: replyId, content: '' })).status,
    ).toBe(400)
    // The id is taken: a refused send.
    const [human] = await talk.list()
    const other = await openTitled(eva)
    const taken = { ...newMessage(), id: human?.id }
    expect((await other.call('POST', '/messages', taken)).status).toBe(409)
    await (await admin.open('POST', '/agents/admin/test', validTest())).rest()
    const untitled = await ChatClient.open(eva, agentId)
    await untitled.say()
    const before = asked()
    expect(outcomeOf(await talk.call('POST', `/messages/${replyId}/draft`, { kind: 'product' }))).toEqual([
      429,
      'RATE_LIMITED',
    ])
    expect(outcomeOf(await talk.call('POST', `/messages/${replyId}/regenerate`))).toEqual([
      429,
      'RATE_LIMITED',
    ])
    expect(outcomeOf(await admin.call('POST', '/api/v1/agents/admin/test', validTest()))).toEqual([
      429,
      'RATE_LIMITED',
    ])
    expect(asked()).toBe(before)
    await saveCredential(eva, { credentials: 'sk-propria-0011223344', isActive: true })
    expect((await talk.say('Com a minha chave')).events.at(-1)?.data.status).toBe('done')
    expect((await talk.call('POST', `/messages/${replyId}/draft`, { kind: 'product' })).status).toBe(200)
    expect((await today())?.calls).toBe(3)
    // No call for the title of the last chat was left, when it was wanted a moment after its reply.
    await sleep(500)
    expect(
      app.provider.asides.filter(({ body }) => JSON.stringify(body).includes('dá títulos')),
    ).toHaveLength(0)
    // On a busy machine it may be wanted later.
    await untitled.call('PATCH', '', { title: 'Conversa' })
  })

  test('warns administrators at 80 %, and tells them when it is reached, once a day each', async () => {
    const eva = await app.signUp('Eva Lima')
    await limit({ dailyCalls: 5 })
    const talk = await openTitled(eva)
    const earlier = await budgetMails()
    const mails = async () => (await budgetMails()).slice(earlier.length)
    for (let sent = 0; sent < 4; sent += 1) await talk.say()
    await eventually(async () => expect(await mails()).toHaveLength(1))
    expect(await mails()).toEqual([expect.stringContaining('está perto do fim no Elenco')])
    const { data } = await admin.get<{ level: string }>('/spend-limits/admin')
    expect(data.level).toBe('warning')
    await talk.say()
    await eventually(async () => expect(await mails()).toHaveLength(2))
    for (let sent = 0; sent < 3; sent += 1) expect((await send(talk)).status).toBe(429)
    expect(await mails()).toEqual([
      expect.stringContaining('está perto do fim no Elenco'),
      expect.stringContaining('foi atingido no Elenco'),
    ])
    expect((await mails()).every((mail) => mail.includes(admin.email))).toBe(true)
    // A higher limit counts at once; a new day starts anew.
    await db().update(houseSettings).set({ dailyCalls: 6 })
    expect((await talk.say()).events.at(-1)?.data.status).toBe('done')
    expect((await send(talk)).status).toBe(429)
    await db().execute(sql`update spend_days set day = day - 1`)
    expect((await talk.say()).events.at(-1)?.data.status).toBe('done')
  })

  test('without a budget nothing is refused, and calls and cost are counted', async () => {
    await db().insert(modelPrices).values({
      provider: 'openai',
      model: 'gpt-da-casa',
      inputPrice: '10',
      cachedInputPrice: '1',
      outputPrice: '100',
    })
    const talk = await openTitled(admin)
    await talk.say()
    await talk.say()
    await app.server.deps.budget.stop()
    const { tokens, cached } = DOUBLE_INPUT
    const dollars = ((tokens - cached) * 10 + cached + DEFAULT_TOKENS.length * 100) / 1e6
    expect((await today())?.calls).toBe(2)
    expect(Number((await today())?.usd)).toBeCloseTo(2 * dollars, 9)
  })
})

test('the budget of the day in dollars ends with the replies in progress', async () => {
  await db().delete(modelPrices)
  const price = { inputPrice: '10000', cachedInputPrice: '10000', outputPrice: '10000' }
  await db()
    .insert(modelPrices)
    .values({ provider: 'openai', model: 'gpt-da-casa', ...price })
  const reply = (DOUBLE_INPUT.tokens + DEFAULT_TOKENS.length) / 100
  await limit({ dailyUsd: (reply * 1.5).toFixed(2) })
  const talk = await openTitled(admin)
  await talk.say()
  await talk.say()
  // The cost is known at the end of a reply.
  expect(outcomeOf(await send(talk))).toEqual([429, 'RATE_LIMITED'])
  expect(Number((await today())?.usd)).toBeCloseTo(2 * reply, 6)
})

describe('a plan’s limit of messages a day', () => {
  test('refuses more, in parallel too, drafts included; own keys and other users go on', async () => {
    const eva = await app.signUp('Eva Lima')
    await db().update(plans).set({ dailyMessageLimit: 4 }).where(eq(plans.id, FREE_PLAN_ID))
    const talks = await openMany(eva, 10)
    const replies = await Promise.all(talks.map(send))
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(6)
    expect(refused[0]?.error).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('limite de mensagens de hoje'),
    })
    const talk = talks.find((_, place) => replies[place]?.status === 200)
    const [, reply] = (await talk?.list()) ?? []
    const draft = await talk?.call('POST', `/messages/${reply?.id}/draft`, { kind: 'product' })
    expect(draft && outcomeOf(draft)).toEqual([429, 'RATE_LIMITED'])
    expect((await send(await openTitled(await app.signUp('Bia Lima')))).status).toBe(200)
    await db().execute(sql`update usage_months set day = day - 1 where user_id = ${eva.userId}`)
    expect((await send(await openTitled(eva))).status).toBe(200)
    await saveCredential(eva, { credentials: 'sk-propria-0011223344', isActive: true })
    for (const again of await openMany(eva, 6)) expect((await send(again)).status).toBe(200)
  })
})
