import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Chat, type ChatsPage, DeletedChat } from '#shared/contract/chats.ts'
import { LIMITS } from '#shared/limits.ts'
import { chats, messages } from '../../db/schema/index.ts'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { makeConversation } from '../../testing/factories/people.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { purgeChats } from '../trash/chat-purge.service.ts'

let app: TestApp
let ana: TestClient
let bia: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
  bia = await app.signUp('Bia')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())

const conversation = ({ userId }: TestClient) => makeConversation(app.server.deps.db, { userId, agentId })
const change = (client: TestClient, chatId: string, body: unknown) =>
  client.call<Chat>('PATCH', `/api/v1/chats/${chatId}`, body)
const remove = (client: TestClient, chatId: string) =>
  client.call<DeletedChat>('DELETE', `/api/v1/chats/${chatId}`)
const restore = (client: TestClient, chatId: string) => client.post<Chat>(`/chats/${chatId}/restore`)
const listed = async (client: TestClient, query = '') =>
  (await client.get<ChatsPage>(`/chats${query}`)).data.items.map(({ id }) => id)
const rowOf = async (chatId: string) => {
  const [row] = await app.server.deps.db.select().from(chats).where(eq(chats.id, chatId))
  return row
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

describe('a change', () => {
  test('sets a title on one line, and marks it as the user’s', async () => {
    const { chatId } = await conversation(ana)
    const reply = await change(ana, chatId, { title: '  Página\n de   vendas ' })
    expect(reply.status).toBe(200)
    expect(Chat.strict().parse(reply.data)).toMatchObject({
      title: 'Página de vendas',
      isTitleProvisional: false,
    })
    expect(await rowOf(chatId)).toMatchObject({ titledBy: 'person' })
  })

  test('pins and archives, which exclude each other, and keeps the first timestamp', async () => {
    const client = await app.signUp()
    const { chatId } = await conversation(client)
    const pinned = (await change(client, chatId, { pinned: true })).data
    expect(pinned).toMatchObject({ pinnedAt: expect.any(String), archivedAt: null })
    expect((await change(client, chatId, { pinned: true, title: 'Outro' })).data.pinnedAt).toBe(
      pinned.pinnedAt,
    )
    expect([await listed(client, '?pinned=true'), await listed(client, '?pinned=false')]).toEqual([
      [chatId],
      [],
    ])

    const archived = (await change(client, chatId, { archived: true })).data
    expect(archived).toMatchObject({ pinnedAt: null, archivedAt: expect.any(String) })
    expect([await listed(client), await listed(client, '?archived=true')]).toEqual([[], [chatId]])

    expect((await change(client, chatId, { pinned: true })).data).toMatchObject({
      pinnedAt: expect.any(String),
      archivedAt: null,
    })
    expect((await change(client, chatId, { pinned: false })).data).toMatchObject({
      pinnedAt: null,
      archivedAt: null,
    })
  })

  test.each([
    [{}, 'body'],
    [{ title: ' \n ' }, 'title'],
    [{ title: 'x'.repeat(LIMITS.titleLength + 1) }, 'title'],
    [{ title: 'a\u0000' }, 'title'],
    [{ title: null }, 'title'],
    [{ pinned: 'yes' }, 'pinned'],
    [{ pinned: true, archived: true }, 'body'],
    [{ userId: randomUUID() }, 'userId'],
    [{ titledBy: 'model' }, 'titledBy'],
    [{ deletedAt: null }, 'deletedAt'],
  ])('%j is refused', async (body, field) => {
    const { chatId } = await conversation(ana)
    const before = await rowOf(chatId)
    const { status, error } = await change(ana, chatId, body)
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, expect.arrayContaining([field])])
    expect(await rowOf(chatId)).toEqual(before)
  })
})

describe('a deleted chat', () => {
  test('is hidden, until it is restored with everything in it', async () => {
    const client = await app.signUp()
    const { chatId, messageId } = await conversation(client)
    const { status, data } = await remove(client, chatId)
    expect(status).toBe(200)
    const { restorableUntil } = DeletedChat.strict().parse(data)
    expect(Date.parse(restorableUntil) - Date.now()).toBeGreaterThan(
      (LIMITS.deletedChatDays - 1) * 86_400_000,
    )
    for (const path of [``, `/messages`, `/stream`, `/export?format=md`]) {
      expect((await client.get(`/chats/${chatId}${path}`)).status).toBe(404)
    }
    expect((await change(client, chatId, { title: 'x' })).status).toBe(404)
    expect((await remove(client, chatId)).status).toBe(404)
    expect([await listed(client), await listed(client, '?pinned=false')]).toEqual([[], []])
    expect((await client.get<ChatsPage>(`/agents/${agentId}/chats`)).data.items).toEqual([])

    for (const _ of ['once', 'again'])
      expect((await restore(client, chatId)).data).toMatchObject({ id: chatId })
    expect(await listed(client)).toEqual([chatId])
    expect((await messagesOf(client, chatId)).at(-1)?.id).toBe(messageId)
  })

  test('ends its running reply', async () => {
    const chatId = await openChat(ana, agentId)
    app.provider.script({ kind: 'stall', after: 3 })
    const stream = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
    await stream.next()
    await remove(ana, chatId)
    expect((await stream.rest()).at(-1)?.data).toMatchObject({ status: 'stopped' })
    await restore(ana, chatId)
    expect((await messagesOf(ana, chatId)).at(-1)).toMatchObject({ status: 'stopped' })
  })

  test('can’t be restored after the retention time, when the purge removes it and its messages and nothing else', async () => {
    const { db } = app.server.deps
    const [old, late, deletedMessage, kept] = await Promise.all([1, 2, 3, 4].map(() => conversation(ana)))
    if (!old || !late || !deletedMessage || !kept) throw new Error('never')
    await db
      .update(chats)
      .set({ deletedAt: daysAgo(LIMITS.deletedChatDays + 1) })
      .where(eq(chats.id, old.chatId))
    await db
      .update(chats)
      .set({ deletedAt: daysAgo(LIMITS.deletedChatDays - 1) })
      .where(eq(chats.id, late.chatId))
    await db
      .update(messages)
      .set({ deletedAt: daysAgo(LIMITS.deletedChatDays + 1) })
      .where(eq(messages.id, deletedMessage.messageId))
    expect((await restore(ana, old.chatId)).status).toBe(404)
    await purgeChats(app.server.deps)
    const all = [old, late, deletedMessage, kept].map(({ chatId }) => chatId)
    const left = await db.select().from(messages).where(inArray(messages.chatId, all))
    expect(await rowOf(old.chatId)).toBeUndefined()
    expect(left.map(({ id }) => id).sort()).toEqual(
      [late.questionId, late.messageId, deletedMessage.questionId, kept.questionId, kept.messageId].sort(),
    )
    expect((await restore(ana, late.chatId)).status).toBe(200)
  })
})

