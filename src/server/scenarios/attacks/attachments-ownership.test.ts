import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chats, messageAttachments } from '../../db/schema/index.ts'
import { sendFile } from '../../testing/factories/attachment-files.ts'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { makePeople, type People, ROLES } from '../../testing/factories/people.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

// Each file is read in its own process, which waits for a processor on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let app: TestApp
let people: People
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  people = await makePeople(app)
  agentId = await openAgentId(people.owner)
})
afterAll(() => app.close())

const SECRET = 'Segredo da oferta de março'
const open = (client: TestClient, id: string) => client.call('GET', `/api/v1/attachments/${id}/file`)
const remove = (client: TestClient, id: string) => client.call('DELETE', `/api/v1/attachments/${id}`)
const send = (client: TestClient, chatId: string, attachmentIds: string[]) =>
  client.call('POST', `/api/v1/chats/${chatId}/messages`, { ...newMessage(), attachmentIds })

/** A response without the values that differ each time. */
const saidBy = ({ status, error }: { status: number; error: unknown }) => ({ status, error })

describe('A2 A3 an attachment', () => {
  test('is 404 for all others, sent or not', async () => {
    const chatId = await openChat(people.owner, agentId)
    const [unsent, sent] = [
      await sendFile(people.owner, SECRET, 'segredo.txt'),
      await sendFile(people.owner, SECRET, 'segredo.txt'),
    ].map(({ data }) => data.id)
    expect((await send(people.owner, chatId, [sent ?? ''])).status).toBe(200)
    const others = ROLES.filter((role) => role !== 'owner')
    const tries = others.flatMap((role) =>
      [unsent, sent].flatMap((id) => [open, remove].map((call) => ({ role, id: id ?? '', call }))),
    )
    for (const { role, id, call } of tries) {
      const reply = await call(people[role], id)
      const missing = await call(people[role], randomUUID())
      expect([role, saidBy(reply)]).toEqual([role, saidBy(missing)])
      expect(reply.status).toBe({ anonymous: 401, banned: 403, other: 404, admin: 404 }[role])
      expect(JSON.stringify(reply.body)).not.toContain('Segredo')
    }
    for (const id of [unsent, sent]) expect((await open(people.owner, id ?? '')).body).toBe(SECRET)
  })

  test('is 404 in a message of another user, which is neither stored nor answered', async () => {
    const { data } = await sendFile(people.owner, SECRET, 'segredo.txt')
    const { data: own } = await sendFile(people.other, 'Meu', 'meu.txt')
    const chatId = await openChat(people.other, agentId)
    const asked = app.provider.requests.length
    for (const ids of [[data.id], [own.id, data.id]]) {
      const reply = await send(people.other, chatId, ids)
      expect(saidBy(reply)).toEqual(saidBy(await send(people.other, chatId, [randomUUID()])))
      expect(reply.status).toBe(404)
    }
    expect(await messagesOf(people.other, chatId)).toEqual([])
    expect(app.provider.requests).toHaveLength(asked)
    const { db } = app.server.deps
    for (const { id } of [data, own]) {
      expect(await db.$count(messageAttachments, eq(messageAttachments.attachmentId, id))).toBe(0)
    }
    expect((await remove(people.owner, data.id)).status).toBe(200)
  })

  test('is unreadable while its chat is deleted, and readable once it is restored', async () => {
    const chatId = await openChat(people.owner, agentId)
    const { data } = await sendFile(people.owner, SECRET, 'segredo.txt')
    await send(people.owner, chatId, [data.id])
    const { db } = app.server.deps
    await db.update(chats).set({ deletedAt: new Date() }).where(eq(chats.id, chatId))
    expect([
      (await open(people.owner, data.id)).status,
      (await remove(people.owner, data.id)).status,
    ]).toEqual([404, 409])
    await db.update(chats).set({ deletedAt: null }).where(eq(chats.id, chatId))
    expect((await open(people.owner, data.id)).status).toBe(200)
  })

  test('goes to one of two messages that claim it concurrently in two chats', async () => {
    const { data } = await sendFile(people.owner, SECRET, 'segredo.txt')
    const two = [await openChat(people.owner, agentId), await openChat(people.owner, agentId)]
    const replies = await Promise.all(two.map((chatId) => send(people.owner, chatId, [data.id])))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { db } = app.server.deps
    expect(await db.$count(messageAttachments, eq(messageAttachments.attachmentId, data.id))).toBe(1)
  })

  test('is either sent or deleted when both race, and never sent without its file', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { data } = await sendFile(people.owner, SECRET, 'segredo.txt')
      const chatId = await openChat(people.owner, agentId)
      const [sent, removed] = await Promise.all([
        send(people.owner, chatId, [data.id]),
        remove(people.owner, data.id),
      ])
      const isSent = sent.status === 200
      expect([sent.status, removed.status]).toEqual(isSent ? [200, 409] : [404, 200])
      expect((await open(people.owner, data.id)).status).toBe(isSent ? 200 : 404)
    }
  })

  test.each(['nao-e-um-id', '../me', '%00', `${randomUUID()}%00`])('«%s» is no attachment', async (id) => {
    expect([400, 404]).toContain((await open(people.owner, id)).status)
    expect([400, 404]).toContain((await remove(people.owner, id)).status)
  })
})
