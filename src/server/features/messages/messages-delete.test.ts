import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chatSummaries, messages } from '../../db/schema/index.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let bia: TestClient
let agentId: string
let talk: ChatClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana Souza')
  bia = await app.signUp('Bia')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())
beforeEach(async () => {
  talk = await ChatClient.open(ana, agentId)
})

const rowsOf = (chatId: string) =>
  app.server.deps.db.select().from(messages).where(eq(messages.chatId, chatId)).orderBy(asc(messages.seq))
const leftIn = async (chatId: string) =>
  (await rowsOf(chatId)).filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id)

describe('a deleted message', () => {
  test('goes with its descendants on every branch, and the branch before it stays', async () => {
    const first = await talk.say('Oi')
    const second = await talk.say('Bolos')
    const third = await talk.say('E o chantili?')
    const other = await talk.say('Quanto custa?', { replacesId: third.messageId })
    const removed = await talk.remove(second.replyId)
    const left = [first.messageId, first.replyId, second.messageId]
    expect(removed.status).toBe(200)
    expect(removed.data.map(({ id }) => id)).toEqual(left)
    expect(await talk.ids()).toEqual(left)
    expect(await leftIn(talk.chatId)).toEqual(left)
    for (const id of [second.replyId, third.messageId, other.replyId]) {
      expect(outcomeOf(await talk.remove(id))).toEqual([404, 'NOT_FOUND'])
      expect(outcomeOf(await talk.choose(id))).toEqual([404, 'NOT_FOUND'])
      expect(outcomeOf(await talk.rate(id, { rating: 'up' }))).toEqual([404, 'NOT_FOUND'])
    }
    // The branch continues from there, and the model sees nothing of the deleted messages.
    const next = await talk.say('E agora?')
    expect(await talk.ids()).toEqual([...left, next.messageId, next.replyId])
    expect(JSON.stringify(app.provider.requests.at(-1)?.body)).not.toContain('chantili')
  })

  test('leaves its other versions, of which the newest is shown', async () => {
    const said = await talk.say('Oi')
    const again = await talk.regenerate(said.replyId)
    await again.closed
    expect((await talk.remove(again.messageId)).data.at(-1)).toMatchObject({
      id: said.replyId,
      siblingIds: [said.replyId],
    })
    const edited = await talk.say('Olá', { replacesId: said.messageId })
    expect((await talk.remove(edited.messageId)).data.map(({ id }) => id)).toEqual([
      said.messageId,
      said.replyId,
    ])
  })

  test('on another branch does not change the shown one', async () => {
    const said = await talk.say('Oi')
    const edited = await talk.say('Olá', { replacesId: said.messageId })
    await talk.choose(said.messageId)
    const shown = [said.messageId, said.replyId]
    expect((await talk.remove(edited.replyId)).data.map(({ id }) => id)).toEqual(shown)
    expect((await talk.list())[0]?.siblingIds).toEqual([said.messageId, edited.messageId])
    expect((await talk.remove(edited.messageId)).data.map(({ id }) => id)).toEqual(shown)
    expect((await talk.list())[0]?.siblingIds).toEqual([said.messageId])
  })

  test('may be the first one, which leaves an empty chat that accepts messages', async () => {
    const said = await talk.say('Oi')
    expect((await talk.remove(said.messageId)).data).toEqual([])
    const next = await talk.say('De novo')
    const list = await talk.list()
    expect(list.map(({ id }) => id)).toEqual([next.messageId, next.replyId])
    expect(list[0]).toMatchObject({ parentId: null, siblingIds: [next.messageId] })
  })

  test('goes with the summaries that cover it', async () => {
    const first = await talk.say('Oi')
    const second = await talk.say('Bolos')
    const { db } = app.server.deps
    for (const { replyId } of [first, second]) {
      const summary = { throughMessageId: replyId, turns: 2, content: 'Um resumo.' }
      await db.insert(chatSummaries).values({ chatId: talk.chatId, ...summary })
    }
    await talk.remove(second.messageId)
    const kept = await db.select().from(chatSummaries).where(eq(chatSummaries.chatId, talk.chatId))
    expect(kept.map(({ throughMessageId }) => throughMessageId)).toEqual([first.replyId])
  })

  test('A2 A3 must be in this chat, and the chat must belong to the user', async () => {
    const said = await talk.say('Oi')
    const elsewhere = await ChatClient.open(ana, agentId)
    expect(outcomeOf(await talk.as(bia).remove(said.messageId))).toEqual([404, 'NOT_FOUND'])
    expect(outcomeOf(await elsewhere.remove(said.messageId))).toEqual([404, 'NOT_FOUND'])
    expect(outcomeOf(await talk.remove(randomUUID()))).toEqual([404, 'NOT_FOUND'])
    expect(await talk.ids()).toEqual([said.messageId, said.replyId])
  })

  test('F23 races with a send, and nothing is stored below it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const chat = await ChatClient.open(ana, agentId)
      const said = await chat.say('Oi [[tokens=2 delay=0]]')
      const edit = { replacesId: said.messageId }
      const [removed, sent, edited, again] = await Promise.all([
        chat.remove(said.messageId),
        chat.send('Mais [[tokens=2 delay=0]]'),
        chat.send('Outra [[tokens=2 delay=0]]', edit),
        chat.client.fetch('POST', `/api/v1/chats/${chat.chatId}/messages/${said.replyId}/regenerate`),
      ])
      expect([200, 409]).toContain(removed.status)
      for (const response of [sent, edited, again]) {
        expect([200, 404, 409]).toContain(response.status)
        await response.text()
      }
      const rows = await rowsOf(chat.chatId)
      const gone = new Set(rows.filter(({ deletedAt }) => deletedAt).map(({ id }) => id))
      for (const { parentId, deletedAt } of rows) {
        if (!deletedAt) expect(gone.has(parentId ?? '')).toBe(false)
      }
      const shown = await chat.ids()
      expect(shown.some((id) => gone.has(id))).toBe(false)
    }
  })
})

