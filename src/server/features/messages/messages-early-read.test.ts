import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chats, sessions } from '../../db/schema/index.ts'
import { eventually } from '../../testing/eventually.ts'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana Souza')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())

/** Sends while neither the session nor the chat's source can be read, and runs `meanwhile` once both reads wait. */
async function sendHeldUp(chatId: string, meanwhile?: (tx: TestDb) => Promise<unknown>) {
  const { db } = app.server.deps
  const sent = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table sessions, onboardings in access exclusive mode`)
    const sending = ana.post(`/chats/${chatId}/messages`, newMessage())
    await eventually(async () => {
      // On another connection: a transaction sees activity as it was when it first looked.
      const waiting = await db.execute(sql`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      expect(waiting.rows).toEqual([{ count: 2 }])
    })
    await meanwhile?.(tx)
    // In an object: a promise would be awaited, and with it the locks.
    return { sending }
  })
  return sent.sending
}
type TestDb = Parameters<Parameters<TestApp['server']['deps']['db']['transaction']>[0]>[0]

test('a send reads its chat while its session is checked', async () => {
  const chatId = await openChat(ana, agentId)
  expect((await sendHeldUp(chatId)).status).toBe(200)
  expect(await messagesOf(ana, chatId)).toHaveLength(2)
})

test('A24 what was read early is dropped when the session has ended', async () => {
  const chatId = await openChat(ana, agentId)
  const { db } = app.server.deps
  const ofAna = eq(sessions.userId, ana.userId)
  const rows = await db.select().from(sessions).where(ofAna)
  const calls = app.provider.requests.length
  expect((await sendHeldUp(chatId, (tx) => tx.delete(sessions).where(ofAna))).status).toBe(401)
  await db.insert(sessions).values(rows)
  expect(await messagesOf(ana, chatId)).toEqual([])
  expect(app.provider.requests).toHaveLength(calls)
})

test('a chat that is deleted after it was read early gets no message', async () => {
  const chatId = await openChat(ana, agentId)
  const isDeleted = (tx: TestDb) =>
    tx.update(chats).set({ deletedAt: new Date() }).where(eq(chats.id, chatId))
  expect((await sendHeldUp(chatId, isDeleted)).status).toBe(404)
})
