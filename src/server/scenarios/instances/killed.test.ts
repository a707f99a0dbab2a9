import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Message } from '#shared/contract/messages.ts'
import { Follower } from '../../testing/clients/reply-follower.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type S3Double, startS3Double } from '../../testing/doubles/s3-double.ts'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { eventually } from '../../testing/processes/proxied-app.ts'
import { hasRedis, type RedisServer, startRedisServer } from '../../testing/processes/redis-server.ts'
import { type ServerProcess, startServerProcess } from '../../testing/processes/server-process.ts'
import { TestClient } from '../../testing/test-client.ts'

const STREAMS = 20
const LONG = '[[tokens=1000 delay=20]]'

const YEAR_MS = 365 * 24 * 3_600_000

/** Environment of a process with a shifted clock; timers are unaffected. */
function withClockOff(milliseconds: number): Record<string, string> {
  const code = `globalThis.Date = new Proxy(Date, {
    construct: (It, given, by) => Reflect.construct(It, given.length > 0 ? given : [It.now() + ${milliseconds}], by),
    get: (It, name) => (name === 'now' ? () => It.now() + ${milliseconds} : Reflect.get(It, name)),
  })`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}

type Told = { chatId: string; message: ReturnType<typeof newMessage>; lead: Follower }

describe.skipIf(!hasRedis)(
  'two processes with one database and Redis, their clocks a year behind and ahead',
  () => {
    let redis: RedisServer
    let database: TestDatabase
    let store: S3Double
    let one: ServerProcess
    let other: ServerProcess
    let atOne: TestClient
    let atOther: TestClient
    let agentId: string

    beforeAll(async () => {
      redis = await startRedisServer()
      database = await createTestDatabase(inject('adminUrl'), inject('template'))
      store = await startS3Double()
      const parts = { DATABASE_URL: database.url, REDIS_URL: redis.url, SECRET: randomUUID() }
      const shared = { ...parts, ...store.variables }
      // Nothing depends on their clocks (F34): the database times leases, and the chat orders messages.
      ;[one, other] = await Promise.all([
        startServerProcess({ ...shared, ...withClockOff(YEAR_MS) }),
        startServerProcess({ ...shared, ...withClockOff(-YEAR_MS) }),
      ])
      const account = { name: 'Ana', email: `${randomUUID()}@exemplo.com.br`, password: 'senha-segura-1' }
      atOne = new TestClient(() => one.url, one.url)
      atOther = new TestClient(() => other.url, other.url)
      await atOne.signUp(account)
      await atOther.signIn(account)
      agentId = await openAgentId(atOne)
    })
    afterAll(async () => {
      await Promise.all([one?.close(), other?.close()])
      await database?.drop()
      await redis?.close()
      await store?.close()
    })

    const ask = async (client: TestClient, chatId: string, words = LONG): Promise<Told> => {
      const message = newMessage(`${randomUUID()} ${words}`)
      const lead = new Follower(await client.fetch('POST', `/api/v1/chats/${chatId}/messages`, message))
      await eventually(() => expect(lead.text).not.toBe(''))
      return { chatId, message, lead }
    }

    /** Each message is stored once, with one finished reply that starts with the text shown before. */
    async function expectFinished(told: Told[], readers: (Follower | undefined)[] = []): Promise<void> {
      const lists = new Map<string, Message[]>()
      await eventually(async () => {
        for (const { chatId } of told) {
          // An instance that takes over much at once on a busy machine may answer 503.
          const { status, data } = await atOther.get<Message[]>(`/chats/${chatId}/messages`)
          expect(status).toBe(200)
          expect(data.at(-1)?.status).not.toBe('running')
          lists.set(chatId, data)
        }
      })
      for (const [index, { chatId, message, lead }] of told.entries()) {
        const list = lists.get(chatId) ?? []
        expect(list).toMatchObject([
          { id: message.id, content: message.content },
          { id: lead.messageId, parentId: message.id, status: 'done' },
        ])
        const stored = list[1]?.content ?? ''
        expect(stored.startsWith(lead.text)).toBe(true)
        const reader = readers[index]
        await reader?.closed
        if (reader) expect(reader).toMatchObject({ text: stored, status: 'done', problems: [] })
      }
    }

    test('F34 messages keep their order, and no live writer is taken for dead, whatever the clocks', async () => {
      const chatId = await openChat(atOne, agentId)
      const contents: string[] = []
      for (const client of [atOne, atOther, atOne, atOther]) {
        const message = newMessage(`${randomUUID()} [[tokens=5]]`)
        contents.push(message.content)
        await client.send(chatId, message)
      }
      const list = await messagesOf(atOther, chatId)
      expect(list.filter(({ sender }) => sender === 'human').map(({ content }) => content)).toEqual(contents)
      // Longer than a lease, on each instance.
      const told = await Promise.all(
        [atOne, atOther].map(async (client) =>
          ask(client, await openChat(client, agentId), '[[tokens=700 delay=25]]'),
        ),
      )
      for (const { lead } of told) {
        await lead.closed
        expect(lead).toMatchObject({ status: 'done', problems: [] })
      }
      await expectFinished(told)
    }, 180_000)

    test('F25 after SIGTERM, replies beyond the grace time are finished by the other instance', async () => {
      const chats = await Promise.all(Array.from({ length: 5 }, () => openChat(atOne, agentId)))
      const told = await Promise.all(chats.map((chatId) => ask(atOne, chatId)))
      const readers = await Promise.all(chats.map((chatId) => Follower.open(atOther, chatId)))
      const { code } = await one.stop('SIGTERM')
      expect(code).toBe(0)
      for (const { lead } of told) {
        await lead.closed
        expect(lead.problems).toEqual(['closed without a terminal event'])
      }
      await expectFinished(told, readers)
      await one.start()
    }, 180_000)

    test('F33 an instance that resumes after a freeze does not change replies finished by another', async () => {
      const told = [await ask(atOne, await openChat(atOne, agentId))]
      const [first] = told
      one.signal('SIGSTOP')
      try {
        const reader = await Follower.open(atOther, first?.chatId ?? '')
        await expectFinished(told, [reader])
      } finally {
        one.signal('SIGCONT')
      }
      // It learns that it lost the reply, tells its readers nothing, and disconnects them.
      await first?.lead.closed
      expect(first?.lead.problems).toEqual(['closed without a terminal event'])
      await expectFinished(told)
    }, 180_000)

    test('I3 F26 after SIGKILL during 20 streams, all of them are finished automatically', async () => {
      const chats = await Promise.all(Array.from({ length: STREAMS }, () => openChat(atOne, agentId)))
      const told = await Promise.all(
        chats.map((chatId, index) => ask(index % 2 === 0 ? atOne : atOther, chatId)),
      )
      // With the ten that reconnect, as many streams as a user may have.
      const watched = chats.slice(0, STREAMS / 2)
      const readers = await Promise.all(watched.map((chatId) => Follower.open(atOther, chatId)))
      await one.stop('SIGKILL')
      // Reconnects like a browser: after the last event, at any instance.
      await Promise.all(told.filter((_, index) => index % 2 === 0).map(({ lead }) => lead.closed))
      const again = await Promise.all(
        told.map(({ chatId, lead }, index) =>
          index % 2 === 0 ? Follower.open(atOther, chatId, lead.text) : undefined,
        ),
      )
      await expectFinished(told, readers)
      await expectFinished(told, again)
      await one.start()
    }, 180_000)
  },
)
