import { setTimeout as sleep } from 'node:timers/promises'
import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chats, messages } from '../../db/schema/index.ts'
import { Follower } from '../../testing/clients/reply-follower.ts'
import { eventually } from '../../testing/eventually.ts'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { liftQuotas } from '../../testing/factories/quotas.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  await liftQuotas(app.databaseUrl)
  ana = await app.signUp('Ana Souza')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())

/** All stored messages of a chat in sequence order, without the ownership check. */
const rowsOf = (chatId: string) =>
  app.server.deps.db.select().from(messages).where(eq(messages.chatId, chatId)).orderBy(asc(messages.seq))

type Operation = { kind: 'send' | 'regenerate' | 'stop' | 'delete'; after: number }

const operation = fc.record<Operation>({
  kind: fc.oneof(
    { weight: 4, arbitrary: fc.constant('send' as const) },
    { weight: 3, arbitrary: fc.constant('regenerate' as const) },
    { weight: 3, arbitrary: fc.constant('stop' as const) },
    { weight: 1, arbitrary: fc.constant('delete' as const) },
  ),
  after: fc.integer({ min: 0, max: 120 }),
})

/**
 * Runs all operations at their moments against one chat with a running first reply, then asserts the
 * invariants.
 */
async function runOperations(operations: Operation[]): Promise<void> {
  const chatId = await openChat(ana, agentId)
  const path = `/api/v1/chats/${chatId}/messages`
  const first = await ana.fetch('POST', path, newMessage('Oi [[tokens=8 delay=4]]'))
  const followers = [new Follower(first)]
  let sends = 1
  let rowsWhenDeleted: number | undefined

  const run = async ({ kind, after }: Operation) => {
    await sleep(after)
    if (kind === 'stop') {
      expect([200, 404]).toContain((await ana.post(`/chats/${chatId}/stop`)).status)
      return
    }
    if (kind === 'delete') {
      await app.server.deps.db.update(chats).set({ deletedAt: new Date() }).where(eq(chats.id, chatId))
      rowsWhenDeleted ??= (await rowsOf(chatId)).length
      return
    }
    const reply = followers[0]?.messageId
    const response =
      kind === 'send'
        ? await ana.fetch('POST', path, newMessage('E mais? [[tokens=4 delay=4]]'))
        : await ana.fetch('POST', `${path}/${reply}/regenerate`)
    if (response.status === 200) {
      followers.push(new Follower(response))
      if (kind === 'send') sends += 1
    } else {
      expect([404, 409]).toContain(response.status)
      await response.body?.cancel()
    }
  }
  await Promise.all(operations.map(run))
  await Promise.all(followers.map(({ closed }) => closed))

  const rows = await rowsOf(chatId)
  // Acknowledged messages are stored, refused ones are not, and the sequence has no gap.
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1))
  expect(rows.filter(({ sender }) => sender === 'human')).toHaveLength(sends)
  expect(
    rows
      .filter(({ sender }) => sender === 'ai')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(followers.map(({ messageId }) => messageId).sort())
  for (const { messageId, text, status, problems } of followers) {
    const row = rows.find(({ id }) => id === messageId)
    expect(['done', 'stopped']).toContain(row?.status)
    expect({ text, status, problems }).toEqual({ text: row?.content, status: row?.status, problems: [] })
  }
  if (rowsWhenDeleted !== undefined) {
    expect(rows).toHaveLength(rowsWhenDeleted)
    expect((await ana.fetch('POST', path, newMessage())).status).toBe(404)
  }
}

describe('F23 while a reply runs', () => {
  test('refuses another message or a regeneration as a conflict and stores nothing', async () => {
    const chatId = await openChat(ana, agentId)
    const { promise, resolve: release } = Promise.withResolvers<void>()
    app.provider.script({ kind: 'hold', after: 1, until: promise })
    const stream = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
    await stream.next()
    const before = await rowsOf(chatId)
    const second = await ana.post(`/chats/${chatId}/messages`, newMessage())
    expect({ status: second.status, code: second.error.code }).toEqual({ status: 409, code: 'CONFLICT' })
    const again = await ana.post(`/chats/${chatId}/messages/${stream.messageId}/regenerate`)
    expect({ status: again.status, code: again.error.code }).toEqual({ status: 409, code: 'CONFLICT' })
    expect((await rowsOf(chatId)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    release()
    expect((await stream.rest()).at(-1)?.data.status).toBe('done')
    expect(await messagesOf(ana, chatId)).toHaveLength(2)
  })

  test('random sends, regenerations, stops and deletions never duplicate a reply or write to a deleted chat', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(operation, { minLength: 4, maxLength: 8 }), { minLength: 3, maxLength: 3 }),
        async (schedules) => {
          await Promise.all(schedules.map(runOperations))
        },
      ),
      { numRuns: 8, endOnFailure: true },
    )
  }, 60_000)
})

describe('F24 a chat deleted in the middle of its reply', () => {
  test('ends the stream and the provider’s request, and answers 404 afterwards', async () => {
    const chatId = await openChat(ana, agentId)
    app.provider.script({ kind: 'stall', after: 2 })
    const response = await ana.fetch('POST', `/api/v1/chats/${chatId}/messages`, newMessage())
    const follower = new Follower(response)
    await eventually(() => expect(follower.text).not.toBe(''))
    await app.server.deps.db.update(chats).set({ deletedAt: new Date() }).where(eq(chats.id, chatId))
    await follower.closed
    expect(follower).toMatchObject({ status: 'stopped', problems: [] })
    await eventually(() => expect(app.provider.requests.at(-1)?.closedByClientAt).toBeDefined())
    expect((await ana.fetch('GET', `/api/v1/chats/${chatId}/stream`)).status).toBe(404)
  })
})
