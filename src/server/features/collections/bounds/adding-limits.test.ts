import { randomUUID } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Collection } from '#shared/contract/collections.ts'
import type { Source } from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { collections, rateLimits, sources } from '../../../db/schema/index.ts'

import { eventually } from '../../../testing/eventually.ts'
import { imageForm } from '../../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestClient } from '../../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let collectionId: string
beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'on' })
  ana = await app.signUp('Ana')
})
afterAll(() => app.close())
beforeEach(async () => {
  await db().delete(collections)
  await db().delete(rateLimits)
  collectionId = (await ana.post<Collection>('/collections', { name: 'Aulas' })).data.id
})

const db = () => app.server.deps.db
const addPage = (address: string) =>
  ana.post<Source>(`/collections/${collectionId}/sources/page`, { address })
const addFile = (text: string) =>
  ana.call(
    'POST',
    `/api/v1/collections/${collectionId}/sources/file`,
    imageForm(Buffer.from(text), 'a.txt', ''),
  )

test.each([
  ['hour', COLLECTION_LIMITS.pagesPerHour],
  ['day', COLLECTION_LIMITS.pagesPerDay],
])('pages of the %s end, also those that are read again; files do not', async (period, most) => {
  const page = await addPage('https://127.0.0.1/aula')
  expect(page.status).toBe(201)
  const isDone = eq(sources.state, 'failed')
  await eventually(async () => expect(await db().$count(sources, isDone)).toBe(1))
  const ofPeriod = like(rateLimits.key, `source-page-${period}|%`)
  const used = await db().update(rateLimits).set({ count: most }).where(ofPeriod).returning()
  expect(used).toHaveLength(1)
  const refused = [await addPage('https://127.0.0.1/outra'), await ana.post(`/sources/${page.data.id}/read`)]
  expect(refused.map(({ status, error }) => [status, error.code])).toEqual([
    [429, 'RATE_LIMITED'],
    [429, 'RATE_LIMITED'],
  ])
  expect((await addFile('Uma aula.')).status).toBe(201)
})

test('of the last collection that fits only the creation again is answered', async () => {
  const others = Array.from({ length: COLLECTION_LIMITS.collectionsPerPerson - 2 }, (_, at) => ({
    ...{ id: uuidv7(), ownerId: ana.userId, userId: ana.userId },
    name: `Coleção ${at}`,
  }))
  await db().insert(collections).values(others)
  const create = (id: string) => ana.post<Collection>('/collections', { id, name: 'A última' })
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  const answers = await Promise.all(ids.map(create))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.error.message).toBe('Uma pessoa tem até 1.000 coleções. Exclua uma antes de criar outra.')
  const made = ids[answers.findIndex(({ status }) => status === 201)] ?? ''
  expect((await create(made)).status).toBe(200)
  expect(await db().$count(collections)).toBe(COLLECTION_LIMITS.collectionsPerPerson)
})

test('of sources that arrive at once, only as many as fit are added', async () => {
  const others = Array.from({ length: COLLECTION_LIMITS.sourcesPerPerson - 1 }, (_, at) => ({
    ...{ id: uuidv7(), ownerId: ana.userId, collectionId, name: `Aula ${at}` },
    ...({ kind: 'md', state: 'ready', contentHash: `${at}` } as const),
  }))
  await db().insert(sources).values(others)
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((path) => addPage(`https://127.0.0.1/${path}`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.error.message).toBe('Uma pessoa tem até 1.000 fontes. Exclua uma antes de juntar outra.')
})
