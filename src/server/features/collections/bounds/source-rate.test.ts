import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Collection } from '#shared/contract/collections.ts'
import type { Source } from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { HOUSE_OWNER_ID, rateLimits, sources } from '../../../db/schema/index.ts'
import { outcomeOf } from '../../../testing/clients/chat-client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { sendFile } from '../../../testing/factories/attachment-files.ts'
import { makeDocument, makeSource } from '../../../testing/factories/business.ts'
import { imageForm } from '../../../testing/factories/images.ts'
import { makePerson } from '../../../testing/factories/people.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestClient } from '../../../testing/test-client.ts'

const { readingsPerHour } = COLLECTION_LIMITS

let app: TestApp
let admin: TestClient
let ana: TestClient
let documentId: string
let attachmentId: string
beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'on' })
  admin = await app.signUp('Dona da Casa')
  ana = await app.signUp('Ana')
  documentId = await makeDocument(db(), { userId: ana.userId })
  attachmentId = (await sendFile(ana, 'Um anexo qualquer.', 'anexo.txt')).data.id
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const isHourOf = (ownerId: string) => eq(rateLimits.key, `source-hour|${ownerId}`)
const countOf = async (ownerId: string) =>
  (await db().select({ count: rateLimits.count }).from(rateLimits).where(isHourOf(ownerId)))[0]?.count
/** As if an owner had this many readings in an hour that has just begun. */
async function setCount(ownerId: string, count: number) {
  const began = { key: `source-hour|${ownerId}`, count, lastRequest: Date.now() }
  await db()
    .insert(rateLimits)
    .values({ id: uuidv7(), ...began })
    .onConflictDoUpdate({ target: rateLimits.key, set: began })
}
const rowsOf = (ownerId: string) =>
  db().select().from(sources).where(eq(sources.ownerId, ownerId)).orderBy(sources.id)
const file = (client: TestClient, method: 'POST' | 'PUT', path: string, text: string) =>
  client.call<Source>(method, `/api/v1/${path}`, imageForm(Buffer.from(text), 'notas.txt', ''))
const collect = async (client: TestClient, path = '/collections') =>
  (await client.post<Collection>(path, { name: 'Aulas' })).data.id

/** A file that was read; the reading of its next version finds no file. */
const makeFile = (ownerId: string, collectionId: string) =>
  makeSource(db(), { userId: ownerId, collectionId, kind: 'txt', key: `${uuidv7()}.source` })

type Made = { collectionId: string; fileId: string }
const WAYS: [string, number, (made: Made) => ReturnType<TestClient['call']>][] = [
  ['a file', 201, ({ collectionId }) => file(ana, 'POST', `collections/${collectionId}/sources/file`, 'Oi')],
  [
    'a document',
    201,
    ({ collectionId }) => ana.post(`/collections/${collectionId}/sources/document`, { documentId }),
  ],
  [
    'an attachment',
    201,
    ({ collectionId }) => ana.post(`/collections/${collectionId}/sources/attachment`, { attachmentId }),
  ],
  [
    'a new version of a file',
    200,
    ({ fileId }) => file(ana, 'PUT', `sources/${fileId}/file`, 'Outra versão'),
  ],
  ['another reading of a file', 200, ({ fileId }) => ana.post(`/sources/${fileId}/read`)],
]

test.each(WAYS)(
  '%s counts in the hour of its owner, and is refused beyond it',
  async (_what, status, send) => {
    const collectionId = await collect(ana)
    const made = { collectionId, fileId: await makeFile(ana.userId, collectionId) }
    await setCount(ana.userId, readingsPerHour)
    const before = await rowsOf(ana.userId)
    const refused = await send(made)
    expect(outcomeOf(refused)).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await rowsOf(ana.userId)).filter(({ id }) => !before.some((row) => row.id === id))).toEqual([])
    expect((await rowsOf(ana.userId)).find(({ id }) => id === made.fileId)).toMatchObject({ state: 'ready' })

    await setCount(ana.userId, readingsPerHour - 1)
    expect((await send(made)).status).toBe(status)
    expect(await countOf(ana.userId)).toBe(readingsPerHour)
  },
)

test.each([
  ['hour', COLLECTION_LIMITS.pagesPerHour],
  ['day', COLLECTION_LIMITS.pagesPerDay],
])('pages of the %s end, also those that are read again; files do not', async (period, most) => {
  const caio = await app.signUp('Caio')
  const into = `collections/${await collect(caio)}/sources`
  const addPage = (address: string) => caio.post<Source>(`/${into}/page`, { address })
  const page = await addPage('https://127.0.0.1/aula')
  expect(page.status).toBe(201)
  await eventually(async () => expect(await rowsOf(caio.userId)).toMatchObject([{ state: 'failed' }]))
  const ofPeriod = eq(rateLimits.key, `source-page-${period}|${caio.userId}`)
  const used = await db().update(rateLimits).set({ count: most }).where(ofPeriod).returning()
  expect(used).toHaveLength(1)
  const refused = [await addPage('https://127.0.0.1/outra'), await caio.post(`/sources/${page.data.id}/read`)]
  expect(refused.map(outcomeOf)).toEqual([
    [429, 'RATE_LIMITED'],
    [429, 'RATE_LIMITED'],
  ])
  expect((await file(caio, 'POST', `${into}/file`, 'Uma aula.')).status).toBe(201)
})

test('what is there already is not a reading, also when the hour is used up', async () => {
  const bia = await app.signUp('Bia')
  const into = `collections/${await collect(bia)}/sources/file`
  const { data } = await file(bia, 'POST', into, 'O mesmo texto')
  expect(await countOf(bia.userId)).toBe(1)
  await setCount(bia.userId, readingsPerHour)
  for (const again of [
    await file(bia, 'POST', into, 'O mesmo texto'),
    await file(bia, 'PUT', `sources/${data.id}/file`, 'O mesmo texto'),
  ]) {
    expect(again.data.id).toBe(data.id)
  }
  expect(await countOf(bia.userId)).toBe(readingsPerHour)
})

test('the house has one hour for all administrators, beside their own and those of persons', async () => {
  const other = await makePerson(app, 'admin')
  const house = await collect(admin, '/collections/admin')
  const into = `collections/admin/${house}/sources/file`
  await setCount(HOUSE_OWNER_ID, readingsPerHour - 1)
  await setCount(ana.userId, 0)
  expect((await file(admin, 'POST', into, 'Da casa')).status).toBe(201)
  expect(await countOf(HOUSE_OWNER_ID)).toBe(readingsPerHour)

  const fileId = await makeFile(HOUSE_OWNER_ID, house)
  const before = (await rowsOf(HOUSE_OWNER_ID)).map(({ id }) => id)
  for (const [client, send] of [
    [admin, (client) => file(client, 'POST', into, 'Mais uma')],
    [other, (client) => file(client, 'POST', into, 'Outra mais')],
    [other, (client) => file(client, 'PUT', `sources/admin/${fileId}/file`, 'Nova versão')],
    [other, (client) => client.post(`/sources/admin/${fileId}/read`)],
  ] satisfies [TestClient, (client: TestClient) => ReturnType<TestClient['call']>][]) {
    expect(outcomeOf(await send(client))).toEqual([429, 'RATE_LIMITED'])
  }
  expect((await rowsOf(HOUSE_OWNER_ID)).map(({ id }) => id)).toEqual(before)
  for (const client of [admin, other, ana]) {
    const own = await file(client, 'POST', `collections/${await collect(client)}/sources/file`, 'Meu texto')
    expect(own.status).toBe(201)
  }
})
