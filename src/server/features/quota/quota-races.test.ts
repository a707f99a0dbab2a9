import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, inArray } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chats, messages } from '../../db/schema/index.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { newMessage, openAgentId } from '../../testing/factories/conversation.ts'
import { setUsed, usageOf } from '../../testing/factories/quotas.ts'
import { type SecondInstance, startSecondInstance } from '../../testing/processes/second-instance.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Reply, TestClient } from '../../testing/test-client.ts'

const LIMIT = 200

let app: TestApp
let second: SecondInstance
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  second = await startSecondInstance(app)
  agentId = await openAgentId(await app.signUp('Dona da Casa'))
})
afterAll(async () => {
  await second.server.stop()
  await app.close()
})

const db = () => app.server.deps.db

/** Chats of a user, inserted directly. */
async function makeChats(userId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7())
  await db()
    .insert(chats)
    .values(ids.map((id) => ({ id, agentId, userId, title: 'Conversa' })))
  return ids
}

/** Sends one message to each chat concurrently, on two instances in turn; retries while a server is busy. */
function sendToAll(person: TestClient, chatIds: string[], wordsOf: (index: number) => string) {
  const clients = [person, second.as(person)]
  return Promise.all(
    chatIds.map(async (chatId, index): Promise<Reply> => {
      const client = clients[index % 2] ?? person
      const message = newMessage(wordsOf(index))
      for (;;) {
        const reply = await client.call('POST', `/api/v1/chats/${chatId}/messages`, message)
        if (reply.status !== 503) return reply
        await sleep(100)
      }
    }),
  )
}

const repliesIn = (chatIds: string[]) =>
  db()
    .select()
    .from(messages)
    .where(and(inArray(messages.chatId, chatIds), eq(messages.sender, 'ai')))

describe('A37 concurrent use of one month’s messages', () => {
  test('A37 of 200 sends with one message left, one is written; the others reach no provider and store nothing', async () => {
    const eva = await app.signUp('Eva Lima')
    const chatIds = await makeChats(eva.userId, 200)
    await setUsed(db(), { userId: eva.userId, used: LIMIT - 1 })
    const answers = await sendToAll(eva, chatIds, () => 'A última deste mês')
    const taken = answers.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(1)
    expect(answers.filter((it) => !taken.includes(it)).map(outcomeOf)).toEqual(
      Array.from({ length: 199 }, () => [429, 'QUOTA_EXCEEDED']),
    )
    expect(await usageOf(eva)).toMatchObject({ used: LIMIT, limit: LIMIT })
    const asked = app.provider.requests.filter(({ body }) =>
      JSON.stringify(body).includes('A última deste mês'),
    )
    expect(asked).toHaveLength(1)
    expect(await db().$count(messages, inArray(messages.chatId, chatIds))).toBe(2)
    expect(await db().$count(chats, and(inArray(chats.id, chatIds), eq(chats.lastSeq, 2)))).toBe(1)
  }, 120_000)

  test('A37 replies that end, break off and fail: those with text are counted, and never more than the limit', async () => {
    const eva = await app.signUp('Eva Lima')
    const chatIds = await makeChats(eva.userId, 48)
    const left = 20
    await setUsed(db(), { userId: eva.userId, used: LIMIT - left })
    const ends = ['', '[[status=400]]', '[[empty]]', '[[cut@3]]']
    const answers = await sendToAll(eva, chatIds, (index) => `Número ${index} ${ends[index % ends.length]}`)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    const replies = await repliesIn(chatIds)
    expect(replies).toHaveLength(answers.filter(({ status }) => status === 200).length)
    const wrong = replies.filter(({ content, quotaMonth }) => (content === '') !== (quotaMonth === null))
    expect(wrong).toEqual([])
    const counted = replies.filter(({ quotaMonth }) => quotaMonth !== null)
    expect(counted.length).toBeLessThanOrEqual(left)
    expect((await usageOf(eva)).used).toBe(LIMIT - left + counted.length)
  }, 60_000)

  test('A37 continuing costs nothing if the server dies before more text arrives, and is not taken over', async () => {
    const eva = await app.signUp('Eva Lima')
    const talk = await ChatClient.open(eva, agentId)
    app.provider.script({ kind: 'cut', after: 2, how: 'end' })
    const { replyId } = await talk.say()
    const isReply = eq(messages.id, replyId)
    const [{ content, quotaMonth } = { content: '', quotaMonth: null }] = await repliesIn([talk.chatId])
    app.provider.script({ kind: 'hold', after: 0, until: new Promise(() => {}) })
    const again = await talk.continue(replyId)
    const reserved = { status: 'running', content, quotaMonth, quotaLength: content.length }
    expect(await repliesIn([talk.chatId])).toMatchObject([reserved])
    expect((await usageOf(eva)).used).toBe(2)
    await db()
      .update(messages)
      .set({ leaseOwner: uuidv7(), leaseUntil: new Date(0), resumableUntil: new Date(0) })
      .where(isReply)
    await second.server.deps.runs.recover({ isAlone: false })
    await again.closed
    const given = { status: 'interrupted', content, quotaMonth: null, quotaLength: null }
    expect(await repliesIn([talk.chatId])).toMatchObject([given])
    expect((await usageOf(eva)).used).toBe(1)
  })

  test('A37 one message is counted once, however often it is sent', async () => {
    const eva = await app.signUp('Eva Lima')
    const [chatId = ''] = await makeChats(eva.userId, 1)
    await setUsed(db(), { userId: eva.userId, used: LIMIT - 1 })
    const message = newMessage()
    const there = second.as(eva)
    await Promise.all([eva, there, eva, there].map((client) => client.send(chatId, message)))
    // Also when the quota is used up.
    await there.send(chatId, message)
    expect((await usageOf(eva)).used).toBe(LIMIT)
  })
})
