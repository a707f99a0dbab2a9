import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Message } from '#shared/contract/messages.ts'
import { agents, messages } from '../../db/schema/index.ts'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type TestClient, textOf } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let agentId: string
let chatId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana Souza')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())
beforeEach(async () => {
  chatId = await openChat(ana, agentId)
})

const listOf = (id = chatId) => messagesOf(ana, id)

const rowOf = async (id: string) => {
  const [row] = await app.server.deps.db.select().from(messages).where(eq(messages.id, id))
  return row
}

describe('sending', () => {
  test('streams the reply, and stores exactly the streamed text', async () => {
    const sent = newMessage()
    const stream = await ana.open('POST', `/chats/${chatId}/messages`, sent)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no')
    expect(stream.response.headers.get('content-encoding')).toBeNull()
    const events = await stream.rest()
    const [human, reply] = await listOf()
    expect(Message.strict().parse(human)).toMatchObject({
      ...sent,
      sender: 'human',
      status: 'done',
      parentId: null,
    })
    expect(Message.strict().parse(reply)).toMatchObject({
      id: stream.messageId,
      sender: 'ai',
      status: 'done',
      parentId: sent.id,
      content: textOf(events),
    })
    expect(events.at(-1)).toEqual({
      id: textOf(events).length,
      event: 'done',
      data: { messageId: stream.messageId, status: 'done' },
    })
    let length = 0
    for (const { id, data, event } of events.slice(0, -1)) {
      length += String(data.token).length
      expect({ id, event }).toEqual({ id: length, event: 'token' })
      expect(new Date(String(data.timestamp)).toISOString()).toBe(data.timestamp)
    }
  })

  test('stores the provider’s own figures, which other users cannot read', async () => {
    const stream = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
    await stream.rest()
    const row = await rowOf(stream.messageId)
    expect(row?.usedModel).toBe('openai')
    expect(row?.nTokens).toBeGreaterThan(0)
    expect(row?.nCachedTokens).toBeGreaterThanOrEqual(0)
    expect(row).toMatchObject({ modelName: expect.stringMatching(/./), promptVersion: 1 })
    expect(row?.nOutputTokens).toBeGreaterThan(0)
    expect(row?.firstTokenMs).toBeGreaterThanOrEqual(0)
    const raw = await (await ana.fetch('GET', `/api/v1/chats/${chatId}/messages`)).text()
    expect(raw).not.toMatch(
      /nTokens|nCachedTokens|nOutputTokens|usedModel|modelName|firstToken|promptVersion|Review|lease|deletedAt/,
    )
  })

  test('puts the agent’s instructions first, then the house rules, then the conversation', async () => {
    await ana.send(chatId, newMessage('Primeira pergunta'))
    await ana.send(chatId, newMessage('Segunda pergunta'))
    const [first, second] = app.provider.requests.slice(-2).map(({ body }) => Object(body).messages)
    const [row] = await app.server.deps.db.select().from(agents).where(eq(agents.id, agentId))
    // OpenAI-compatible servers know no other role for instructions.
    expect(first[0].role).toBe('system')
    expect(first[0].content.startsWith(row?.systemPrompt.slice(0, 40))).toBe(true)
    expect(first[0].content).not.toContain('{{')
    expect(first[0].content).toContain('# Regras da casa')
    expect(second.slice(0, 2)).toEqual(first)
    expect(second.slice(1).map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(second.at(-1).content).toBe('Segunda pergunta')
  })

  test('keeps sequence order, with one reply running at a time', async () => {
    for (const content of ['a', 'b', 'c']) await ana.send(chatId, newMessage(content))
    const list = await listOf()
    expect(list.map(({ sender }) => sender)).toEqual(['human', 'ai', 'human', 'ai', 'human', 'ai'])
    expect(list.filter(({ sender }) => sender === 'human').map(({ content }) => content)).toEqual([
      'a',
      'b',
      'c',
    ])
    expect(list.slice(1).map(({ parentId }) => parentId)).toEqual(list.slice(0, -1).map(({ id }) => id))
  })

  test.each([
    ['no text', { content: undefined }, 'Message content is required'],
    ['empty text', { content: '' }, 'Message content is required'],
    ['blank text', { content: ' \n ' }, 'Message content is required'],
    ['over-long text', { content: 'a'.repeat(16_001) }, 'A mensagem passa de 16.000 caracteres'],
    ['a NUL', { content: 'a\u0000b' }, 'A mensagem tem um caractere inválido'],
    ['a number', { content: 7 }, 'Message content is required'],
    ['a malformed id', { id: 'x' }, 'Identificador inválido'],
    ['an operator as id', { id: { $gt: '' } }, 'Identificador inválido'],
    ['a role', { role: 'system' }, undefined],
    ['a sender', { sender: 'ai' }, undefined],
  ])('refuses %s and stores nothing', async (_what, over, text) => {
    const calls = app.provider.requests.length
    const reply = await ana.post(`/chats/${chatId}/messages`, { ...newMessage(), ...over })
    expect(reply.status).toBe(400)
    expect(reply.error.code).toBe('VALIDATION_ERROR')
    if (text) expect(Object.values(reply.error.details ?? {})).toContain(text)
    expect(await listOf()).toEqual([])
    expect(app.provider.requests).toHaveLength(calls)
  })

  test('answers 404 or 400 for an unknown or malformed chat', async () => {
    expect((await ana.post(`/chats/${randomUUID()}/messages`, newMessage())).error.message).toBe(
      'Chat not found',
    )
    expect((await ana.post('/chats/abc/messages', newMessage())).status).toBe(400)
  })
})

describe('listing messages', () => {
  test('pages upwards without gaps', async () => {
    for (let index = 0; index < 4; index += 1) await ana.send(chatId, newMessage(`Pergunta ${index}`))
    const all = await listOf()
    const page = (query: string) => messagesOf(ana, chatId, `?${query}`)
    const newest = await page('limit=3')
    expect(newest).toEqual(all.slice(-3))
    expect(await page(`limit=3&before=${newest[0]?.id}`)).toEqual(all.slice(2, 5))
    expect(await page(`before=${all[0]?.id}`)).toEqual([])
    expect((await ana.get(`/chats/${chatId}/messages?before=${randomUUID()}`)).status).toBe(404)
    expect((await ana.get(`/chats/${chatId}/messages?limit=0`)).status).toBe(400)
  })
})

describe('a user', () => {
  test('A37 has at most two running replies, also with concurrent requests', async () => {
    const limited = await createTestApp({ RATE_LIMITS: 'on' })
    try {
      const eva = await limited.signUp('Eva')
      limited.provider.setDefault({ kind: 'stall', after: 1 })
      const chatIds = await Promise.all(Array.from({ length: 4 }, () => openChat(eva, agentId)))
      const answers = await Promise.all(
        chatIds.map((id) => eva.fetch('POST', `/api/v1/chats/${id}/messages`, newMessage())),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429])
      await Promise.all(chatIds.map((id) => eva.post(`/chats/${id}/stop`)))
    } finally {
      await limited.close()
    }
  })
})

describe('without any provider', () => {
  test('the demonstration model uses the same path and identifies itself', async () => {
    const demo = await createTestApp({ OPENAI_API_KEY: '', OPENAI_BASE_URL: '' })
    try {
      const eva = await demo.signUp('Eva')
      expect((await demo.visitor().get('/settings')).data).toEqual({
        demo: true,
        google: false,
        contactEmail: null,
      })
      const id = await openChat(eva, agentId)
      const events = await eva.send(id, newMessage())
      expect(textOf(events)).toContain('demonstração')
      expect(events.filter(({ event }) => event === 'token').length).toBeGreaterThan(10)
      const [row] = await demo.server.deps.db.select().from(messages).where(eq(messages.sender, 'ai'))
      expect(row).toMatchObject({ status: 'done', usedModel: null, content: textOf(events) })
    } finally {
      await demo.close()
    }
  })
})
