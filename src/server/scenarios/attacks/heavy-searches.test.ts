import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const STATEMENT_MS = 3_000

let app: TestApp
let ana: TestClient
let ben: TestClient
let caio: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ;[ana, ben, caio] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Caio')]
  for (const client of [ana, ben, caio]) await client.post('/documents', { title: 'Um', body: 'Palavra' })
})
afterAll(() => app.close())

const PATH = '/api/v1/documents?q=palavra'
const search = (client: TestClient) => client.call<{ items: unknown[] }>('GET', PATH)
const isServed = async (client: TestClient) => expect((await client.get('/documents')).status).toBe(200)

/** Makes every search of documents take as long as it may. */
async function holdSearches() {
  const released = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = app.server.deps.db.transaction(async (tx) => {
    await tx.execute(sql`lock table document_search in access exclusive mode`)
    held.resolve()
    await released.promise
  })
  await held.promise
  const release = async () => {
    released.resolve()
    await holding
  }
  onTestFinished(release)
  return release
}

/** Searches that the database is working on. */
async function running(): Promise<number> {
  const { rows } = await app.server.deps.db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%document_search%'`)
  return rows[0]?.count ?? 0
}

const untilRunning = (count: number) => vi.waitFor(async () => expect(await running()).toBe(count))

describe('A61 searches of long texts', () => {
  test('run one at a time per person and two in the process; the rest waits or is refused', async () => {
    const release = await holdSearches()
    const from = performance.now()
    const searches = Array.from({ length: 5 }, () => search(ana))
    const refused = await Promise.race(searches)
    expect(performance.now() - from).toBeLessThan(STATEMENT_MS)
    expect([refused.status, refused.headers.get('retry-after'), refused.error]).toEqual([
      429,
      '2',
      {
        code: 'RATE_LIMITED',
        message: 'Há buscas demais de uma vez. Espere uns segundos e procure de novo.',
      },
    ])
    await untilRunning(1)
    const others = [search(ben), search(caio)]
    await untilRunning(2)
    await isServed(ana)
    await release()
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200])
    const statuses = (await Promise.all(searches)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 429])
  }, 60_000)

  test('end after three seconds, with a sentence', async () => {
    await holdSearches()
    const from = performance.now()
    const { status, headers, error } = await search(ana)
    expect(performance.now() - from).toBeLessThan(STATEMENT_MS + 4_000)
    expect([status, headers.get('retry-after'), error]).toEqual([
      503,
      '2',
      {
        code: 'UNAVAILABLE',
        message: 'Esta busca demorou demais. Tente de novo com mais palavras, ou com palavras mais longas.',
      },
    ])
  }, 60_000)

  test('end when their client leaves, as a form does that searches while its user types', async () => {
    const release = await holdSearches()
    for (let letter = 0; letter < 6; letter += 1) {
      const typing = new AbortController()
      const left = fetch(app.baseUrl + PATH, { headers: { Cookie: ana.cookie }, signal: typing.signal })
      await untilRunning(1)
      typing.abort()
      await expect(left).rejects.toThrow()
      await untilRunning(0)
    }
    const last = search(ana)
    await untilRunning(1)
    await release()
    const { status, data } = await last
    expect([status, data.items.length]).toEqual([200, 1])
    // A cancelled connection is as good as any other.
    await Promise.all(Array.from({ length: 20 }, () => isServed(ben)))
  }, 60_000)
})
