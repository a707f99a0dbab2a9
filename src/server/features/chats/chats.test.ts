import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentsPage } from '#shared/contract/agents.ts'
import { Chat, type ChatsPage } from '#shared/contract/chats.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let bia: TestClient
let agentIds: string[]
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
  bia = await app.signUp('Bia')
  const { items } = (await bia.get<AgentsPage>('/agents')).data
  agentIds = items.filter(({ locked }) => !locked).map(({ id }) => id)
})
afterAll(() => app.close())

const open = async (client: TestClient, agentId = agentIds[0]) =>
  (await client.post<Chat>('/chats', { agentId })).data

const say = (client: TestClient, chat: Chat, content: string) =>
  client.send(chat.id, { id: randomUUID(), content })

describe('opening a chat', () => {
  test('answers 201 with the chat', async () => {
    const reply = await ana.post<Chat>('/chats', { agentId: agentIds[0] })
    expect(reply.status).toBe(201)
    expect(Chat.strict().parse(reply.data)).toMatchObject({ agentId: agentIds[0], userId: ana.userId })
  })

  test('is idempotent by id', async () => {
    const body = { id: randomUUID(), agentId: agentIds[0] }
    const replies = await Promise.all(Array.from({ length: 5 }, () => ana.post<Chat>('/chats', body)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
    expect(new Set(replies.map(({ data }) => data.id))).toEqual(new Set([body.id]))
  })

  test('accepts an id in either letter case', async () => {
    const id = randomUUID()
    const upper = { id: id.toUpperCase(), agentId: agentIds[0]?.toUpperCase() }
    expect((await ana.post<Chat>('/chats', upper)).data).toMatchObject({ id, agentId: agentIds[0] })
    expect((await ana.post('/chats', { id, agentId: agentIds[0] })).status).toBe(200)
    const sent = { id: randomUUID(), content: 'Oi' }
    const first = await ana.send(id, sent)
    expect(await ana.send(id.toUpperCase(), { ...sent, id: sent.id.toUpperCase() })).toEqual([
      expect.anything(),
      first.at(-1),
    ])
  })

  test('is a conflict for an id of another user, or with another agent', async () => {
    const chat = await open(ana)
    const others = await bia.post('/chats', { id: chat.id, agentId: chat.agentId })
    expect(others.error.code).toBe('CONFLICT')
    const otherAgent = await ana.post('/chats', { id: chat.id, agentId: agentIds[1] })
    expect(otherAgent.error.code).toBe('CONFLICT')
  })

  test('is 404 for an unknown agent', async () => {
    expect((await ana.post('/chats', { agentId: randomUUID() })).status).toBe(404)
  })

  test.each(['role', 'userId', 'title', 'createdAt', '__proto__'])('refuses to be told %s', async (field) => {
    const body = `{"agentId":"${agentIds[0]}","${field}":"x"}`
    expect((await ana.call('POST', '/api/v1/chats', body)).status).toBe(400)
  })
})

describe('the list', () => {
  test('has the user’s own chats with messages, latest first', async () => {
    const carla = await app.signUp('Carla')
    const first = await open(carla)
    const second = await open(carla, agentIds[1])
    await open(carla)
    await say(carla, first, 'Primeira')
    await say(carla, second, 'Segunda')
    await say(carla, first, 'De novo')
    const { items } = (await carla.get<ChatsPage>('/chats')).data
    expect(items.map(({ title }) => title)).toEqual(['Primeira', 'Segunda'])
    expect(items[0]?.agent.photoUrl).toMatch(/^\/agents\/.+\.svg$/)
    const ofAgent = (await carla.get<ChatsPage>(`/agents/${agentIds[1]}/chats`)).data
    expect(ofAgent.items.map(({ id }) => id)).toEqual([second.id])
    expect((await carla.get<ChatsPage>(`/chats?agentId=${agentIds[1]}`)).data.items).toHaveLength(1)
    expect((await carla.get<ChatsPage>('/chats?archived=true')).data.items).toEqual([])
  })

  test('pages by cursor while new chats arrive', async () => {
    const dora = await app.signUp('Dora')
    for (let index = 0; index < 5; index += 1) await say(dora, await open(dora), `Conversa ${index}`)
    const first = (await dora.get<ChatsPage>('/chats?limit=2')).data
    await say(dora, await open(dora), 'Chegou depois')
    const rest = (await dora.get<ChatsPage>(`/chats?limit=10&cursor=${first.nextCursor}`)).data
    expect([...first.items, ...rest.items].map(({ title }) => title)).toEqual(
      [4, 3, 2, 1, 0].map((index) => `Conversa ${index}`),
    )
    expect(rest.hasMore).toBe(false)
  })

  test('is 400 with a cursor of another list', async () => {
    const places = [['x', 'y'], ['0000-01-01T00:00:00Z', randomUUID()], null]
    const made = places.map((place) => Buffer.from(JSON.stringify(place)).toString('base64url'))
    for (const cursor of ['abc', ...made]) {
      expect((await ana.get(`/chats?cursor=${cursor}`)).status).toBe(400)
    }
  })
})

describe('the title', () => {
  test.each([
    ['the first message', 'Quero uma página de vendas', 'Quero uma página de vendas'],
    ['one line', '  Quero\n\numa   página ', 'Quero uma página'],
    ['at most 60 characters', 'a'.repeat(80), 'a'.repeat(60)],
    ['never empty', `a${'\u0301'.repeat(80)}`, `a${'\u0301'.repeat(59)}`],
    ['never half an emoji', `${'a'.repeat(58)}👩‍👩‍👧‍👦 família`, 'a'.repeat(58)],
  ])('is %s', async (_what, content, title) => {
    const chat = await open(ana)
    await say(ana, chat, content)
    await say(ana, chat, 'Outra coisa')
    expect((await ana.get<Chat>(`/chats/${chat.id}`)).data.title).toBe(title)
  })
})

describe('a chat of another user', () => {
  test('is 404 on every path', async () => {
    const chat = await open(ana)
    await say(ana, chat, 'Segredo da Ana')
    const [, reply] = (await ana.get<{ id: string }[]>(`/chats/${chat.id}/messages`)).data
    const asBia = async (id: string) => [
      await bia.get(`/chats/${id}`),
      await bia.get(`/chats/${id}/messages`),
      await bia.get(`/chats/${id}/messages?before=${reply?.id}`),
      await bia.get(`/chats/${id}/stream`),
      await bia.post(`/chats/${id}/messages`, { id: randomUUID(), content: 'Oi' }),
      await bia.post(`/chats/${id}/stop`),
      await bia.post(`/chats/${id}/messages/${reply?.id}/regenerate`),
    ]
    const theirs = await asBia(chat.id)
    const missing = await asBia(randomUUID())
    for (const [index, answer] of theirs.entries()) {
      expect(answer.status).toBe(404)
      expect(answer.error).toEqual(missing[index]?.error)
    }
    expect((await ana.get<unknown[]>(`/chats/${chat.id}/messages`)).data).toHaveLength(2)
  })

  test('does not expose its messages under the user’s own chat id', async () => {
    const chat = await open(ana)
    await say(ana, chat, 'Segredo da Ana')
    const [human, reply] = (await ana.get<{ id: string }[]>(`/chats/${chat.id}/messages`)).data
    const own = await open(bia)
    expect((await bia.get(`/chats/${own.id}/messages?before=${reply?.id}`)).status).toBe(404)
    expect((await bia.post(`/chats/${own.id}/messages/${reply?.id}/regenerate`)).status).toBe(404)
    const reuse = await bia.post(`/chats/${own.id}/messages`, { id: human?.id, content: 'Oi' })
    expect(reuse.status).toBe(409)
    expect((await bia.get(`/chats/${own.id}/messages`)).data).toEqual([])
  })
})
