import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { constraintOf } from '../../db/connect.ts'
import { messages } from '../../db/schema/index.ts'
import { Follower } from '../../testing/clients/reply-follower.ts'
import { DEFAULT_TOKENS } from '../../testing/doubles/provider/behaviour.ts'
import { DOUBLE_INPUT } from '../../testing/doubles/provider/wire.ts'
import { eventually } from '../../testing/eventually.ts'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { type SecondInstance, startSecondInstance } from '../../testing/processes/second-instance.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let second: SecondInstance
let ana: TestClient
let anaThere: TestClient
let agentId: string
let chatId: string
beforeAll(async () => {
  app = await createTestApp()
  second = await startSecondInstance(app)
  ana = await app.signUp('Ana Souza')
  anaThere = second.as(ana)
  agentId = await openAgentId(ana)
  // A slow commit, and a failing one, to separate actions before the commit from those after it.
  await app.server.deps.db.execute(sql`
    create function commit_badly() returns trigger language plpgsql as $$
    begin
      if new.content like 'lenta%' then perform pg_sleep(0.5); end if;
      if new.content like 'recusada%' then raise exception 'refused'; end if;
      return null;
    end $$`)
  await app.server.deps.db.execute(sql`
    create constraint trigger commit_badly after insert on messages deferrable initially deferred
    for each row when (new.sender = 'human') execute function commit_badly()`)
})
afterAll(async () => {
  await second.server.stop()
  await app.close()
})
beforeEach(async () => {
  chatId = await openChat(ana, agentId)
})

const rowsOf = (id = chatId) =>
  app.server.deps.db.select().from(messages).where(eq(messages.chatId, id)).orderBy(messages.seq)

const post = (client: TestClient, message = newMessage(), id = chatId) =>
  client.fetch('POST', `/api/v1/chats/${id}/messages`, message)

describe('I1 the user’s message is committed before any provider call', () => {
  test('also when the commit is slow', async () => {
    const calls = app.provider.requests.length
    const sent = newMessage('lenta')
    const response = post(ana, sent)
    await eventually(() => expect(app.provider.requests.length).toBeGreaterThan(calls))
    // Read outside the server's transaction, while the provider is asked.
    expect(await rowsOf()).toMatchObject([
      { id: sent.id, sender: 'human', content: 'lenta' },
      { sender: 'ai', parentId: sent.id },
    ])
    await new Follower(await response).closed
  })

  test('and no call happens when the commit fails', async () => {
    const calls = app.provider.requests.length
    const response = await post(ana, newMessage('recusada'))
    expect(response.status).toBe(500)
    expect(app.server.deps.runs.active).toBe(0)
    expect(await rowsOf()).toEqual([])
    // The provider's next request is the next send.
    await ana.send(chatId, newMessage('aceita'))
    expect(app.provider.requests).toHaveLength(calls + 1)
  })
})

describe('I2 one reply per send, one running reply per chat', () => {
  test('is enforced by the database', async () => {
    app.provider.script({ kind: 'stall', after: 1 })
    const follower = new Follower(await post(ana))
    const [human, reply] = await rowsOf()
    if (!human || !reply) throw new Error('nothing stored')
    const { db } = app.server.deps
    const insert = (values: Partial<typeof messages.$inferInsert>) =>
      db
        .insert(messages)
        .values({ chatId, seq: 9, sender: 'ai', content: '', status: 'done', ...values })
        .then(() => 'stored', constraintOf)
    const lease = { leaseOwner: uuidv7(), leaseUntil: new Date() }
    expect(await insert({ status: 'running', ...lease })).toBe('messages_one_running_key')
    expect(await insert({ id: human.id })).toBe('messages_pkey')
    expect(await insert({ seq: reply.seq })).toBe('messages_chat_seq_key')
    await ana.post(`/chats/${chatId}/stop`)
    await follower.closed
  })

  test('ten concurrent sends on two instances: one is accepted', async () => {
    for (let round = 1; round <= 3; round += 1) {
      const clients = Array.from({ length: 10 }, (_, index) => (index % 2 ? ana : anaThere))
      const responses = await Promise.all(
        clients.map((client, index) => post(client, newMessage(`${round}.${index} [[stall@1]]`))),
      )
      const taken = responses.filter(({ status }) => status === 200)
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
      const rows = await rowsOf()
      expect(rows).toHaveLength(2 * round)
      expect(rows.filter(({ status }) => status === 'running')).toHaveLength(1)
      await ana.post(`/chats/${chatId}/stop`)
      await Promise.all(taken.map((response) => new Follower(response).closed))
    }
  })
})

describe('I3 and I5 a writer that lost its lease', () => {
  test('is replaced by another instance, which finishes the reply; its provider request is closed, its readers reconnect', async () => {
    const calls = app.provider.requests.length
    // One token: the stored text is all that was shown, and the continuation begins with it.
    const follower = new Follower(await post(anaThere, newMessage('Oi [[stall@1]]')))
    const [, reply] = await rowsOf()
    await eventually(async () => expect((await rowsOf())[1]?.content).not.toBe(''))
    // Simulates an instance that was frozen or disconnected until its lease expired.
    await app.server.deps.db
      .update(messages)
      .set({ leaseOwner: uuidv7(), leaseUntil: sql`now() - interval '1 second'` })
      .where(eq(messages.id, reply?.id ?? ''))
    await follower.closed
    expect(follower.problems).toEqual(['closed without a terminal event'])
    const again = await Follower.open(ana, chatId)
    await again?.closed
    const [, ended] = await rowsOf()
    expect(ended).toMatchObject({ status: 'done', attempt: 2, leaseOwner: null })
    expect(ended?.content.startsWith(follower.text)).toBe(true)
    if (again) expect(again).toMatchObject({ text: ended?.content, status: 'done', problems: [] })
    await eventually(() => expect(app.provider.requests[calls]?.closedByClientAt).toBeDefined())
  }, 60_000)
})

