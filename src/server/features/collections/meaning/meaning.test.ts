import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Collections } from '#shared/contract/collections.ts'
import type { FoundPassages } from '#shared/contract/sources.ts'
import { Usage } from '#shared/contract/usage.ts'
import { dayOf } from '../../../db/local-day.ts'
import {
  agentCollections,
  callDays,
  collections,
  embeddingTurns,
  HOUSE_OWNER_ID,
  houseSettings,
  passageVectors,
  sources,
  spendDays,
} from '../../../db/schema/index.ts'
import { ChatClient } from '../../../testing/clients/chat-client.ts'
import { exchangeOf } from '../../../testing/clients/tool-exchange.ts'
import { eventually } from '../../../testing/eventually.ts'
import { makeSource } from '../../../testing/factories/business.ts'
import { consult, givenIn, says } from '../../../testing/factories/cited-source.ts'
import { openAgentId } from '../../../testing/factories/conversation.ts'
import { saveCredential } from '../../../testing/factories/credentials.ts'
import { takeApart } from '../../../testing/prompt-structure.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestClient } from '../../../testing/test-client.ts'

/** The passage says «devolvemos o valor», the question «reembolso»: no word is common. */
const MEANT = 'Devolvemos tudo em até sete jornadas, sem perguntas.'
const OTHER = 'A cozinha abre cedo e fecha tarde.'
const QUESTION = 'Como funciona o reembolso?'

let app: TestApp
let ana: TestClient
let bia: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp({ EMBEDDING_MODEL: 'vetores-de-teste' })
  ;[ana, bia] = [await app.signUp('Ana'), await app.signUp('Bia')]
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())
beforeEach(async () => {
  await db().delete(sources)
  await db().delete(embeddingTurns)
  app.provider.setEmbedding({ kind: 'reply' })
  app.provider.embeddings.length = 0
})

const db = () => app.server.deps.db
const own = (client: TestClient, texts = [MEANT, OTHER], over = {}) =>
  makeSource(db(), { userId: client.userId, texts, ...over })
const find = async (client: TestClient, q: string) =>
  (await client.get<FoundPassages>(`/collections/search?q=${encodeURIComponent(q)}`)).data.items.map(
    ({ snippet }) => snippet.map(({ text }) => text).join(''),
  )
const meant = async (client: TestClient) => (await client.get<Collections>('/collections')).data.meant
const embedded = (client: TestClient, count: number) =>
  eventually(async () => expect(await meant(client)).toBe(count))
const vectors = () => db().select().from(passageVectors)
const warnings = (text: string) => app.logs.filter((line) => line.includes(text))

