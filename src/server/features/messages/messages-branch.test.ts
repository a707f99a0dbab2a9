import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '../../db/schema/index.ts'
import { messagesOf, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { readConversation } from './conversation.queries.ts'

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp()
})
afterAll(() => app.close())

type Stored = { id: string; seq: number }

/**
 * A chat in which each message has `tries` replies and the conversation continues from all but the newest
 * `passed`.
 */
async function chatWithTries(turns: number, tries: number, passed: number) {
  const chatId = await openChat(ana, await openAgentId(ana))
  const branch: Stored[] = []
  let seq = 0
  const store = async (sender: 'human' | 'ai'): Promise<Stored> => {
    seq += 1
    const row = { id: randomUUID(), chatId, seq, parentId: branch.at(-1)?.id ?? null, sender }
    await app.server.deps.db.insert(messages).values({ ...row, content: `texto ${seq}`, status: 'done' })
    return row
  }
  for (let turn = 0; turn < turns; turn += 1) {
    branch.push(await store('human'))
    const replies: Stored[] = []
    for (let index = 0; index < tries; index += 1) replies.push(await store('ai'))
    // The active branch ends at the newest message.
    const kept = replies.at(turn === turns - 1 ? -1 : -1 - passed)
    if (kept) branch.push(kept)
  }
  return { chatId, ids: branch.map(({ id }) => id) }
}

test.each([
  ['one reply each', 1, 0],
  ['the newest of three', 3, 0],
  ['the oldest of seven, which are more than a page', 7, 6],
])('every page of the branch is complete and in order: %s', async (_, tries, passed) => {
  const { chatId, ids } = await chatWithTries(4, tries, passed)
  expect((await messagesOf(ana, chatId)).map(({ id }) => id)).toEqual(ids)

  const paged: string[] = []
  for (let query = '?limit=3'; ; query = `?limit=3&before=${paged[0]}`) {
    const page = (await messagesOf(ana, chatId, query)).map(({ id }) => id)
    paged.unshift(...page)
    // A partial page is the first page of the chat.
    if (page.length < 3) break
  }
  expect(paged).toEqual(ids)
  const { turns } = await readConversation(app.server.deps.db, { chatId, leafId: ids.at(-1) ?? '' })
  expect(turns).toHaveLength(ids.length)
})

test('omits a deleted message and keeps its ancestors', async () => {
  const { chatId, ids } = await chatWithTries(3, 1, 0)
  const { db } = app.server.deps
  await db
    .update(messages)
    .set({ deletedAt: new Date() })
    .where(eq(messages.id, ids[3] ?? ''))
  expect((await messagesOf(ana, chatId)).map(({ id }) => id)).toEqual(ids.filter((_, index) => index !== 3))
})
