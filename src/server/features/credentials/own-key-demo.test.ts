import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { providerFetch } from '../../ai/providers/provider-fetch.ts'
import { chats, messages } from '../../db/schema/index.ts'
import { type RunningServer, startServer } from '../../server.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { saveCredential } from '../../testing/factories/credentials.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type TestClient, textOf } from '../../testing/test-client.ts'

const OWN = 'sk-propria-de-quem-tem-0011223344'

let app: TestApp
let house: RunningServer
let ana: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  const { env, log } = app.server.deps
  // Redirects OpenAI's default address, which an installation without a provider uses, to the double.
  const fetch: typeof globalThis.fetch = (input, init) =>
    providerFetch(String(input).replace('https://api.openai.com', app.provider.url), init)
  house = await startServer(
    { ...env, port: 0, ai: { ...env.ai, openai: {}, google: {}, fetch } as never },
    log,
  )
  ana = (await app.signUp('Ana Souza')).at(house.listeningUrl)
  agentId = await openAgentId(ana)
})
afterAll(async () => {
  await house.stop()
  await app.close()
})

const db = () => app.server.deps.db
const rowOf = async (id: string) => (await db().select().from(messages).where(eq(messages.id, id)))[0]
const titleOf = async ({ chatId }: ChatClient) =>
  (await db().select().from(chats).where(eq(chats.id, chatId)))[0]?.titledBy

test('an installation with only the demonstration model says so, but uses a user’s own key', async () => {
  expect(house.deps.model.isDemo).toBe(true)
  const before = await (await ChatClient.open(ana, agentId)).say('Sem chave')
  expect(textOf(before.events)).toContain('Resposta de demonstração')
  expect(await rowOf(before.replyId)).toMatchObject({ ownKey: false, usedModel: null })

  const saved = await saveCredential(ana, { credentials: OWN, isActive: true })
  expect(saved.data).toMatchObject({ status: 'verified' })
  expect(app.provider.keyChecks.at(-1)).toMatchObject({ apiKey: OWN, path: '/v1/models' })
  const talk = await ChatClient.open(ana, agentId)
  const { events, replyId } = await talk.say('Com a minha chave')
  expect(textOf(events)).not.toContain('demonstração')
  expect(await rowOf(replyId)).toMatchObject({ status: 'done', ownKey: true, usedModel: 'openai' })
  expect(app.provider.requests.at(-1)).toMatchObject({
    api: 'responses',
    headers: { authorization: `Bearer ${OWN}` },
  })
  // Only the user's key can have written the title.
  await eventually(async () => expect(await titleOf(talk)).toBe('model'))
  expect(app.provider.asides.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${OWN}`])
})

test('the demonstration model does not replace a refused key', async () => {
  await saveCredential(ana, { credentials: `${OWN}[[revoked]]`, isActive: true, allowsFallback: true })
  const asides = app.provider.asides.length
  const { events, replyId } = await (await ChatClient.open(ana, agentId)).say('Com a chave revogada')
  expect(events.at(-1)?.data).toMatchObject({ code: 'own_key_refused' })
  expect(await rowOf(replyId)).toMatchObject({ status: 'error', content: '' })
  expect(app.provider.asides).toHaveLength(asides)
})