describe('pinned chats', () => {
  test('and the others page without jumps while chats arrive', async () => {
    const client = await app.signUp()
    const { db } = app.server.deps
    const made: string[] = []
    for (let index = 0; index < 6; index += 1) {
      const { chatId } = await conversation(client)
      await db
        .update(chats)
        .set({ lastMessageAt: daysAgo(index + 1), ...(index % 2 === 0 && { pinnedAt: new Date() }) })
        .where(eq(chats.id, chatId))
      made.push(chatId)
    }
    for (const [pinned, rest] of [
      ['true', 0],
      ['false', 1],
    ] as const) {
      const first = (await client.get<ChatsPage>(`/chats?pinned=${pinned}&limit=2`)).data
      await conversation(client)
      const second = (
        await client.get<ChatsPage>(`/chats?pinned=${pinned}&limit=2&cursor=${first.nextCursor}`)
      ).data
      const seen = [...first.items, ...second.items].map(({ id }) => id)
      const known = made.filter((_, index) => index % 2 === rest)
      expect(seen.filter((id) => made.includes(id))).toEqual(
        known.slice(0, seen.filter((id) => made.includes(id)).length),
      )
      expect(new Set(seen).size).toBe(seen.length)
    }
    expect((await client.get('/chats?pinned=perhaps')).status).toBe(400)
  })

  test.each([1, 2, 3, 4])('come first, each chat once, in pages of %i', async (limit) => {
    const client = await app.signUp()
    const { db } = app.server.deps
    const made: string[] = []
    for (let index = 0; index < 6; index += 1) {
      const { chatId } = await conversation(client)
      const pinnedAt = index % 2 === 1 ? new Date() : null
      await db
        .update(chats)
        .set({ lastMessageAt: daysAgo(index + 1), pinnedAt })
        .where(eq(chats.id, chatId))
      made.push(chatId)
    }
    await change(client, (await conversation(client)).chatId, { archived: true })
    await conversation(ana)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query = `?pinned=first&limit=${limit}${cursor && `&cursor=${cursor}`}`
      const page: ChatsPage = (await client.get<ChatsPage>(`/chats${query}`)).data
      expect(page.items.length).toBeLessThanOrEqual(limit)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(seen).toEqual([1, 3, 5, 0, 2, 4].map((index) => made[index]))
  })

  test('show whether a reply is running, and whether one ended unread', async () => {
    const client = await app.signUp()
    const chatId = await openChat(client, agentId)
    app.provider.script({ kind: 'stall', after: 3 })
    const stream = await client.open('POST', `/chats/${chatId}/messages`, newMessage())
    await stream.next()
    const state = async () => {
      const [chat] = (await client.get<ChatsPage>('/chats')).data.items
      return [chat?.isRunning, chat?.isUnread]
    }
    expect(await state()).toEqual([true, false])
    await client.post(`/chats/${chatId}/stop`)
    await stream.rest()
    expect(await state()).toEqual([false, true])
  })
})

describe('ownership', () => {
  test('A1 no other user renames, deletes, restores or exports a chat', async () => {
    const { chatId } = await conversation(ana)
    const before = await rowOf(chatId)
    const answers = async (id: string) => [
      await change(bia, id, { title: 'Meu' }),
      await remove(bia, id),
      await restore(bia, id),
      await bia.get(`/chats/${id}/export?format=pdf`),
    ]
    const missing = await answers(randomUUID())
    for (const [index, { status, error }] of (await answers(chatId)).entries()) {
      expect([status, error]).toEqual([404, missing[index]?.error])
    }
    expect(await rowOf(chatId)).toEqual(before)
    await remove(ana, chatId)
    expect((await restore(bia, chatId)).status).toBe(404)
    expect((await rowOf(chatId))?.deletedAt).not.toBeNull()
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/restore'],
      ['GET', '/export?format=md'],
    ] as const) {
      const body = method === 'PATCH' ? { title: 'x' } : undefined
      expect((await app.visitor().call(method, `/api/v1/chats/${chatId}${path}`, body)).status).toBe(401)
    }
  })
})
