import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Agent, type AgentsPage } from '#shared/contract/agents.ts'
import type { Chat } from '#shared/contract/chats.ts'
import { Label } from '#shared/contract/labels.ts'
import { agents, plans, subscriptions } from '../../db/schema/index.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let admin: TestClient
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signUp('Dona da Casa')
  ana = await app.signUp()
})
afterAll(() => app.close())

const list = async (query = '') => (await ana.get<AgentsPage>(`/agents${query}`)).data

describe('the gallery', () => {
  test('has the eight seeded agents, five of them open to the free plan', async () => {
    const { items, hasMore, nextCursor } = await list()
    expect(items).toHaveLength(8)
    expect(items.filter(({ locked }) => !locked)).toHaveLength(5)
    expect({ hasMore, nextCursor }).toEqual({ hasMore: false, nextCursor: null })
    for (const agent of items) {
      expect(Agent.strict().parse(agent)).toEqual(agent)
      expect(agent.promptRecommendations).toHaveLength(3)
      expect(agent.labels.length).toBeGreaterThan(0)
    }
  })

  test('never shows an agent’s prompt', async () => {
    const raw = await (await ana.fetch('GET', '/api/v1/agents')).text()
    const [row] = await app.server.deps.db.select().from(agents).limit(1)
    expect(raw).not.toContain('systemPrompt')
    expect(raw).not.toContain(row?.systemPrompt.slice(0, 60))
  })

  test('pages by cursor without losing or repeating an agent', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: AgentsPage = await list(`?limit=3${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(seen).toEqual((await list()).items.map(({ id }) => id))
  })

  test('can be searched ignoring case and accents, with % as a plain character', async () => {
    const { items } = await list()
    const target = items.find(({ name }) => /[áéíóúãõç]/i.test(name))
    const word = (target?.name ?? '').normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
    expect((await list(`?q=${encodeURIComponent(word)}`)).items.map(({ id }) => id)).toEqual([target?.id])
    expect((await list('?q=%25')).items).toEqual([])
    expect((await list('?q=zzzzzz')).items).toEqual([])
  })

  test('is filtered by label', async () => {
    const labels = (await ana.get<Label[]>('/labels')).data
    expect(labels.map((label) => Label.parse(label).order)).toEqual(labels.map((_, index) => index))
    const [label] = labels
    const { items } = await list(`?labelId=${label?.id}`)
    expect(items.length).toBeGreaterThan(0)
    for (const agent of items) expect(agent.labels.map(({ id }) => id)).toContain(label?.id)
  })

  const cursor = (place: unknown) => `?cursor=${Buffer.from(JSON.stringify(place)).toString('base64url')}`

  test.each([
    cursor([9_007_199_254_740_991, randomUUID()]),
    '?q=%00',
    '?cursor=abc',
    '?limit=0',
    '?limit=101',
    '?limit=x',
    '?labelId=x',
    '?nada=1',
    '?q=a&q=b',
  ])('refuses %s', async (query) => {
    const reply = await ana.get(`/agents${query}`)
    expect(reply.status).toBe(400)
    expect(reply.error.code).toBe('VALIDATION_ERROR')
  })

  test('requires a session', async () => {
    for (const path of ['/agents', '/labels', '/agents/x', '/agents/x/chats']) {
      expect((await app.visitor().get(path)).status).toBe(401)
    }
  })
})

describe('one agent', () => {
  test('comes with its labels, also when locked', async () => {
    const locked = (await list()).items.find((agent) => agent.locked)
    const reply = await ana.get<Agent>(`/agents/${locked?.id}`)
    expect(reply.status).toBe(200)
    expect(reply.data).toEqual(locked)
  })

  test('is 400 for a malformed id and 404 for a missing one', async () => {
    expect((await ana.get('/agents/abc')).error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'Invalid agent ID',
    })
    expect((await ana.get(`/agents/${randomUUID()}`)).error).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Não encontramos esse agente. Escolha outro no elenco.',
    })
  })

  test('that was deleted is shown as unavailable, to users who have a chat with it only', async () => {
    const agent = await makeAgent({ enableFreePlan: true })
    const chat = (await ana.post<Chat>('/chats', { agentId: agent })).data
    await app.server.deps.db.update(agents).set({ deletedAt: new Date() }).where(eq(agents.id, agent))
    expect((await ana.get<Agent>(`/agents/${agent}`)).data.available).toBe(false)
    expect((await admin.get(`/agents/${agent}`)).status).toBe(404)
    const send = await ana.post(`/chats/${chat.id}/messages`, { id: randomUUID(), content: 'Oi' })
    expect(send.error.code).toBe('CONFLICT')
    expect((await ana.get(`/chats/${chat.id}/messages`)).status).toBe(200)
  })
})

describe('plans', () => {
  test('a locked agent takes no chat: PLAN_REQUIRED', async () => {
    const locked = (await list()).items.find((agent) => agent.locked)
    const reply = await ana.post('/chats', { agentId: locked?.id })
    expect(reply.status).toBe(403)
    expect(reply.error.code).toBe('PLAN_REQUIRED')
  })

  test('an existing chat takes no message once its agent is locked', async () => {
    const agent = await makeAgent({ enableFreePlan: true })
    const chat = (await ana.post<Chat>('/chats', { agentId: agent })).data
    await app.server.deps.db.update(agents).set({ enableFreePlan: false }).where(eq(agents.id, agent))
    const reply = await ana.post(`/chats/${chat.id}/messages`, { id: randomUUID(), content: 'Oi' })
    expect(reply.error.code).toBe('PLAN_REQUIRED')
    expect((await ana.get(`/chats/${chat.id}/messages`)).data).toEqual([])
  })

  test('a paid plan opens every agent until it ends', async () => {
    const bia = await app.signUp()
    const { db } = app.server.deps
    const [plan] = await db.select().from(plans).where(eq(plans.name, 'creator'))
    const subscribe = (currentPeriodEnd: Date) =>
      db.insert(subscriptions).values({
        userId: bia.userId,
        planId: plan?.id ?? '',
        provider: 'manual',
        status: 'active',
        currentPeriodEnd,
      })
    const lockedCount = async () =>
      (await bia.get<AgentsPage>('/agents')).data.items.filter(({ locked }) => locked).length
    await subscribe(new Date(Date.now() - 1_000))
    expect(await lockedCount()).toBeGreaterThan(0)
    await subscribe(new Date(Date.now() + 60_000))
    expect(await lockedCount()).toBe(0)
  })

  test('nothing is locked for an administrator', async () => {
    const { items } = (await admin.get<AgentsPage>('/agents')).data
    expect(items.every(({ locked }) => !locked)).toBe(true)
  })
})

async function makeAgent(values: { enableFreePlan: boolean }): Promise<string> {
  const [row] = await app.server.deps.db
    .insert(agents)
    .values({ name: 'Agente', description: 'De teste', systemPrompt: 'Responda.', order: 100, ...values })
    .returning({ id: agents.id })
  return row?.id ?? ''
}
