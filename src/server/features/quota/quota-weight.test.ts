import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminAgent } from '#shared/contract/agents-admin.ts'
import { agents, extraMessages, messages } from '../../db/schema/index.ts'
import { ChatClient, outcomeOf } from '../../testing/clients/chat-client.ts'
import { newMessage } from '../../testing/factories/conversation.ts'
import { saveCredential } from '../../testing/factories/credentials.ts'
import { setUsed, usageOf } from '../../testing/factories/quotas.ts'
import { validAgent } from '../../testing/routes/admin-agent-routes.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let admin: TestClient
let heavy: AdminAgent
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signUp('Dona da Casa')
  heavy = await make({ messageWeight: 3 })
})
afterAll(() => app.close())

const make = async (changes: object) =>
  (await admin.post<AdminAgent>('/agents/admin', validAgent({ enableFreePlan: true, ...changes }))).data
const db = () => app.server.deps.db
const usedBy = async (client: TestClient) => (await usageOf(client)).used
const give = (userId: string, given: number) =>
  db().insert(extraMessages).values({ userId, given, reason: 'Teste' }).returning({ id: extraMessages.id })

test('each reply of a heavy agent costs its weight, also when it is continued, and a failed one gives all back', async () => {
  const eva = await app.signUp('Eva Lima')
  const talk = await ChatClient.open(eva, heavy.id)
  app.provider.script({ kind: 'cut', after: 2, how: 'end' })
  const { replyId } = await talk.say()
  expect(await usedBy(eva)).toBe(3)
  await (await talk.continue(replyId)).closed
  expect(await usedBy(eva)).toBe(6)
  await talk.say('Oi [[status=400]]')
  expect(await usedBy(eva)).toBe(6)
})

test('a change of the weight counts from the next reply on, and a running one returns what it took', async () => {
  const eva = await app.signUp('Eva Lima')
  const agent = await make({ messageWeight: 5 })
  const talk = await ChatClient.open(eva, agent.id)
  const held = Promise.withResolvers<void>()
  app.provider.script({ kind: 'hold', after: 0, until: held.promise })
  app.provider.script({ kind: 'status', status: 400 })
  const reply = await talk.begin()
  await db().update(agents).set({ messageWeight: 1 }).where(eq(agents.id, agent.id))
  expect(await usedBy(eva)).toBe(5)
  const [row] = await db().select().from(messages).where(eq(messages.id, reply.messageId))
  expect(row?.quotaWeight).toBe(5)
  held.resolve()
  await reply.closed
  await talk.say('Oi [[status=400]]')
  expect(await usedBy(eva)).toBe(5)
})

test('too few messages for one reply are not split, and another agent still answers', async () => {
  const eva = await app.signUp('Eva Lima')
  await setUsed(db(), { userId: eva.userId, used: 198 })
  const talk = await ChatClient.open(eva, heavy.id)
  const send = () => talk.call('POST', '/messages', newMessage())
  const refused = await send()
  expect(outcomeOf(refused)).toEqual([429, 'QUOTA_EXCEEDED'])
  expect(refused.error.message).toMatch(/^Cada resposta deste agente usa 3 mensagens, e restam 2 neste mês/)
  const [gift] = await give(eva.userId, 2)
  expect(outcomeOf(await send())).toEqual([429, 'QUOTA_EXCEEDED'])
  await give(eva.userId, 4)
  await talk.say()
  expect(await usageOf(eva)).toMatchObject({ used: 198, extra: [{ id: gift?.id, used: 0 }, { used: 3 }] })
  const light = await ChatClient.open(eva, (await make({})).id)
  await light.say()
  expect(await usedBy(eva)).toBe(199)
})

test('an own key costs nothing', async () => {
  const eva = await app.signUp('Eva Lima')
  await saveCredential(eva, { credentials: 'sk-propria-da-eva-0011223344', isActive: true })
  const talk = await ChatClient.open(eva, heavy.id)
  await talk.say()
  expect(await usedBy(eva)).toBe(0)
})

test.each([0, 21, 1.5, '3', null])('a weight of %j is refused', async (messageWeight) => {
  const reply = await admin.post('/agents/admin', validAgent({ messageWeight }))
  expect(outcomeOf(reply)).toEqual([400, 'VALIDATION_ERROR'])
  expect(reply.error.details).toEqual({ messageWeight: 'Um número inteiro de 1 a 20' })
})

test('people and administrators read the weight', async () => {
  const eva = await app.signUp('Eva Lima')
  const { data } = await eva.get<{ messageWeight: number }>(`/agents/${heavy.id}`)
  expect(data.messageWeight).toBe(3)
})
