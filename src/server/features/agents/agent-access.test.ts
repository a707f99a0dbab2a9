import { randomUUID } from 'node:crypto'
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Agent, AgentsPage } from '#shared/contract/agents.ts'
import { agents, messages, plans, subscriptions } from '../../db/schema/index.ts'
import { seedPlans } from '../../db/seed/plans.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { makeAgent } from '../../testing/factories/agents.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const CREATOR = seedPlans[1]?.id ?? ''
const LOCKED = [403, 'PLAN_REQUIRED']

let app: TestApp
let admin: TestClient
let ana: TestClient
let agentId: string
let talk: ChatClient
/** An interrupted reply, which could be continued. */
let replyId: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signUp('Administradora')
  ana = await app.signUp('Ana')
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const lock = (enableFreePlan = false) =>
  db().update(agents).set({ enableFreePlan }).where(eq(agents.id, agentId))
const storedIn = async (chatId: string) =>
  (await db().select({ n: count() }).from(messages).where(eq(messages.chatId, chatId)))[0]?.n
const subscribe = (userId: string, values: Partial<typeof subscriptions.$inferInsert> = {}) =>
  db()
    .insert(subscriptions)
    .values({ userId, planId: CREATOR, provider: 'hubla', status: 'active', ...values })

beforeEach(async () => {
  agentId = await makeAgent(db())
  talk = await ChatClient.open(ana, agentId)
  // Sets a title, because the background title request would take the answer scripted for a draft.
  await talk.call('PATCH', '', { title: 'Vendas' })
  app.provider.script({ kind: 'cut', after: 2, how: 'end', tokens: ['Um ', 'dois ', 'três.'] })
  ;({ replyId } = await talk.say('Como vendo mais?'))
  app.provider.clearAsides()
})

/** Every request that makes the agent write. */
const ASKS: Record<string, (who: ChatClient) => Promise<{ status: number; code: string | undefined }>> = {
  'a message': async (who) => readFailure(await who.send('Mais uma')),
  'an edited message': async (who) => {
    const replacesId = (await who.list())[0]?.id ?? ''
    return readFailure(await who.send('De novo', { replacesId }))
  },
  'another reply': async (who) => ask(who, `/messages/${replyId}/regenerate`),
  'the rest of a reply': async (who) => ask(who, `/messages/${replyId}/continue`),
}

async function readFailure(response: Response) {
  const { error } = Object(await response.json())
  return { status: response.status, code: error?.code as string | undefined }
}

const ask = async (who: ChatClient, path: string) =>
  readFailure(await who.client.fetch('POST', `/api/v1/chats/${who.chatId}${path}`))

describe('an agent that was locked later', () => {
  test.each(Object.entries(ASKS))('refuses %s', async (_what, asking) => {
    await lock()
    const [stored, asked] = [await storedIn(talk.chatId), app.provider.requests.length]
    const { status, code } = await asking(talk)
    expect([status, code]).toEqual(LOCKED)
    // Nothing was stored or charged.
    expect(await storedIn(talk.chatId)).toBe(stored)
    expect(app.provider.requests).toHaveLength(asked)
  })

  test('opens no chat and says so; its old chats stay readable, searchable and can be saved', async () => {
    await lock()
    expect(outcomeOf(await ana.post('/chats', { agentId }))).toEqual(LOCKED)
    const shown = await ana.get<Agent>(`/agents/${agentId}`)
    expect([shown.status, shown.data.locked, shown.data.available]).toEqual([200, true, true])
    const said = await talk.list()
    expect(said.map(({ content }) => content)).toEqual(['Como vendo mais?', 'Um dois '])
    for (const path of ['', '/export?format=md', `/messages/${replyId}/grounding`]) {
      expect((await talk.call('GET', path)).status).toBe(200)
    }
    expect((await ana.get(`/agents/${agentId}/chats`)).data).toMatchObject({ items: [{ id: talk.chatId }] })
    // Rating, renaming and exporting need no agent.
    expect((await talk.rate(replyId, { rating: 'up' })).status).toBe(200)
    expect((await talk.call('PATCH', '', { title: 'Guardada' })).status).toBe(200)
    app.provider.scriptAside({ kind: 'reply', tokens: ['{"name":"Mentoria"}'], delayMs: 0 })
    expect((await talk.call('POST', `/messages/${replyId}/draft`, { kind: 'product' })).status).toBe(200)
  })

  test('is 404, not locked, for a user without such a chat', async () => {
    await lock()
    const bia = await app.signUp('Bia')
    const theirs = talk.as(bia)
    for (const asking of [ASKS['a message'], ASKS['another reply'], ASKS['the rest of a reply']]) {
      expect((await asking?.(theirs))?.status).toBe(404)
    }
    expect(outcomeOf(await bia.post('/chats', { agentId: randomUUID() }))).toEqual([404, 'NOT_FOUND'])
  })

  test('keeps its promises: a repeated send returns its reply', async () => {
    const message = { id: randomUUID(), content: 'Responda' }
    app.provider.script({ kind: 'reply', tokens: ['Pronto.'] })
    const first = await ana.open('POST', `/chats/${talk.chatId}/messages`, message)
    await first.rest()
    await lock()
    const again = await ana.open('POST', `/chats/${talk.chatId}/messages`, message)
    expect((await again.rest()).at(-1)).toMatchObject({ event: 'done', data: { status: 'done' } })
    expect(again.messageId).toBe(first.messageId)
  })
})

