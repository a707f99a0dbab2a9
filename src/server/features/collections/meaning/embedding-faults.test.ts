import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEmbeddings } from '../../../ai/embeddings/embeddings.ts'
import { embeddingTurns, passageVectors, sources } from '../../../db/schema/index.ts'
import { eventually } from '../../../testing/eventually.ts'
import { makeSource } from '../../../testing/factories/business.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import { embedNext } from './vector-job.ts'

let app: TestApp
let ana: TestClient
// Without a model of its own, the server leaves every turn to the test.
beforeAll(async () => {
  app = await createTestApp({ EMBEDDING_MODEL: 'off' })
  ana = await app.signUp('Ana')
})
afterAll(() => app.close())
beforeEach(async () => {
  await db().delete(sources)
  await db().delete(embeddingTurns)
  app.provider.setEmbedding({ kind: 'reply' })
  app.provider.embeddings.length = 0
})

const db = () => app.server.deps.db
const turn = async () => (await db().select().from(embeddingTurns))[0]
const vectors = () => db().select().from(passageVectors)
const own = (texts = ['Um trecho.', 'Outro trecho.']) => makeSource(db(), { userId: ana.userId, texts })

/** An instance that embeds when it is told to; its model's dimension is found out by the first call. */
function instance({ passagesMs = 20_000 } = {}) {
  const logs: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void logs.push(line) })
  const openai = { apiKey: 'sk-canario-da-openai', baseUrl: app.provider.openaiBaseUrl }
  const settings = { ...app.server.deps.env.ai, openai, embeddingModel: 'vetores-de-teste' }
  const embeddings = createEmbeddings(settings, { log, onCost: async () => {}, passagesMs })
  const { budget } = app.server.deps
  /** Takes the next turn, as if its time had come; the seconds until the one after. */
  const next = async (stopping = new AbortController().signal) => {
    await db().update(embeddingTurns).set({ nextAt: sql`now()` })
    await embedNext({ db: db(), log, budget, embeddings, lookUp: (look) => look() }, stopping)
    const { rows } = await db().execute<{ seconds: number }>(
      sql`select extract(epoch from next_at - now())::float8 as seconds from embedding_turns`,
    )
    return rows[0]?.seconds ?? 0
  }
  return { next, logs }
}

describe('a provider that fails again and again', () => {
  test('is asked after 2, 4, 8 seconds and so on, at most ten minutes, until it answers', async () => {
    await own()
    const { next, logs } = instance()
    app.provider.setEmbedding({ kind: 'status', status: 429 })
    for (const [at, delay] of [2, 4, 8].entries()) {
      const seconds = await next()
      expect(seconds).toBeGreaterThan(delay - 1)
      expect(seconds).toBeLessThanOrEqual(delay)
      expect(await turn()).toMatchObject({ failures: at + 1, workerId: null, leaseUntil: null })
    }
    await db().update(embeddingTurns).set({ failures: 40 })
    const longest = await next()
    expect(longest).toBeGreaterThan(599)
    expect(longest).toBeLessThanOrEqual(600)
    expect(logs).toHaveLength(1)
    expect(logs[0]).toContain('"code":"provider_rate"')

    app.provider.setEmbedding({ kind: 'reply' })
    expect(await next()).toBeLessThanOrEqual(1)
    await next()
    expect(await turn()).toMatchObject({ failures: 0 })
    expect(await vectors()).toHaveLength(2)
  })

  test('because it is slow has its call ended in time, and is asked again', async () => {
    await own()
    const { next, logs } = instance({ passagesMs: 200 })
    app.provider.setEmbedding({ kind: 'slow', forMs: 3_000 })
    const start = performance.now()
    expect(await next()).toBeGreaterThan(1)
    expect(performance.now() - start).toBeLessThan(2_500)
    expect(await turn()).toMatchObject({ failures: 1, workerId: null })
    expect(logs).toEqual([expect.stringContaining('"reason":"no answer in time"')])
    app.provider.setEmbedding({ kind: 'reply' })
    const patient = instance()
    await patient.next()
    await patient.next()
    expect(await vectors()).toHaveLength(2)
    expect(app.provider.embeddings).toHaveLength(3)
  })

  test('while the instance stops is not blamed: the next instance may ask at once', async () => {
    await own()
    app.provider.setEmbedding({ kind: 'slow', forMs: 3_000 })
    const stopping = new AbortController()
    const { next, logs } = instance()
    const working = next(stopping.signal)
    await eventually(() => expect(app.provider.embeddings).toHaveLength(1))
    stopping.abort()
    expect(await working).toBeLessThanOrEqual(0)
    expect(await turn()).toMatchObject({ failures: 0, workerId: null })
    expect(logs).toEqual([])
  })
})

test('a source that is deleted while it is embedded gets no vectors, which is no failure of the provider', async () => {
  const sourceId = await own()
  const { next, logs } = instance()
  await next()
  app.provider.scriptEmbedding({ kind: 'slow', forMs: 400 })
  const working = next()
  await eventually(() => expect(app.provider.embeddings).toHaveLength(2))
  // What the request does first; the passages and the row follow.
  await db().update(sources).set({ deletedAt: sql`now()` }).where(eq(sources.id, sourceId))
  await working
  expect(await vectors()).toEqual([])
  expect((await db().select().from(sources))[0]).toMatchObject({ vectors: 0, vectorSpace: '' })
  expect(await turn()).toMatchObject({ failures: 0, workerId: null })
  expect(logs).toEqual([])
})
