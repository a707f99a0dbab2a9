import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quantise } from '../../../ai/embeddings/quantise.ts'
import type { Db } from '../../../db/connect.ts'
import { passages, passageVectors } from '../../../db/schema/index.ts'
import { searchTransaction } from '../../../db/search/search-transaction.ts'
import { eventually } from '../../../testing/eventually.ts'
import { makeSource } from '../../../testing/factories/business.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { nearestPassages } from '../passages.queries.ts'

const COUNT = 4_000
const DIMENSION = 1_536
const CANDIDATES = 200
const SPACE = 'openai/vetores/1536'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const vectorOf = (seed: number) =>
  Float32Array.from({ length: DIMENSION }, (_, at) => Math.sin((seed + 1) * (at + 1)))

test('codes are compared without reading the vectors, only those of the candidates are read', async () => {
  const { userId: ownerId } = await app.signUp('Ana')
  const sourceId = await makeSource(db(), { userId: ownerId, texts: [], passages: COUNT })
  const places = { ownerId, sourceId, version: 1, text: 'Trecho.', tokens: 1, hash: '', headings: [] }
  const rows = Array.from({ length: COUNT }, (_, position) => ({
    ...{ ...places, position },
    vector: sql`''::tsvector`,
  }))
  const stored = await db().insert(passages).values(rows).returning({ passageId: passages.id })
  await db()
    .insert(passageVectors)
    .values(
      stored.map((row, seed) => ({ ...row, ownerId, sourceId, space: SPACE, ...quantise(vectorOf(seed)) })),
    )
  const findIn = (tx: Db) =>
    nearestPassages(tx, { ownerIds: [ownerId], space: SPACE, vector: vectorOf(7), limit: 1 })
  await eventually(async () => {
    // The index alone answers for pages whose rows every transaction sees.
    await db().execute(sql`vacuum analyze passage_vectors`)
    await searchTransaction(db(), AbortSignal.timeout(10_000), async (tx) => {
      const before = await readRows(tx)
      expect(await findIn(tx)).toEqual([stored[7]?.passageId])
      expect((await readRows(tx)) - before).toBe(CANDIDATES)
    })
  })
})

/** Vectors that this connection has read from the table. */
async function readRows(tx: Db): Promise<number> {
  const { rows } = await tx.execute<{ read: number }>(sql`select (seq_tup_read + idx_tup_fetch)::int as read
    from pg_stat_xact_user_tables where relname = 'passage_vectors'`)
  return rows[0]?.read ?? 0
}
