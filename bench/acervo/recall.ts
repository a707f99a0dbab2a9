import { sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { quantise } from '../../src/server/ai/embeddings/quantise.ts'
import type { Db } from '../../src/server/db/connect.ts'
import { collections, passages, passageVectors, sources } from '../../src/server/db/schema/index.ts'
import { searchTransaction } from '../../src/server/db/search/search-transaction.ts'
import { nearestPassages } from '../../src/server/features/collections/passages.queries.ts'
import { cosine } from './vectors.ts'

const BATCH = 500
/** Two scores below this difference are the same: floats are added in another order. */
const SAME = 1e-6

type Spread = { ownerId: string; space: string; vectors: readonly Float32Array[] }

/** Stores passages with these vectors for an account that has none; returns their ids in order. */
async function storePassages(db: Db, { ownerId, space, vectors }: Spread): Promise<string[]> {
  const [collectionId, sourceId] = [uuidv7(), uuidv7()]
  const ids = vectors.map(() => uuidv7())
  const count = vectors.length
  await db.insert(collections).values({ id: collectionId, ownerId, userId: ownerId, name: space })
  await db.insert(sources).values({
    ...{
      id: sourceId,
      ownerId,
      collectionId,
      name: space,
      kind: 'md',
      contentHash: sourceId,
      state: 'ready',
    },
    ...{ version: 1, passages: count, done: count, total: count, vectors: count, vectorSpace: space },
    // The server must not embed them anew.
    vectorsAfter: sql`now() + interval '1 day'`,
  })
  for (let from = 0; from < count; from += BATCH) {
    const places = ids.slice(from, from + BATCH).map((id, at) => ({ id, position: from + at }))
    await db.insert(passages).values(
      places.map((place) => ({
        ...{ ...place, ownerId, sourceId, version: 1, text: String(place.position), tokens: 1, hash: '' },
        ...{ headings: [], vector: sql`''::tsvector` },
      })),
    )
    await db.insert(passageVectors).values(
      places.map(({ id: passageId, position }) => ({
        ...{ passageId, ownerId, sourceId, space },
        ...quantise(vectors[position] ?? new Float32Array()),
      })),
    )
  }
  await db.execute(sql`vacuum analyze`)
  return ids
}

/**
 * Finds the nearest passages of each question by codes and bytes, as a reply does, and by the cosine of all floats.
 * Returns the part of the exact ones that were found, and how long each search by codes took, in milliseconds. Of equal
 * scores each is right.
 */
export async function measureIndex(
  db: Db,
  { questions, limit, ...spread }: Spread & { questions: readonly Float32Array[]; limit: number },
): Promise<{ recall: number; waits: number[] }> {
  const { ownerId, space, vectors } = spread
  const ids = await storePassages(db, spread)
  const placeOf = new Map(ids.map((id, place) => [id, place]))
  const waits: number[] = []
  let right = 0
  const find = (vector: Float32Array) =>
    searchTransaction(db, AbortSignal.timeout(10_000), (tx) =>
      nearestPassages(tx, { ownerIds: [ownerId], space, vector, limit }),
    )
  for (const vector of questions.slice(0, 10)) await find(vector)
  for (const vector of questions) {
    const start = performance.now()
    const found = await find(vector)
    waits.push(performance.now() - start)
    const exact = Float64Array.from(vectors, (stored) => cosine(vector, stored))
    const least = Float64Array.from(exact).sort()[vectors.length - limit] ?? Number.NaN
    right += found.filter((id) => (exact[placeOf.get(id) ?? -1] ?? -1) >= least - SAME).length
  }
  return { recall: right / (questions.length * limit), waits }
}