describe('the rating of a reply', () => {
  test('is stored with its reason, changed and withdrawn', async () => {
    const { replyId } = await talk.say('Oi')
    const rated = await talk.rate(replyId, { rating: 'down', reason: '  Muito longa.  ' })
    expect(rated.status).toBe(200)
    expect(rated.data).toMatchObject({ id: replyId, siblingIds: [replyId] })
    expect(rated.data.feedback).toEqual({ rating: 'down', reason: 'Muito longa.' })
    expect((await talk.list())[1]?.feedback).toEqual({ rating: 'down', reason: 'Muito longa.' })
    expect((await talk.rate(replyId, { rating: 'up', reason: ' ' })).data.feedback).toEqual({
      rating: 'up',
      reason: null,
    })
    expect((await talk.rate(replyId, { rating: null, reason: 'Nada' })).data.feedback).toBeNull()
    const [, row] = await rowsOf(talk.chatId)
    expect(row).toMatchObject({ feedback: null, feedbackReason: null })
  })

  test('A2 A3 is refused for a reply of another user or chat', async () => {
    const said = await talk.say('Oi')
    const elsewhere = await ChatClient.open(ana, agentId)
    const up = { rating: 'up' }
    expect(outcomeOf(await talk.rate(said.messageId, up))).toEqual([409, 'CONFLICT'])
    expect(outcomeOf(await talk.as(bia).rate(said.replyId, up))).toEqual([404, 'NOT_FOUND'])
    expect(outcomeOf(await elsewhere.rate(said.replyId, up))).toEqual([404, 'NOT_FOUND'])
    for (const body of [
      {},
      { rating: 'so-so' },
      { rating: 'up', reason: 'x'.repeat(501) },
      { ...up, note: 1 },
    ]) {
      expect(outcomeOf(await talk.rate(said.replyId, body))).toEqual([400, 'VALIDATION_ERROR'])
    }
    expect((await rowsOf(talk.chatId)).map(({ feedback }) => feedback)).toEqual([null, null])
  })
})

describe('the read mark of a chat', () => {
  const stateOf = async () => {
    const { isRunning, isUnread } = Object((await ana.get(`/chats/${talk.chatId}`)).data)
    return { isRunning, isUnread }
  }

  test('covers every finished reply; a running reply becomes unread when it ends', async () => {
    await talk.say('Oi')
    expect(await stateOf()).toEqual({ isRunning: false, isUnread: true })
    const read = await talk.read()
    expect(read.data).toMatchObject({ id: talk.chatId, isUnread: false })
    const { promise, resolve: release } = Promise.withResolvers<void>()
    app.provider.script({ kind: 'hold', after: 1, until: promise })
    const reply = await talk.begin('E mais?')
    await talk.read()
    expect(await stateOf()).toEqual({ isRunning: true, isUnread: false })
    release()
    await reply.closed
    expect(await stateOf()).toEqual({ isRunning: false, isUnread: true })
    await talk.read()
    expect(await stateOf()).toEqual({ isRunning: false, isUnread: false })
  })

  test('A2 can be set by the owner only', async () => {
    await talk.say('Oi')
    expect(outcomeOf(await talk.as(bia).read())).toEqual([404, 'NOT_FOUND'])
    expect(await stateOf()).toMatchObject({ isUnread: true })
  })
})
