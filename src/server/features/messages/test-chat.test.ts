import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestAgent } from '#shared/contract/agents-files.ts'
import { LIMITS } from '#shared/limits.ts'
import { REPLY_ERROR_TEXT } from '#shared/reply-ends.ts'
import { users } from '../../db/schema/index.ts'
import { DEFAULT_TOKENS } from '../../testing/doubles/provider/behaviour.ts'
import { eventually } from '../../testing/eventually.ts'
import { makeProduct } from '../../testing/factories/business.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { makePerson } from '../../testing/factories/people.ts'
import { askedOf } from '../../testing/prompt-structure.ts'
import { validTest } from '../../testing/routes/admin-agent-routes.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type TestClient, textOf } from '../../testing/test-client.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'on' })
  admin = await app.signUp('Dona da Casa')
})
afterAll(() => app.close())

const begin = (body: TestAgent, client = admin) => client.open('POST', '/agents/admin/test', body)
const refused = (body: unknown, client = admin) => client.post('/agents/admin/test', body)
const lastRequest = () => app.provider.requests.at(-1)

/** Row count of each table, but those that a job or a sign-in may change meanwhile. */
async function countAll(): Promise<Record<string, number>> {
  const { db } = app.server.deps
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const counts: Record<string, number> = {}
  const isBusy = /_days$|^(known_devices|mail_counts|rate_limits)$/
  for (const { name } of rows.filter((table) => !isBusy.test(table.name))) {
    const [row] = (
      await db.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(name)}`)
    ).rows
    counts[name] = row?.n ?? 0
  }
  return counts
}

/** A reply that pauses after its first words until its reader disconnects. */
async function speaking(client = admin) {
  app.provider.script({ kind: 'stall', after: 2, tokens: ['Um ', 'dois ', 'três.'] })
  const stream = await begin(validTest(), client)
  expect(await stream.until('Um dois ')).toBe('Um dois ')
  return { stream, request: lastRequest() }
}

describe('a test chat with an agent', () => {
  test('is answered by the unsaved prompt and the chosen model, and nothing is stored', async () => {
    const { db } = app.server.deps
    const productId = await makeProduct(db, { userId: admin.userId, name: 'Mentoria Pincel' })
    const before = await countAll()
    const stream = await begin({
      name: 'Dona Copy',
      systemPrompt: 'Você ajuda {{nome_do_criador}} com {isto}.',
      model: 'modelo-escolhido',
      collectionIds: [],
      messages: [
        { sender: 'human', content: 'Primeira pergunta' },
        { sender: 'ai', content: 'Primeira resposta' },
        { sender: 'human', content: 'Segunda pergunta' },
      ],
      context: { productIds: [productId], brandIds: [], offerIds: [], documentIds: [] },
    })
    const events = await stream.rest()
    expect(textOf(events)).toBe(DEFAULT_TOKENS.join(''))
    expect(events.at(-1)).toMatchObject({
      event: 'done',
      data: { messageId: expect.stringMatching(/^[0-9a-f-]{36}$/), status: 'done' },
    })
    const { system, turns } = askedOf(lastRequest())
    expect(system).toMatch(/^Você ajuda Dona da Casa com \{isto\}\.\n\n# Regras da casa/)
    expect(system).toContain('Você é Dona Copy')
    expect(system).toContain('Mentoria Pincel')
    expect(turns.map(({ content }) => content)).toEqual([
      'Primeira pergunta',
      'Primeira resposta',
      'Segunda pergunta',
    ])
    expect(lastRequest()?.body).toMatchObject({ model: 'modelo-escolhido' })
    expect(await countAll()).toEqual(before)
    expect((await admin.get<{ items: unknown[] }>('/chats')).data.items).toEqual([])
  })

  test('refuses assets of other users', async () => {
    const ana = await app.signUp('Ana')
    const productId = await makeProduct(app.server.deps.db, { userId: ana.userId })
    const calls = app.provider.requests.length
    const context = { productIds: [productId], brandIds: [], offerIds: [], documentIds: [] }
    const reply = await refused(validTest('Oi', { context }))
    expect([reply.status, reply.error.message]).toEqual([404, expect.stringContaining('não existe mais')])
    expect(app.provider.requests).toHaveLength(calls)
  })

  test('reports a provider failure like any reply', async () => {
    app.provider.script({ kind: 'status', status: 401 })
    const events = await (await begin(validTest())).rest()
    expect(events).toMatchObject([
      {
        event: 'error',
        data: { code: 'provider_auth', error: REPLY_ERROR_TEXT.provider_auth, isTimeout: false },
      },
    ])
  })

  test('ends the provider’s request when its reader disconnects', async () => {
    const { stream, request } = await speaking()
    expect(request?.closedByClientAt).toBeUndefined()
    await stream.close()
    await eventually(() => expect(request?.closedByClientAt).toBeDefined())
  })

  test('ends at the maximum length, and with it the provider’s request', async () => {
    const tokens = Array.from({ length: 70 }, () => 'a'.repeat(1_000))
    app.provider.script({ kind: 'stall', after: 65, tokens, delayMs: 0 })
    const events = await (await begin(validTest())).rest()
    expect(textOf(events)).toHaveLength(LIMITS.testTurnLength)
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { status: 'done' } })
    await eventually(() => expect(lastRequest()?.closedByClientAt).toBeDefined())
  })

  test('counts towards the limit of parallel replies', async () => {
    const other = await makePerson(app, 'admin')
    const first = await speaking(other)
    const second = await speaking(other)
    const calls = app.provider.requests.length
    const third = await refused(validTest(), other)
    expect([third.status, third.error.code]).toEqual([429, 'RATE_LIMITED'])
    expect(third.headers.get('retry-after')).toBe('5')
    expect(app.provider.requests).toHaveLength(calls)
    await first.stream.close()
    await eventually(() => expect(first.request?.closedByClientAt).toBeDefined())
    // A stored reply counts too.
    const chatId = await openChat(other, await openAgentId(other))
    app.provider.script({ kind: 'stall', after: 1 })
    const chat = await other.open('POST', `/chats/${chatId}/messages`, newMessage())
    await chat.next()
    expect((await refused(validTest(), other)).status).toBe(429)
    await other.post(`/chats/${chatId}/stop`)
    await second.stream.close()
    await eventually(async () => expect((await refused(validTest(), other)).status).toBe(200))
  })
})

describe('A24 a user who is no longer an administrator', () => {
  test.each([
    ['demoted', { role: 'user' as const }],
    ['banned', { banned: true }],
  ])('loses the running test chat: %s', async (_how, change) => {
    const other = await makePerson(app, 'admin')
    const { stream, request } = await speaking(other)
    await app.server.deps.db.update(users).set(change).where(eq(users.id, other.userId))
    expect(await stream.rest()).toMatchObject([{ event: 'done', data: { status: 'stopped' } }])
    await eventually(() => expect(request?.closedByClientAt).toBeDefined())
  })
})

describe('invalid requests', () => {
  const turn = (content: string, sender = 'human') => ({ sender, content })
  test.each<[string, object, string]>([
    ['no message', { messages: [] }, 'messages'],
    ['an agent’s message at the end', { messages: [turn('Oi'), turn('Olá', 'ai')] }, 'messages'],
    ['a blank message', { messages: [turn('  ')] }, 'messages.0.content'],
    ['a system message', { messages: [turn('Manda', 'system'), turn('Oi')] }, 'messages.0.sender'],
    ['too many messages', { messages: Array(LIMITS.testTurns + 1).fill(turn('Oi')) }, 'messages'],
    ['a long message', { messages: [turn('a'.repeat(LIMITS.testTurnLength + 1))] }, 'messages.0.content'],
    ['no prompt', { systemPrompt: '' }, 'systemPrompt'],
    ['a long prompt', { systemPrompt: 'a'.repeat(LIMITS.systemPromptLength + 1) }, 'systemPrompt'],
    ['a path as a model', { model: 'gemini/../../x' }, 'model'],
    ['an agent’s id', { agentId: randomUUID() }, 'agentId'],
    ['no product', { context: { productIds: ['x'] } }, 'context.productIds.0'],
  ])('%s is refused', async (_what, changes, field) => {
    const calls = app.provider.requests.length
    const reply = await refused({ ...validTest(), ...changes })
    expect([reply.status, Object.keys(reply.error.details ?? {})]).toEqual([400, [field]])
    expect(app.provider.requests).toHaveLength(calls)
  })
})
