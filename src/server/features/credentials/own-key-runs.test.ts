import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CreateCredential, Credential } from '#shared/contract/credentials.ts'
import { REPLY_ERROR_TEXT } from '#shared/reply-ends.ts'
import { agents, credentials, messages } from '../../db/schema/index.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { type ProviderDouble, startProviderDouble } from '../../testing/doubles/provider/provider-double.ts'
import { eventually } from '../../testing/eventually.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { saveCredential } from '../../testing/factories/credentials.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { resumeReply } from '../messages/continue.service.ts'

const HOUSE = 'sk-canario-da-openai'
const OWN = 'sk-propria-da-ana-00112233445566'
const REVOKED = 'sk-que-foi-revogada-7788[[revoked]]'

let gemini: ProviderDouble
let app: TestApp
let ana: TestClient
let agentId: string
beforeAll(async () => {
  gemini = await startProviderDouble()
  app = await createTestApp({ GOOGLE_API_KEY: 'canario-do-google', GOOGLE_BASE_URL: gemini.googleBaseUrl })
  ana = await app.signUp('Ana Souza')
  agentId = await openAgentId(ana)
})
afterAll(async () => {
  await app.close()
  await gemini.close()
})
beforeEach(async () => {
  await db().delete(credentials)
})

const db = () => app.server.deps.db
const use = async (over: Partial<CreateCredential> = {}, client = ana): Promise<Credential> =>
  (await saveCredential(client, { credentials: OWN, isActive: true, ...over })).data
const read = async (id: string) => (await ana.get<Credential>(`/credentials/${id}`)).data
const rowOf = async (id: string) => {
  const [row] = await db().select().from(messages).where(eq(messages.id, id))
  if (!row) throw new Error('no such message')
  return row
}

/** The keys of all requests with these words, at either provider, in order. */
const keysFor = (words: string) =>
  [...app.provider.requests, ...gemini.requests]
    .filter(({ body }) => JSON.stringify(body).includes(words))
    .map(({ headers }) => String(headers['x-goog-api-key'] ?? headers.authorization).replace('Bearer ', ''))

let count = 0
const newWords = () => {
  count += 1
  return `Pergunta de número ${count}, e ponto.`
}

describe('a user’s own key', () => {
  test('is used for sending, regenerating and continuing; the row records it', async () => {
    await use()
    const [talk, words] = [await ChatClient.open(ana, agentId), newWords()]
    app.provider.script({ kind: 'cut', after: 2, how: 'end' })
    const { replyId } = await talk.say(words)
    expect(await rowOf(replyId)).toMatchObject({ status: 'interrupted', ownKey: true, usedModel: 'openai' })
    await (await talk.continue(replyId)).closed
    expect(await rowOf(replyId)).toMatchObject({ status: 'done', ownKey: true, usedModel: 'openai' })
    const again = await talk.regenerate(replyId)
    await again.closed
    expect(await rowOf(again.messageId)).toMatchObject({ status: 'done', ownKey: true })
    expect(keysFor(words)).toEqual([OWN, OWN, OWN])
    // None of it is shown.
    expect(JSON.stringify(await talk.list())).not.toMatch(/ownKey|usedModel|sk-propria/)
  })

  test('for Google is sent to Google, in Google’s header', async () => {
    await use({ provider: 'google' })
    const [talk, words] = [await ChatClient.open(ana, agentId), newWords()]
    const { replyId } = await talk.say(words)
    expect(keysFor(words)).toEqual([OWN])
    expect(gemini.requests.at(-1)?.headers['x-goog-api-key']).toBe(OWN)
    expect(gemini.requests.at(-1)?.headers.authorization).toBeUndefined()
    expect(await rowOf(replyId)).toMatchObject({ status: 'done', ownKey: true, usedModel: 'google' })
  })

  test('is not used when inactive, deleted or of another user', async () => {
    const bia = await app.signUp('Bia Lima')
    await use({}, bia)
    const { id } = await use({ isActive: false })
    const ask = async (): Promise<unknown> => {
      const words = newWords()
      const { replyId } = await (await ChatClient.open(ana, agentId)).say(words)
      return [keysFor(words), (await rowOf(replyId)).ownKey]
    }
    expect(await ask()).toEqual([[HOUSE], false])
    await ana.call('PATCH', `/api/v1/credentials/${id}`, { isActive: true })
    expect(await ask()).toEqual([[OWN], true])
    await ana.call('DELETE', `/api/v1/credentials/${id}`)
    expect(await ask()).toEqual([[HOUSE], false])
    await ana.post(`/credentials/${id}/restore`)
    expect(await ask()).toEqual([[HOUSE], false])
  })

  test('is used with the agent’s model only if its provider has it', async () => {
    const [agent] = await db()
      .insert(agents)
      .values({
        ...{ name: 'Clara', description: 'De teste', systemPrompt: 'Responda.' },
        ...{ enableFreePlan: true, model: 'gemini-do-agente' },
      })
      .returning({ id: agents.id })
    const talk = await ChatClient.open(ana, agent?.id ?? '')
    await use()
    await talk.say(newWords())
    expect(Object(app.provider.requests.at(-1)?.body).model).not.toBe('gemini-do-agente')
    await use({ provider: 'google' })
    await talk.say(newWords())
    expect(gemini.requests.at(-1)?.path).toContain('/models/gemini-do-agente:')
  })

  test('becomes verified when a reply succeeds', async () => {
    const { id, status } = await use({ credentials: 'sk-de-dia-ruim-1234[[status=500]]' })
    expect(status).toBe('unverified')
    await (await ChatClient.open(ana, agentId)).say(newWords())
    await eventually(async () => expect(await read(id)).toMatchObject({ status: 'verified' }))
  })
})

