import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { saveCredential } from '../../testing/factories/credentials.ts'
import { makePerson } from '../../testing/factories/people.ts'
import { setUsed, usageOf } from '../../testing/factories/quotas.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const OWN = 'sk-propria-da-eva-0011223344'
const REVOKED = 'sk-que-foi-revogada-5566[[revoked]]'

let app: TestApp
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  agentId = await openAgentId(await app.signUp('Dona da Casa'))
})
afterAll(() => app.close())

const usedBy = async (client: TestClient) => (await usageOf(client)).used
const setMonth = (eva: TestClient, used: number) => setUsed(app.server.deps.db, { userId: eva.userId, used })
const asides = () => app.provider.asides.filter(({ body }) => JSON.stringify(body).includes('fichas')).length

/** A new user with a reply, which has cost one message. */
async function withReply() {
  const eva = await app.signUp('Eva Lima')
  const talk = await ChatClient.open(eva, agentId)
  await talk.call('PATCH', '', { title: 'Ficha' })
  const { replyId } = await talk.say()
  const draft = (who = talk) => who.call('POST', `/messages/${replyId}/draft`, { kind: 'product' })
  return { eva, talk, draft }
}

test('a draft costs a message of the month; a used-up month makes no call, however often', async () => {
  const { eva, draft } = await withReply()
  expect((await draft()).status).toBe(200)
  expect(await usedBy(eva)).toBe(2)
  await setMonth(eva, 199)
  expect((await draft()).status).toBe(200)
  const before = asides()
  const { renewsAt } = await usageOf(eva)
  for (let tries = 0; tries < 50; tries += 1) {
    const { status, error } = await draft()
    expect([status, error.code]).toEqual([429, 'QUOTA_EXCEEDED'])
    expect(error.details).toEqual({ limit: '200', used: '200', renewsAt })
  }
  expect(asides()).toBe(before)
})

test('a draft that fails is returned, one that the client leaves is spent', async () => {
  const { eva, draft, talk } = await withReply()
  app.provider.scriptAside({ kind: 'status', status: 401 })
  expect(outcomeOf(await draft())).toEqual([503, 'UNAVAILABLE'])
  expect(await usedBy(eva)).toBe(1)
  for (let tries = 0; tries < 12; tries += 1) {
    app.provider.scriptAside({ kind: 'reply', tokens: [] })
    expect(outcomeOf(await draft())).toEqual([503, 'UNAVAILABLE'])
  }
  // Ten billed failures without text are returned.
  expect(await usedBy(eva)).toBe(3)
  app.provider.scriptAside({ kind: 'noTokens' })
  const before = asides()
  const abort = new AbortController()
  const [, reply] = await talk.list()
  const url = `${app.baseUrl}/api/v1/chats/${talk.chatId}/messages/${reply?.id}/draft`
  const headers = { Origin: app.appUrl, Cookie: eva.cookie, 'Content-Type': 'application/json' }
  const asking = fetch(url, { method: 'POST', headers, body: '{"kind":"product"}', signal: abort.signal })
  await eventually(() => expect(asides()).toBe(before + 1))
  abort.abort()
  await expect(asking).rejects.toThrow()
  expect(await usedBy(eva)).toBe(4)
})

test('the user’s own key and an impersonator cost nothing; a fallback to the house’s key does', async () => {
  const { eva, talk, draft } = await withReply()
  await setMonth(eva, 199)
  const boss = await makePerson(app, 'admin')
  await boss.call('POST', '/api/auth/admin/impersonate-user', {
    userId: eva.userId,
    reason: 'Pedido de ajuda',
  })
  expect((await draft(talk.as(boss))).status).toBe(200)
  const { data } = await saveCredential(eva, { credentials: OWN, isActive: true })
  expect((await draft()).status).toBe(200)
  expect(await usedBy(eva)).toBe(199)
  await eva.call('PATCH', `/api/v1/credentials/${data.id}`, { isActive: false })
  await saveCredential(eva, { credentials: REVOKED, isActive: true, allowsFallback: true })
  expect((await draft()).status).toBe(200)
  expect(await usedBy(eva)).toBe(200)
  expect(outcomeOf(await draft())).toEqual([503, 'UNAVAILABLE'])
  expect(await usedBy(eva)).toBe(200)
})