describe('passages', () => {
  test('are found by meaning by the search, by a reply and by its tool; nobody else’s are', async () => {
    await own(bia, ['O reembolso da Bia: devolvemos em um mês.', MEANT])
    await own(ana)
    await embedded(ana, 2)
    await embedded(bia, 2)
    expect(await find(ana, QUESTION)).toEqual([MEANT, OTHER])

    const talk = await ChatClient.open(ana, agentId)
    app.provider.script(consult({ query: 'estorno' }), says('Em sete dias [1].'))
    await talk.say(QUESTION)
    const [first, second] = app.provider.requests.slice(-2)
    expect(givenIn(first).block?.trechos?.map(({ texto }) => texto)).toEqual([MEANT, OTHER])
    // None has a word of the question, which the model is told; the same of its own search.
    const unlike = expect.stringMatching(/^Nenhum destes trechos tem as palavras.*o Acervo não tem isso\.$/)
    expect(givenIn(first).block?.aviso).toEqual(unlike)
    const [result = ''] = exchangeOf('chat', Object(second?.body)).results.map(String)
    expect(takeApart(result).data).toMatchObject([{ aviso: unlike, trechos: [{ numero: 1 }, { numero: 2 }] }])
    expect(JSON.stringify(second?.body)).not.toContain('Bia')
    // One call per question, beside those of the passages.
    const asked = app.provider.embeddings.flatMap(({ texts }) => texts).filter((text) => text.length < 30)
    expect(asked).toEqual([QUESTION, QUESTION, 'estorno'])
  })

  test('that have a word of the question, in any form, come without that notice', async () => {
    await own(ana)
    await embedded(ana, 2)
    const talk = await ChatClient.open(ana, agentId)
    app.provider.script(consult({ query: 'perguntar' }), says('Não há.'))
    await talk.say('Vocês têm cozinhas?')
    const [first, second] = app.provider.requests.slice(-2)
    expect(givenIn(first).block).toEqual({
      tipo: 'trechos do Acervo',
      trechos: [expect.anything(), expect.anything()],
    })
    const [result = ''] = exchangeOf('chat', Object(second?.body)).results.map(String)
    expect(Object.keys(Object(takeApart(result).data[0]))).toEqual(['tipo', 'trechos'])
  })

  test('of the house are found by the agents that read them', async () => {
    const ownerId = HOUSE_OWNER_ID
    const [collection] = await db().insert(collections).values({ ownerId, name: 'Da casa' }).returning()
    const collectionId = collection?.id ?? ''
    await makeSource(db(), { userId: ownerId, collectionId, texts: [MEANT] })
    await db().insert(agentCollections).values({ agentId, collectionId, ownerId })
    await eventually(async () => expect(await vectors()).toHaveLength(1))
    const talk = await ChatClient.open(bia, agentId)
    await talk.say(QUESTION)
    expect(givenIn(app.provider.requests.at(-1)).block?.trechos).toHaveLength(1)
    await db().delete(agentCollections)
  })

  test('are counted as calls of the installation, with their tokens', async () => {
    await db().delete(callDays)
    await own(ana)
    await embedded(ana, 2)
    await eventually(async () => {
      const [row] = await db().select().from(callDays).where(eq(callDays.purpose, 'embedding'))
      expect(row).toMatchObject({ provider: 'openai', model: 'vetores-de-teste', calls: 1, isOwnKey: false })
      expect(row?.nTokens).toBeGreaterThan(10)
    })
    // No agent made the call.
    const { purposes, agents } = Usage.parse((await ana.get('/usage/admin?range=today')).data)
    expect(purposes.find(({ purpose }) => purpose === 'embedding')?.calls).toBe(1)
    expect(agents.map((agent) => agent.agentId)).not.toContain('00000000-0000-0000-0000-000000000000')
  })

  test('of a person whose own key alone writes are not sent, nor are the person’s questions', async () => {
    const caio = await app.signUp('Caio')
    await saveCredential(caio, { credentials: 'sk-propria-0011223344', isActive: true })
    await own(caio)
    await own(ana)
    await embedded(ana, 2)
    expect(await meant(caio)).toBeNull()
    expect(await find(caio, QUESTION)).toEqual([])
    expect(app.provider.embeddings).toHaveLength(1)
  })

  test('of the house do not bring a question to the provider that a person’s own key alone answers', async () => {
    const [ownerId, eva] = [HOUSE_OWNER_ID, await app.signUp('Eva')]
    const [collection] = await db().insert(collections).values({ ownerId, name: 'Da casa' }).returning()
    const collectionId = collection?.id ?? ''
    const ofHouse = 'A cozinha da casa abre às nove.'
    await makeSource(db(), { userId: ownerId, collectionId, texts: [ofHouse] })
    await own(eva)
    await db().insert(agentCollections).values({ agentId, collectionId, ownerId })
    await eventually(async () => expect(await vectors()).toHaveLength(3))
    await saveCredential(eva, { credentials: 'sk-propria-4455667788', isActive: true })
    const [talk, asked] = [await ChatClient.open(eva, agentId), app.provider.embeddings.length]
    app.provider.script(consult({ query: 'estorno' }), says('Às nove [1].'))
    await talk.say('A que horas abre a cozinha?')
    const read = givenIn(app.provider.requests.at(-2)).block?.trechos?.map(({ texto }) => texto)
    expect([read?.toSorted(), app.provider.embeddings.length]).toEqual([[OTHER, ofHouse], asked])
    await db().delete(agentCollections)
  })
})

describe('without vectors', () => {
  test('a question costs no call, and words find as before', async () => {
    app.provider.setEmbedding({ kind: 'status', status: 500 })
    await own(ana)
    await eventually(() => expect(app.provider.embeddings).not.toHaveLength(0))
    const before = app.provider.embeddings.length
    expect(await find(ana, 'cozinha')).toEqual([OTHER])
    expect(await find(ana, QUESTION)).toEqual([])
    expect(app.provider.embeddings.length - before).toBeLessThanOrEqual(1)
    expect(app.provider.embeddings.at(-1)?.texts).not.toContain(QUESTION)
  })

  test('of the question, because the provider is away, late or wrong, words find in time', async () => {
    await own(ana)
    await embedded(ana, 2)
    const faults = [
      { kind: 'away' },
      { kind: 'slow', forMs: 1_500 },
      { kind: 'dimension', length: 8 },
    ] as const
    for (const fault of faults) {
      app.provider.setEmbedding(fault)
      const start = performance.now()
      expect(await find(ana, 'cozinha')).toEqual([OTHER])
      expect(performance.now() - start).toBeLessThan(1_300)
      app.provider.setEmbedding({ kind: 'reply' })
      // Also ends the count of failures, after which questions are not embedded for a while.
      expect(await find(ana, QUESTION)).toContain(MEANT)
    }
  })
})

