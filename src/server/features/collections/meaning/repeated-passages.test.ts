import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Collection, Collections } from '#shared/contract/collections.ts'
import type { FoundPassages, Source } from '#shared/contract/sources.ts'
import { documents, embeddingTurns, passageVectors, sources } from '../../../db/schema/index.ts'
import { ChatClient } from '../../../testing/clients/chat-client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { makeDocument, makeSource } from '../../../testing/factories/business.ts'
import { givenIn } from '../../../testing/factories/cited-source.ts'
import { openAgentId } from '../../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestClient } from '../../../testing/test-client.ts'

const QUESTION = 'Como funciona o reembolso?'

let app: TestApp
let ana: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp({ EMBEDDING_MODEL: 'vetores-de-teste' })
  ana = await app.signUp('Ana')
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
const own = (client: TestClient, texts: string[]) => makeSource(db(), { userId: client.userId, texts })
const find = async (client: TestClient, q: string) =>
  (await client.get<FoundPassages>(`/collections/search?q=${encodeURIComponent(q)}`)).data.items
const meant = async (client: TestClient) => (await client.get<Collections>('/collections')).data.meant
const embedded = (client: TestClient, count: number) =>
  eventually(async () => expect(await meant(client)).toBe(count))
const vectors = () => db().select().from(passageVectors)

test('passages that are read again unchanged keep their vectors; from the first change on, they are embedded', async () => {
  const documentId = await makeDocument(db(), { userId: ana.userId, body: bodyOf('devolvemos tudo') })
  const { data: collection } = await ana.post<Collection>('/collections', { name: 'Roteiros' })
  const path = `/collections/${collection.id}/sources`
  const { data: source } = await ana.post<Source>(`${path}/document`, { documentId })
  const readAgain = async (version: number) => {
    expect((await ana.post(`/sources/${source.id}/read`)).status).toBe(200)
    await eventually(async () => {
      const [row] = await db().select().from(sources).where(eq(sources.id, source.id))
      expect([row?.state, row?.version]).toEqual(['ready', version])
    })
  }
  await embedded(ana, 3)
  const before = await vectors()
  await readAgain(2)
  expect(await meant(ana)).toBe(3)
  const codes = (rows: typeof before) => rows.map(({ code }) => code).sort()
  expect(codes(await vectors())).toEqual(codes(before))
  expect(await find(ana, QUESTION)).toHaveLength(3)

  app.provider.embeddings.length = 0
  await db()
    .update(documents)
    .set({ body: bodyOf('outra coisa') })
    .where(eq(documents.id, documentId))
  await readAgain(3)
  await embedded(ana, 3)
  const asked = app.provider.embeddings.flatMap(({ texts }) => texts)
  expect(asked).toEqual([expect.stringContaining('outra coisa'), expect.stringContaining('Terceira')])
})
const bodyOf = (second: string) =>
  `# Um\n\nPrimeira parte.\n\n# Dois\n\nAqui ${second}.\n\n# Três\n\nTerceira parte.`

test('the same file in two collections brings its passages to a reply once', async () => {
  const texts = Array.from(
    { length: 9 },
    (_, at) => `Garantia de número ${at}: devolvemos em ${at} jornadas.`,
  )
  await own(ana, texts)
  await own(ana, texts)
  await embedded(ana, 18)
  const talk = await ChatClient.open(ana, agentId)
  await talk.say('Qual é a garantia?')
  const given = givenIn(app.provider.requests.at(-1)).block?.trechos?.map(({ texto }) => texto) ?? []
  expect([given.length, new Set(given).size]).toEqual([8, 8])
  app.provider.setEmbedding({ kind: 'away' })
  await talk.say('E a garantia outra vez?')
  const byWords = givenIn(app.provider.requests.at(-1)).block?.trechos?.map(({ texto }) => texto) ?? []
  expect([byWords.length, new Set(byWords).size]).toEqual([8, 8])
})
