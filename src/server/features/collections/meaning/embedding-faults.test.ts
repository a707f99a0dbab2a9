import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createEmbeddings } from '../../../ai/embeddings/embeddings.ts'
import { dayOf } from '../../../db/local-day.ts'
import { embeddingTurns, houseSettings, passageVectors, sources } from '../../../db/schema/index.ts'
import { eventually } from '../../../testing/eventually.ts'
import { makeSource } from '../../../testing/factories/business.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import { finishSource } from '../indexing.queries.ts'
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
    // A second ago, and rounded below: two connections may read clocks that differ a little.
    await db().update(embeddingTurns).set({ nextAt: sql`now() - interval '1 second'` })
    await embedNext({ db: db(), log, budget, embeddings, lookUp: (look) => look() }, stopping)
    const { rows } = await db().execute<{ seconds: number }>(
      sql`select extract(epoch from next_at - now())::float8 as seconds from embedding_turns`,
    )
    return Number((rows[0]?.seconds ?? 0).toFixed(1))
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

test('passages are embedded until half of the day’s budget is used, which leaves the rest for replies', async () => {
  await own(Array.from({ length: 40 }, (_, at) => `Trecho ${at}.`))
  onTestFinished(async () => {
    await db().delete(houseSettings)
  })
  const { next } = instance()
  await next()
  const used = async (limits: { dailyCalls?: number; dailyUsd?: string }, calls: number, usd = 0) => {
    await app.server.deps.budget.stop()
    await db().delete(houseSettings)
    await db().insert(houseSettings).values(limits)
    await db().execute(sql`insert into spend_days (day, calls, usd) values (${dayOf()}, ${calls}, ${usd})
      on conflict (day) do update set calls = excluded.calls, usd = excluded.usd`)
  }
  const before = app.provider.embeddings.length
  for (const [dailyCalls, dailyUsd, calls, usd] of [
    [10, undefined, 5, 0],
    [undefined, '1.00', 0, 0.5],
  ] as const) {
    await used({ ...(dailyCalls && { dailyCalls }), ...(dailyUsd && { dailyUsd }) }, calls, usd)
    expect(await next()).toBeGreaterThan(30)
    expect(await turn()).toMatchObject({ failures: 0 })
  }
  expect([app.provider.embeddings.length - before, (await vectors()).length]).toEqual([0, 0])
  await used({ dailyCalls: 10 }, 4)
  expect(await next()).toBeLessThanOrEqual(1)
  expect(await next()).toBeGreaterThan(30)
  expect(app.provider.embeddings).toHaveLength(before + 1)
  expect(await app.server.deps.budget.take()).toBe(true)
})

describe('a provider that refuses', () => {
  const WORDS = 'palavra proibida'
  const textsOf = (count: number, isBad: (at: number) => boolean) =>
    Array.from({ length: count }, (_, at) => (isBad(at) ? `Uma ${WORDS}.` : `Trecho ${at}.`))
  const row = async () => (await db().select().from(sources))[0]
  /** Takes turns until the source waits for nothing, at most so many; the number of calls. */
  async function settle(next: () => Promise<number>, turns: number): Promise<number> {
    const before = app.provider.embeddings.length
    for (let left = turns; left > 0; left -= 1) {
      const source = await row()
      if (source?.vectors === source?.passages || Number(source?.vectorsAfter) > Date.now()) break
      await next()
    }
    return app.provider.embeddings.length - before
  }

  test('one passage leaves that one to words, also when the source is read again', async () => {
    const sourceId = await own(textsOf(40, (at) => at === 17))
    app.provider.setEmbedding({ kind: 'refuse', words: WORDS })
    const { next, logs } = instance()
    await next()
    expect(await settle(next, 40)).toBeLessThan(25)
    expect(await row()).toMatchObject({ vectors: 40, vectorsAfter: null })
    expect(await vectors()).toHaveLength(39)
    expect(logs).toEqual([
      expect.stringContaining('"code":"provider_refused"'),
      ...logs.slice(1, -1),
      expect.stringMatching(/"position":17,"passedOver":1,.*refused passages have no vector/),
    ])

    const lease = { sourceId, workerId: randomUUID() }
    await db().update(sources).set({ workerId: lease.workerId }).where(eq(sources.id, sourceId))
    await db().execute(sql`insert into passages (id, owner_id, source_id, version, position, text, tokens, hash, headings, vector)
      select gen_random_uuid(), owner_id, source_id, 2, position, text, tokens, hash, headings, vector
      from passages where position < 30`)
    await finishSource(db(), { ...lease, version: 1, total: 30, kind: 'md', pagesWithoutText: 0 })
    expect(await row()).toMatchObject({ vectors: 30, passages: 30 })
    expect([(await vectors()).length, await settle(next, 5)]).toEqual([29, 0])
  })

  test('many passages of a source is asked for no more of it after twenty', async () => {
    await own(textsOf(60, (at) => at > 3))
    app.provider.setEmbedding({ kind: 'refuse', words: WORDS })
    const { next } = instance()
    await next()
    expect(await settle(next, 80)).toBeLessThan(60)
    expect([(await row())?.vectors, (await vectors()).length]).toEqual([60, 4])
  })

  test('every text is asked again later, and no passage is passed over', async () => {
    await own(textsOf(40, () => false))
    const { next, logs } = instance()
    await next()
    app.provider.setEmbedding({ kind: 'status', status: 400 })
    expect(await settle(next, 20)).toBeLessThan(10)
    expect(await row()).toMatchObject({ vectors: 0, vectorSpace: '', vectorsAfter: expect.any(Date) })
    expect(logs).toHaveLength(1)
    app.provider.setEmbedding({ kind: 'reply' })
    await db().update(sources).set({ vectorsAfter: null })
    await settle(next, 10)
    expect(await vectors()).toHaveLength(40)
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