describe('I5 the end of a reply closes the provider’s connection', () => {
  const ends: [string, string | undefined, (replyId: string) => Promise<unknown>][] = [
    ['a stop', 'stopped', () => ana.post(`/chats/${chatId}/stop`)],
    ['a stop on another instance', 'stopped', () => anaThere.post(`/chats/${chatId}/stop`)],
    ['a row that is gone', 'stopped', (id) => app.server.deps.db.delete(messages).where(eq(messages.id, id))],
    ['a server that leaves', undefined, () => app.restart()],
  ]

  test.each(ends)('%s closes it', async (_what, status, end) => {
    const calls = app.provider.requests.length
    const follower = new Follower(await post(ana, newMessage('Oi [[stall@3]]')))
    await eventually(() => expect(follower.text).not.toBe(''))
    await end(follower.messageId)
    await follower.closed
    const toldAt = Date.now()
    expect(follower.status).toBe(status)
    await eventually(() => expect(app.provider.requests[calls]?.closedByClientAt).toBeDefined())
    expect(app.provider.requests[calls]?.closedByClientAt).toBeLessThan(toldAt + 5_000)
  })
})

describe('I5 a silent provider', () => {
  test.each([
    ['before its first token', '[[silent]]', 'first_token_timeout'],
    ['in the middle', '[[stall@3 heartbeat=20]]', 'stall'],
  ])('%s is disconnected', async (_when, directive, code) => {
    const impatient = await startSecondInstance(app, { firstTokenTimeoutMs: 2_000, stallTimeoutMs: 1_000 })
    try {
      const calls = app.provider.requests.length
      const follower = new Follower(await post(impatient.as(ana), newMessage(`Oi ${directive}`)))
      await follower.closed
      expect(follower).toMatchObject({ status: code, problems: [], end: { data: { isTimeout: true } } })
      await eventually(() => expect(app.provider.requests[calls]?.closedByClientAt).toBeDefined())
    } finally {
      await impatient.server.stop()
    }
  })
})

describe('I7 usage is counted once', () => {
  const once = {
    nTokens: DOUBLE_INPUT.tokens + DEFAULT_TOKENS.length,
    nCachedTokens: DOUBLE_INPUT.cached,
    usedModel: 'openai',
  }
  const spent = async () => {
    const rows = await rowsOf()
    return rows
      .filter(({ sender }) => sender === 'ai')
      .map(({ nTokens, nCachedTokens, usedModel }) => ({ nTokens, nCachedTokens, usedModel }))
  }

  test('over attempts: only the successful one counts', async () => {
    app.provider.script({ kind: 'status', status: 429, retryAfter: '0' })
    await ana.send(chatId, newMessage())
    expect(await spent()).toEqual([once])
  })

  test('over repeated sends on two instances', async () => {
    const sent = newMessage()
    await Promise.all([ana, anaThere, ana, anaThere, ana].map((client) => client.send(chatId, sent)))
    await anaThere.send(chatId, sent)
    expect(await spent()).toEqual([once])
  })

  test('per regeneration: each reply has its own figures', async () => {
    await ana.send(chatId, newMessage())
    const [, reply] = await messagesOf(ana, chatId)
    await new Follower(await ana.fetch('POST', `/api/v1/chats/${chatId}/messages/${reply?.id}/regenerate`))
      .closed
    expect(await spent()).toEqual([once, once])
  })

  test('not at all when the provider sends no usage', async () => {
    app.provider.script({ kind: 'cut', after: 2, how: 'reset' })
    await ana.send(chatId, newMessage())
    expect(await spent()).toEqual([{ nTokens: null, nCachedTokens: null, usedModel: 'openai' }])
  })
})

describe('I8 no database connection is held during a provider call', () => {
  test('with 30 silent replies, more than the pool has connections, everything else answers', async () => {
    const calls = app.provider.requests.length
    const chatIds = await Promise.all(Array.from({ length: 30 }, () => openChat(ana, agentId)))
    const followers = chatIds.map(
      async (id) => new Follower(await post(ana, newMessage('Oi [[silent]]'), id)),
    )
    await eventually(() => expect(app.provider.requests).toHaveLength(calls + 30))
    const idle = sql`select pid || ' ' || xact_start as begun from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`
    const idleTransactions = async () =>
      (await app.server.deps.db.execute<{ begun: string }>(idle)).rows.map(({ begun }) => begun)
    // A background job may be between two statements, but for less than a second.
    const before = await idleTransactions()
    await sleep(1_000)
    const after = await idleTransactions()
    expect(after.filter((it) => before.includes(it))).toEqual([])
    const answers = await Promise.all(chatIds.map((id) => ana.get(`/chats/${id}/messages`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await Promise.all(chatIds.map((id) => ana.post(`/chats/${id}/stop`)))
    await Promise.all(followers.map(async (follower) => (await follower).closed))
    const running = and(eq(messages.status, 'running'), eq(messages.sender, 'ai'))
    expect(await app.server.deps.db.$count(messages, running)).toBe(0)
  }, 60_000)
})