describe('a provider that fails', () => {
  test('with 429 is asked again after the time that it names, and logged once', async () => {
    const told = warnings('passages could not be embedded').length
    app.provider.scriptEmbedding({ kind: 'status', status: 429, retryAfter: '3' })
    const start = performance.now()
    await own(ana)
    await eventually(async () => expect(app.provider.embeddings).toHaveLength(1))
    expect(await find(ana, 'cozinha')).toEqual([OTHER])
    await embedded(ana, 2)
    expect(performance.now() - start).toBeGreaterThan(3_000)
    expect(app.provider.embeddings).toHaveLength(2)
    expect(warnings('passages could not be embedded')).toHaveLength(told + 1)
  })

  test('with another dimension has its vectors refused, which are paid; other sources go first', async () => {
    await app.server.deps.budget.stop()
    await db().delete(spendDays)
    await db().delete(callDays)
    app.provider.setEmbedding({ kind: 'dimension', length: 8 })
    const refused = await own(ana, ['Primeira fonte.'])
    await eventually(async () => {
      const [row] = await db().select().from(sources).where(eq(sources.id, refused))
      expect(Number(row?.vectorsAfter)).toBeGreaterThan(Date.now())
    })
    expect(warnings('passages could not be embedded').at(-1)).toContain('"code":"invalid"')
    app.provider.setEmbedding({ kind: 'reply' })
    await eventually(async () => {
      const [call] = await db().select().from(callDays).where(eq(callDays.purpose, 'embedding'))
      expect(call).toMatchObject({ calls: app.provider.embeddings.length, nTokens: expect.any(Number) })
    })
    await app.server.deps.budget.stop()
    // The passage twice; the fixed text goes with the second.
    expect((await db().select().from(spendDays))[0]?.calls).toBe(2)
    await db().delete(embeddingTurns)
    expect(await vectors()).toEqual([])
    await own(ana, ['Outra fonte.'])
    await embedded(ana, 1)
  })

  test('and a budget that is used up, leave the words', async () => {
    await db().insert(houseSettings).values({ dailyCalls: 1 })
    await app.server.deps.budget.stop()
    await db().execute(sql`insert into spend_days (day, calls) values (${dayOf()}, 1)
      on conflict (day) do update set calls = 1`)
    await own(ana)
    await eventually(async () => {
      const [turn] = await db().select().from(embeddingTurns)
      expect(turn?.nextAt.getTime()).toBeGreaterThan(Date.now() + 30_000)
    })
    expect(app.provider.embeddings).toEqual([])
    expect(await find(ana, 'cozinha')).toEqual([OTHER])
    await db().delete(houseSettings)
  })

  test('a budget that is used up embeds no question of replies by a person’s own key, nor of their tool; words find', async () => {
    const davi = await app.signUp('Davi')
    const credentials = 'sk-propria-5566778899'
    await saveCredential(davi, { credentials, isActive: true, allowsFallback: true })
    await own(davi)
    await embedded(davi, 2)
    await db().insert(houseSettings).values({ dailyCalls: 1 })
    await db().execute(sql`insert into spend_days (day, calls) values (${dayOf()}, 1)
      on conflict (day) do update set calls = 1`)
    const before = app.provider.embeddings.length
    const talk = await ChatClient.open(davi, agentId)
    app.provider.script(consult({ query: 'estorno' }), says('Às nove [1].'))
    await talk.say('A que horas abre a cozinha?')
    const [first] = app.provider.requests.slice(-2)
    expect(givenIn(first).block?.trechos?.map(({ texto }) => texto)).toEqual([OTHER])
    expect(app.provider.embeddings).toHaveLength(before)
    await db().delete(houseSettings)
  })
})

test('a turn whose instance died is taken over when its lease ends, and goes on where it stood', async () => {
  const sourceId = await own(
    ana,
    Array.from({ length: 40 }, (_, at) => `Trecho de número ${at}.`),
  )
  await eventually(async () => expect((await vectors()).length).toBeGreaterThan(0))
  // As a killed process leaves it.
  const lease = sql`now() + interval '1 second'`
  await db().update(embeddingTurns).set({ workerId: sourceId, leaseUntil: lease })
  await embedded(ana, 40)
  const texts = app.provider.embeddings.flatMap((call) => call.texts)
  expect(new Set(texts).size).toBe(40)
  expect(texts.length).toBeLessThanOrEqual(40 + 32)
})

test('another model embeds everything anew, and never reads vectors of the one before', async () => {
  await own(ana)
  await embedded(ana, 2)
  const [before] = await vectors()
  await app.restart({ EMBEDDING_MODEL: 'outro-modelo' })
  app.provider.setEmbedding({ kind: 'status', status: 500 })
  expect(await meant(ana)).toBe(0)
  expect(await find(ana, QUESTION)).toEqual([])
  app.provider.setEmbedding({ kind: 'reply' })
  await db().delete(embeddingTurns)
  await embedded(ana, 2)
  const spaces = (await vectors()).map(({ space }) => space)
  expect(new Set(spaces)).toEqual(new Set(['openai/outro-modelo/256']))
  expect(before?.space).toBe('openai/vetores-de-teste/256')
  expect(await find(ana, QUESTION)).toEqual([MEANT, OTHER])
})
