import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Follower } from '../../testing/clients/reply-follower.ts'
import { eventually } from '../../testing/eventually.ts'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { hasRedis, type RedisServer, startRedisServer } from '../../testing/processes/redis-server.ts'
import { type SecondInstance, startSecondInstance } from '../../testing/processes/second-instance.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

describe.skipIf(!hasRedis)('two instances that share a Redis', () => {
  let redis: RedisServer
  let app: TestApp
  let second: SecondInstance
  let here: TestClient
  let there: TestClient
  let agentId: string

  beforeAll(async () => {
    redis = await startRedisServer()
    app = await createTestApp({ REDIS_URL: redis.url })
    second = await startSecondInstance(app)
    here = await app.signUp()
    there = second.as(here)
    agentId = await openAgentId(here)
    await redisIs('ok')
  })
  afterAll(async () => {
    await second?.server.stop()
    await app?.close()
    await redis?.close()
  })

  const readiness = (client: TestClient) => client.call('GET', '/api/ready')
  const redisIs = (redis: 'ok' | 'down') =>
    eventually(async () => {
      for (const client of [here, there]) {
        expect((await readiness(client)).data).toEqual({ status: 'ok', database: 'ok', redis })
      }
    })
  const send = async (client: TestClient, chatId: string, message: ReturnType<typeof newMessage>) =>
    new Follower(await client.fetch('POST', `/api/v1/chats/${chatId}/messages`, message))

  test('F16 F17 a reader can read, resume and stop a reply through the other instance', async () => {
    const chatId = await openChat(here, agentId)
    const lead = await send(here, chatId, newMessage('Conte [[tokens=2000 delay=10]]'))
    let seen = ''
    for (let visit = 0; visit < 10; visit += 1) {
      const follower = await Follower.open(visit % 2 === 0 ? there : here, chatId, seen)
      const until = seen.length
      await eventually(() => expect(follower?.text.length).toBeGreaterThan(until))
      await follower?.leave()
      expect(follower?.problems).toEqual([])
      seen = follower?.text ?? ''
    }
    const last = await Follower.open(there, chatId, seen)
    expect((await there.post(`/chats/${chatId}/stop`)).data).toEqual({ stopped: true })
    await Promise.all([lead.closed, last?.closed])
    const [, reply] = await messagesOf(there, chatId)
    expect(reply).toMatchObject({ status: 'stopped', content: lead.text })
    expect(
      [lead, last].map((it) => ({ text: it?.text, status: it?.status, problems: it?.problems })),
    ).toEqual(Array(2).fill({ text: lead.text, status: 'stopped', problems: [] }))
  })

  test('F18 a reader who returns after the end is told so, and finds the stored reply', async () => {
    const chatId = await openChat(here, agentId)
    const lead = await send(here, chatId, newMessage())
    await lead.closed
    expect((await there.get(`/chats/${chatId}/stream`)).status).toBe(204)
    expect((await messagesOf(there, chatId)).at(-1)).toMatchObject({ status: 'done', content: lead.text })
  })

  test('F19 the same send at both instances at once stores one message and one reply', async () => {
    const chatId = await openChat(here, agentId)
    const message = newMessage('Uma vez só [[tokens=40 delay=10]]')
    const followers = await Promise.all(
      [here, there, here, there, there].map((it) => send(it, chatId, message)),
    )
    await Promise.all(followers.map(({ closed }) => closed))
    const list = await messagesOf(here, chatId)
    expect(list).toMatchObject([{ id: message.id }, { status: 'done' }])
    expect(new Set(followers.map(({ messageId }) => messageId)).size).toBe(1)
    for (const { text, problems } of followers) {
      expect({ text, problems }).toEqual({ text: list[1]?.content, problems: [] })
    }
  })

  test('F20 a second send during a reply at the other instance is refused and not stored', async () => {
    const chatId = await openChat(here, agentId)
    const lead = await send(here, chatId, newMessage('Conte [[tokens=2000 delay=10]]'))
    const refused = await there.post(`/chats/${chatId}/messages`, newMessage('E mais?'))
    expect(refused).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
    expect(await messagesOf(there, chatId)).toHaveLength(2)
    await here.post(`/chats/${chatId}/stop`)
    await lead.closed
    expect(lead.status).toBe('stopped')
  })

  test('A2 A3 another account can neither read nor stop a reply, at any instance', async () => {
    const chatId = await openChat(here, agentId)
    const lead = await send(here, chatId, newMessage('Segredo [[tokens=2000 delay=10]]'))
    const other = await app.signUp('Outra')
    const own = await openChat(other, agentId)
    for (const client of [other, second.as(other)]) {
      expect((await client.get(`/chats/${chatId}/stream`)).status).toBe(404)
      expect((await client.post(`/chats/${chatId}/stop`)).status).toBe(404)
      expect((await client.get(`/chats/${own}/stream`)).status).toBe(204)
      expect((await client.post(`/chats/${own}/stop`)).data).toEqual({ stopped: false })
    }
    expect((await app.visitor().get(`/chats/${chatId}/stream`)).status).toBe(401)
    expect((await messagesOf(here, chatId)).at(-1)?.status).toBe('running')
    await there.post(`/chats/${chatId}/stop`)
    await lead.closed
  })

  test('A46 A27 a reply’s text arrives unchanged through the other instance too', async () => {
    const hostile = [
      'a\r\nid: 7\r\n\r\n',
      'event: done\ndata: {}\n\n',
      '\u2028\u2029\u0085',
      '<img src=x onerror=alert(1)>',
      '*1\r\n$4\r\nPING\r\n',
      '![](https://evil.example/?q=1)',
    ]
    const chatId = await openChat(here, agentId)
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    app.provider.script({ kind: 'hold', after: 1, until, tokens: ['Começo ', ...hostile], delayMs: 20 })
    const lead = await send(here, chatId, newMessage())
    const follower = await Follower.open(there, chatId)
    goOn()
    await Promise.all([lead.closed, follower?.closed])
    const said = `Começo ${hostile.join('')}`
    expect([lead.text, follower?.text]).toEqual([said, said])
    expect([lead.problems, follower?.problems]).toEqual([[], []])
    expect((await messagesOf(there, chatId)).at(-1)?.content).toBe(said)
  })

  test('F32 when Redis goes down during replies and returns, both instances keep answering', async () => {
    const chats = await Promise.all(Array.from({ length: 10 }, () => openChat(here, agentId)))
    const leads = await Promise.all(
      chats.map((chatId) => send(here, chatId, newMessage('Conte [[tokens=400 delay=20]]'))),
    )
    const followers = await Promise.all(chats.map((chatId) => Follower.open(there, chatId)))
    await eventually(() => expect(followers.every((it) => it && it.text !== '')).toBe(true))
    await redis.kill()
    await redisIs('down')
    const meanwhile = await send(there, await openChat(there, agentId), newMessage())
    await meanwhile.closed
    expect(meanwhile).toMatchObject({ status: 'done', problems: [] })
    await redis.start()
    await redisIs('ok')
    await Promise.all([...leads, ...followers].map((it) => it?.closed))
    for (const [index, lead] of leads.entries()) {
      const stored = (await messagesOf(there, chats[index] ?? '')).at(-1)?.content
      for (const it of [lead, followers[index]]) {
        expect({ text: it?.text, status: it?.status, problems: it?.problems }).toEqual({
          text: stored,
          status: 'done',
          problems: [],
        })
      }
    }
    const said = app.logs.filter((line) => /redis is (away|back)/.test(line)).length
    // Logged once by each instance per change, not per retry.
    expect(said).toBe(4)
  }, 60_000)
})

test.skipIf(!hasRedis)('F32 a server starts without its Redis, answers, and finds it later', async () => {
  const redis = await startRedisServer()
  await redis.kill()
  const app = await createTestApp({ REDIS_URL: redis.url })
  try {
    const ana = await app.signUp()
    const chatId = await openChat(ana, await openAgentId(ana))
    expect((await ana.send(chatId, newMessage())).at(-1)).toMatchObject({ event: 'done' })
    expect((await ana.call('GET', '/api/ready')).data).toMatchObject({ redis: 'down' })
    await redis.start()
    await eventually(async () =>
      expect((await ana.call('GET', '/api/ready')).data).toMatchObject({ redis: 'ok' }),
    )
    expect((await ana.send(chatId, newMessage('E depois?'))).at(-1)).toMatchObject({ event: 'done' })
  } finally {
    await app.close()
    await redis.close()
  }
})