describe('a locked agent', () => {
  const isLockedFor = async (who: TestClient) =>
    (await who.get<AgentsPage>('/agents?limit=100')).data.items.find(({ id }) => id === agentId)?.locked

  test('opens and closes with the plan, on every message', async () => {
    await lock()
    const bia = await app.signUp('Bia')
    expect(await isLockedFor(bia)).toBe(true)
    await subscribe(bia.userId)
    expect(await isLockedFor(bia)).toBe(false)
    const own = await ChatClient.open(bia, agentId)
    app.provider.script({ kind: 'reply', tokens: ['Oi!'] })
    const { replyId: answered } = await own.say('Oi')
    expect((await own.list()).map(({ content }) => content)).toEqual(['Oi', 'Oi!'])

    await db().update(subscriptions).set({ status: 'canceled' }).where(eq(subscriptions.planId, CREATOR))
    expect(await isLockedFor(bia)).toBe(true)
    expect(outcomeOf(await own.call('POST', `/messages/${answered}/regenerate`))).toEqual(LOCKED)
    expect(outcomeOf(await bia.post('/chats', { agentId }))).toEqual(LOCKED)
  })

  test('follows the plan’s current definition, even when the plan is no longer sold', async () => {
    await lock()
    const caio = await app.signUp('Caio')
    const [plan] = await db()
      .insert(plans)
      .values({ name: 'so_estes', displayName: 'Só estes', monthlyMessageLimit: 500, isArchived: true })
      .returning()
    await subscribe(caio.userId, { planId: plan?.id ?? '', provider: 'manual' })
    expect(await isLockedFor(caio)).toBe(true)
    const { status } = await admin.call('PATCH', `/api/v1/plans/admin/${plan?.id}`, {
      ...{ version: 1, allAgents: true },
    })
    expect([status, await isLockedFor(caio)]).toEqual([200, false])
  })

  test('stays locked for an unclaimed purchase, an expired period, or a plan equal to the free one', async () => {
    await lock()
    const dora = await app.signUp('Dora')
    await db()
      .insert(subscriptions)
      .values({ email: dora.email, planId: CREATOR, provider: 'hubla', status: 'active' })
    const ago = (ms: number) => new Date(Date.now() - ms)
    await subscribe(dora.userId, { currentPeriodEnd: ago(1_000), cancelsAtPeriodEnd: true })
    // Beyond the grace period of a renewal.
    await subscribe(dora.userId, { currentPeriodEnd: ago(30 * 86_400_000) })
    await subscribe(dora.userId, { currentPeriodEnd: ago(86_400_000), graceUntil: ago(1_000) })
    await subscribe(dora.userId, { status: 'inactive' })
    await subscribe(dora.userId, { planId: seedPlans[0]?.id ?? '', provider: 'hubla' })
    expect(await isLockedFor(dora)).toBe(true)
    expect(outcomeOf(await dora.post('/chats', { agentId }))).toEqual(LOCKED)
    expect(await isLockedFor(admin)).toBe(false)
  })
})
