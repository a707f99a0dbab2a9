import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages, sessions, users } from '../../db/schema/index.ts'
import { Follower } from '../../testing/clients/reply-follower.ts'
import { eventually } from '../../testing/eventually.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { type SecondInstance, startSecondInstance } from '../../testing/processes/second-instance.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let second: SecondInstance
let admin: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  second = await startSecondInstance(app)
  // The first account of an installation is the administrator.
  admin = await app.signUp('Ada')
  agentId = await openAgentId(admin)
})
afterAll(async () => {
  await second.server.stop()
  await app.close()
})

/** A running reply that does not end by itself, with readers on both instances. */
async function speaking(client: TestClient) {
  const chatId = await openChat(client, agentId)
  const calls = app.provider.requests.length
  app.provider.script({ kind: 'stall', after: 2, tokens: ['Um ', 'dois ', 'três.'] })
  const own = new Follower(await client.fetch('POST', `/api/v1/chats/${chatId}/messages`, newMessage()))
  await eventually(() => expect(own.text).toBe('Um dois '))
  const [here, there] = await Promise.all([
    Follower.open(client, chatId),
    Follower.open(second.as(client), chatId),
  ])
  if (!here || !there) throw new Error('nothing to follow')
  await eventually(() => expect([here.text, there.text]).toEqual(['Um dois ', 'Um dois ']))
  return { chatId, readers: [own, here, there], request: app.provider.requests[calls] }
}

const banByAuth = async ({ userId }: TestClient) => {
  const reply = await admin.call('POST', '/api/auth/admin/ban-user', { userId, banReason: 'Abuso' })
  expect(reply.status).toBe(200)
}

const banByApp = async ({ userId }: TestClient) => {
  expect((await admin.post(`/users/admin/${userId}/ban`, { banReason: 'Abuso' })).status).toBe(200)
}

/** Bans by changing the row alone, as another instance or direct SQL would. */
async function banByRow({ userId }: TestClient): Promise<void> {
  await app.server.deps.db.update(users).set({ banned: true }).where(eq(users.id, userId))
}

describe('F24 A24 a user banned in the middle of a reply', () => {
  test.each([
    ['by an administrator: signed out', banByAuth, 401],
    ['by the App API: signed out', banByApp, 401],
    ['by the row alone: refused everything', banByRow, 403],
  ])('%s: every stream ends, the provider request is closed, the text is kept', async (_how, ban, status) => {
    const eva = await app.signUp('Eva')
    const bia = await app.signUp('Bia')
    const others = await speaking(bia)
    const { chatId, readers, request } = await speaking(eva)
    await ban(eva)
    await Promise.all(readers.map(({ closed }) => closed))
    for (const reader of readers) {
      expect(reader).toMatchObject({ text: 'Um dois ', status: 'stopped', problems: [] })
    }
    await eventually(() => expect(request?.closedByClientAt).toBeDefined())
    const [row] = await app.server.deps.db
      .select()
      .from(messages)
      .where(eq(messages.id, readers[0]?.messageId ?? ''))
    expect(row).toMatchObject({ status: 'stopped', content: 'Um dois ', errorCode: null, leaseOwner: null })
    for (const client of [eva, second.as(eva)]) {
      expect((await client.post(`/chats/${chatId}/messages`, newMessage())).status).toBe(status)
      expect((await client.fetch('GET', `/api/v1/chats/${chatId}/stream`)).status).toBe(status)
    }
    if (status === 401) {
      const left = await app.server.deps.db.select().from(sessions).where(eq(sessions.userId, eva.userId))
      expect(left).toEqual([])
    }
    // Readers of other users are not affected.
    expect(others.readers.map(({ end }) => end)).toEqual([undefined, undefined, undefined])
    expect((await bia.post(`/chats/${others.chatId}/stop`)).data).toEqual({ stopped: true })
    await Promise.all(others.readers.map(({ closed }) => closed))
  })
})