describe('a refused key', () => {
  test('is reported in the chat and in the credential, and no other key is used', async () => {
    const { id, updatedAt } = await use({ credentials: REVOKED })
    const [talk, words] = [await ChatClient.open(ana, agentId), newWords()]
    const from = app.logs.length
    const { events, replyId } = await talk.say(words)
    expect(events.at(-1)?.data).toMatchObject({
      code: 'own_key_refused',
      error: REPLY_ERROR_TEXT.own_key_refused,
    })
    expect((await talk.list()).at(-1)).toMatchObject({ status: 'error', errorCode: 'own_key_refused' })
    expect(await rowOf(replyId)).toMatchObject({ ownKey: true, usedModel: null })
    expect(keysFor(words)).toEqual([REVOKED])
    expect(await read(id)).toMatchObject({ status: 'refused', isActive: true, updatedAt })
    // Administrators can't help, so there is no alert.
    expect(app.logs.slice(from).join('')).not.toContain('"alert"')
    // The same reply succeeds with another key.
    await ana.call('PATCH', `/api/v1/credentials/${id}`, { credentials: OWN })
    const again = await talk.regenerate(replyId)
    await again.closed
    expect(again.status).toBe('done')
    expect(await read(id)).toMatchObject({ status: 'verified' })
  })

  test('falls back to the operator’s key if the user allowed it, and the row and credential record it', async () => {
    const { id } = await use({ credentials: REVOKED, allowsFallback: true })
    const [talk, words] = [await ChatClient.open(ana, agentId), newWords()]
    const { events, replyId } = await talk.say(words)
    expect(events.at(-1)?.data).toMatchObject({ status: 'done' })
    expect(keysFor(words)).toEqual([REVOKED, HOUSE])
    expect(await rowOf(replyId)).toMatchObject({ status: 'done', ownKey: false, usedModel: 'openai' })
    expect(await read(id)).toMatchObject({ status: 'refused' })
  })

  test('does not mark the key that replaced it meanwhile', async () => {
    // An accepted key would be marked as verified.
    const before = `${OWN}[[status=500]]`
    const { id } = await use({ credentials: before })
    const held = Promise.withResolvers<void>()
    app.provider.script({ kind: 'hold', after: 0, until: held.promise })
    const reply = await (await ChatClient.open(ana, agentId)).begin(newWords())
    await eventually(() => expect(keysFor(`Pergunta de número ${count}, e ponto.`)).toEqual([before]))
    await ana.call('PATCH', `/api/v1/credentials/${id}`, {
      credentials: 'sk-nova-em-folha-99887766[[status=500]]',
    })
    held.resolve()
    await reply.closed
    expect(reply.status).toBe('done')
    expect(await read(id)).toMatchObject({ status: 'unverified' })
  })
})

describe('a reply that another instance takes over', () => {
  /** Keys used to continue an orphaned reply. */
  async function goneOnWith(ownKey: boolean): Promise<string[]> {
    const [talk, words] = [await ChatClient.open(ana, agentId), newWords()]
    const { replyId } = await talk.say(words)
    await db()
      .update(messages)
      .set({
        ...{ content: 'Primeiro', status: 'running', finishReason: null, ownKey },
        ...{ leaseOwner: uuidv7(), leaseUntil: sql`now() + interval '1 hour'` },
      })
      .where(eq(messages.id, replyId))
    const generate = await resumeReply(app.server.deps, replyId)
    let isOwnKey: boolean | undefined
    for await (const part of generate?.(new AbortController().signal) ?? []) {
      if (part.type === 'start') isOwnKey = part.isOwnKey
    }
    expect(isOwnKey).toBe(keysFor(words).at(-1) === OWN)
    await db()
      .update(messages)
      .set({ status: 'interrupted', errorCode: 'server_stopped', leaseOwner: null, leaseUntil: null })
      .where(eq(messages.id, replyId))
    return keysFor(words).slice(1)
  }

  test('uses the user’s key if it started with it, else the operator’s', async () => {
    const { id } = await use()
    expect(await goneOnWith(true)).toEqual([OWN])
    expect(await goneOnWith(false)).toEqual([HOUSE])
    await ana.call('PATCH', `/api/v1/credentials/${id}`, { isActive: false })
    expect(await goneOnWith(true)).toEqual([HOUSE])
  })
})

test('A50 concurrent requests of many users each use the key of their own user', {
  timeout: 60_000,
}, async () => {
  const people = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const client = app.visitor()
      const email = `muitas-${index}@exemplo.com.br`
      await client.signUp({ name: `Pessoa ${index}`, email, password: 'senha-segura-1' })
      const apiKey = `sk-da-pessoa-${index}-aabbccddeeff`
      const provider = index % 2 === 0 ? 'openai' : 'google'
      if (index < 6) await use({ credentials: apiKey, provider }, client)
      return { client, words: `Palavras da pessoa ${index}.`, apiKey: index < 6 ? apiKey : HOUSE }
    }),
  )
  await Promise.all(
    people.flatMap(({ client, words }) =>
      Array.from({ length: 3 }, async () => (await ChatClient.open(client, agentId)).say(words)),
    ),
  )
  for (const { words, apiKey } of people) expect(keysFor(words)).toEqual([apiKey, apiKey, apiKey])
})

describe('background work after a reply', () => {
  const asideKeys = (double: ProviderDouble, words: string) =>
    double.asides
      .filter(({ body }) => JSON.stringify(body).includes(words))
      .map(({ headers }) => headers.authorization)

  test('is paid by the operator if there is a provider', async () => {
    await use()
    const [talk, words] = [await ChatClient.open(ana, agentId), newWords()]
    await talk.say(words)
    await eventually(() => expect(asideKeys(app.provider, words)).toEqual([`Bearer ${HOUSE}`]))
  })
})
