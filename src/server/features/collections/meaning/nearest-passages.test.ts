import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { quantise } from '../../../ai/embeddings/quantise.ts'
import { passages, passageVectors } from '../../../db/schema/index.ts'
import { makeSource } from '../../../testing/factories/business.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { nearestPassages } from '../passages.queries.ts'

const DIMENSION = 1_536
const COUNT = 600
const WANTED = 40

/** Pseudo-random components that are nearly normally distributed, the same in each run. */
function randomOf(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 - 0.5
  }
  return () => next() + next() + next() + next()
}
const unit = (values: number[]) => {
  const norm = Math.hypot(...values)
  return values.map((value) => value / norm)
}
const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

test('passages that are all as far from one centre are found nearly as by an exact search', async () => {
  const app = await createTestApp({ EMBEDDING_MODEL: 'off' })
  onTestFinished(app.close)
  const { db } = app.server.deps
  const { userId } = await app.signUp('Ana')
  const random = randomOf(11)
  const direction = () => unit(Array.from({ length: DIMENSION }, random))
  const centre = direction()
  const around = () => {
    const away = direction()
    return Float32Array.from(unit(centre.map((value, at) => value + 0.8 * (away[at] ?? 0))))
  }
  const vectors = Array.from({ length: COUNT }, around)
  const sourceId = await makeSource(db, { userId, texts: vectors.map((_, at) => `Trecho ${at}.`) })
  const rows = await db.select().from(passages).where(eq(passages.sourceId, sourceId))
  const space = 'teste/centro/1536'
  const placeOf = new Map(rows.map(({ id, position }) => [id, position]))
  await db.insert(passageVectors).values(
    rows.map(({ id: passageId, position }) => ({
      ...{ passageId, sourceId, space, ownerId: userId },
      ...quantise(vectors[position] ?? new Float32Array()),
    })),
  )

  let right = 0
  for (const question of Array.from({ length: 10 }, around)) {
    const found = await nearestPassages(db, { ownerIds: [userId], space, vector: question, limit: WANTED })
    const exact = vectors
      .map((vector, at) => ({ at, score: cosine(question, vector) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, WANTED)
    const places = new Set(found.map((id) => placeOf.get(id)))
    right += exact.filter(({ at }) => places.has(at)).length
  }
  expect(right / (10 * WANTED)).toBeGreaterThan(0.98)
})
