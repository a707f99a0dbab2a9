import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Collection, Collections, HouseCollections } from '#shared/contract/collections.ts'
import type { Source } from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { collections, HOUSE_OWNER_ID, plans, sources } from '../../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../../db/seed/plans.ts'
import { eventually } from '../../../testing/eventually.ts'
import { makeDocument, makeSource } from '../../../testing/factories/business.ts'
import { imageForm } from '../../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestClient } from '../../../testing/test-client.ts'

const { collectionsPerPerson, sourcesPerPerson, passagesOfHouse } = COLLECTION_LIMITS

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signUp('Dona da Casa')
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const collect = async (client: TestClient, path = '/collections') =>
  (await client.post<Collection>(path, { name: 'Aulas' })).data.id
const send = (client: TestClient, path: string, text: string, method = 'POST') =>
  client.call<Source>(method, `/api/v1/${path}/file`, imageForm(Buffer.from(text), 'notas.md', ''))
const rowsOf = (ownerId: string) => db().$count(sources, eq(sources.ownerId, ownerId))
const rowOf = async (id: string) => (await db().select().from(sources).where(eq(sources.id, id)))[0]
const becomes = (id: string, state: Source['state']) =>
  eventually(async () => expect((await rowOf(id))?.state).toBe(state))

const makeCollections = (client: TestClient | undefined, count: number) =>
  db().execute(sql`insert into collections (id, owner_id, user_id, name)
    select gen_random_uuid(), ${client?.userId ?? HOUSE_OWNER_ID}::uuid, ${client?.userId ?? null}::uuid, 'Coleção ' || place
    from generate_series(1, ${count}::int) place`)
type Sources = { ownerId: string; collectionId: string; count: number }
const makeSources = ({ ownerId, collectionId, count }: Sources) =>
  db().execute(sql`insert into sources (id, owner_id, collection_id, name, kind, content_hash, state, version)
    select gen_random_uuid(), ${ownerId}::uuid, ${collectionId}::uuid, 'Fonte ' || place, 'txt', place::text, 'ready', 1
    from generate_series(1, ${count}::int) place`)

test.each([
  ['a person', '/collections', 'Uma pessoa tem'],
  ['the house', '/collections/admin', 'A casa tem'],
])('%s has a thousand collections, and another one once one is deleted', async (_owner, path, who) => {
  const isHouse = path.endsWith('admin')
  const client = isHouse ? admin : await app.signUp('Ana')
  await makeCollections(isHouse ? undefined : client, collectionsPerPerson - 1)
  onTestFinished(
    async () => void (await db().delete(collections).where(eq(collections.ownerId, HOUSE_OWNER_ID))),
  )
  const create = () => client.post<Collection>(path, { name: 'Aulas' })
  const last = await create()
  expect(last.status).toBe(201)
  const { status, error } = await create()
  expect([status, error.code, error.message]).toEqual([
    ...[409, 'CONFLICT'],
    `${who} até 1.000 coleções. Exclua uma antes de criar outra.`,
  ])
  expect((await client.get<Collections>(path)).data.items).toHaveLength(collectionsPerPerson)
  // Those of others are not counted.
  expect((await (await app.signUp('Bia')).post('/collections', { name: 'Aulas' })).status).toBe(201)
  expect((await client.call('DELETE', `/api/v1${path}/${last.data.id}`)).status).toBe(200)
  expect((await create()).status).toBe(201)
})

test('of the last collection that fits, asked for at once, one is created, which only its creation again answers', async () => {
  const ana = await app.signUp('Ana')
  await makeCollections(ana, collectionsPerPerson - 1)
  const create = (id: string) => ana.post<Collection>('/collections', { id, name: 'A última' })
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  const answers = await Promise.all(ids.map(create))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.error.message).toBe('Uma pessoa tem até 1.000 coleções. Exclua uma antes de criar outra.')
  const made = ids[answers.findIndex(({ status }) => status === 201)] ?? ''
  expect((await create(made)).status).toBe(200)
  const isOwn = eq(collections.ownerId, ana.userId)
  expect(await db().$count(collections, isOwn)).toBe(collectionsPerPerson)
})

test('of sources that arrive at once, only as many as fit are added', async () => {
  const ana = await app.signUp('Ana')
  const collectionId = await collect(ana)
  await makeSources({ ownerId: ana.userId, collectionId, count: sourcesPerPerson - 1 })
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((path) =>
      ana.post(`/collections/${collectionId}/sources/page`, { address: `https://127.0.0.1/${path}` }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.error.message).toBe('Uma pessoa tem até 1.000 fontes. Exclua uma antes de juntar outra.')
})

test('a person has a thousand sources in all collections; what is refused leaves nothing behind', async () => {
  const caio = await app.signUp('Caio')
  const { userId } = caio
  const [here, there] = [await collect(caio), await collect(caio)]
  await makeSources({ ownerId: userId, collectionId: here, count: sourcesPerPerson - 1 })
  const path = `collections/${there}/sources`
  const last = await send(caio, path, 'A última fonte.')
  expect(last.status).toBe(201)
  await becomes(last.data.id, 'ready')
  const documentId = await makeDocument(db(), { userId })
  const page = { address: 'https://127.0.0.1/pagina' }
  for (const { status, error } of [
    await send(caio, path, 'Uma a mais.'),
    await caio.post(`/${path}/document`, { documentId }),
    await caio.post(`/${path}/page`, page),
  ]) {
    expect([status, error.code, error.message]).toEqual([
      ...[409, 'CONFLICT'],
      'Uma pessoa tem até 1.000 fontes. Exclua uma antes de juntar outra.',
    ])
  }
  expect(await rowsOf(userId)).toBe(sourcesPerPerson)
  // Nothing is added by what is there already, and by a new version of it.
  expect((await send(caio, path, 'A última fonte.')).data.id).toBe(last.data.id)
  expect((await send(caio, `sources/${last.data.id}`, 'A última, revista.', 'PUT')).status).toBe(200)
  const dora = await app.signUp('Dora')
  expect((await send(dora, `collections/${await collect(dora)}/sources`, 'Da Dora.')).status).toBe(201)
  await becomes(last.data.id, 'ready')
  await eventually(async () => expect(await rowsOf(userId)).toBe(sourcesPerPerson))
  expect((await caio.call('DELETE', `/api/v1/sources/${last.data.id}`)).status).toBe(200)
  expect((await send(caio, path, 'Uma a mais.')).status).toBe(201)
})

test('the house has a thousand sources', async () => {
  const collectionId = await collect(admin, '/collections/admin')
  const path = `collections/admin/${collectionId}/sources`
  await makeSources({ ownerId: HOUSE_OWNER_ID, collectionId, count: sourcesPerPerson })
  onTestFinished(async () => void (await db().delete(sources).where(eq(sources.ownerId, HOUSE_OWNER_ID))))
  const page = { address: 'https://127.0.0.1/pagina' }
  for (const { status, error } of [
    await send(admin, path, 'Uma a mais.'),
    await admin.post(`/${path}/page`, page),
  ]) {
    expect([status, error.message]).toEqual([
      409,
      'A casa tem até 1.000 fontes. Exclua uma antes de juntar outra.',
    ])
  }
  expect(await rowsOf(HOUSE_OWNER_ID)).toBe(sourcesPerPerson)
  // Those of the house are no administrator's.
  expect((await send(admin, `collections/${await collect(admin)}/sources`, 'Minha.')).status).toBe(201)
})

test('the house has twenty thousand passages, whatever a plan says; a source beyond them fails and is read when there is room', async () => {
  await db().update(plans).set({ passageLimit: 40_000 }).where(eq(plans.id, FREE_PLAN_ID))
  const collectionId = await collect(admin, '/collections/admin')
  const path = `collections/admin/${collectionId}/sources`
  const count = passagesOfHouse - 1
  const heavy = await makeSource(db(), { userId: HOUSE_OWNER_ID, collectionId, passages: count, texts: [] })
  await db().execute(sql`insert into passages (id, owner_id, source_id, version, position, text, tokens, hash, headings, vector)
    select gen_random_uuid(), ${HOUSE_OWNER_ID}::uuid, ${heavy}::uuid, 1, place - 1, 'Trecho ' || place, 2, '', '{}', ''
    from generate_series(1, ${count}::int) place`)
  const used = async () => (await admin.get<HouseCollections>('/collections/admin')).data.passages
  const { data: tooMany } = await send(admin, path, '# A\n\nPrimeiro.\n\n# B\n\nSegundo.')
  await becomes(tooMany.id, 'failed')
  expect(await rowOf(tooMany.id)).toMatchObject({
    ...{ version: 0, passages: 0, canRetry: true },
    failure:
      'O acervo da casa passaria de 20.000 trechos. Exclua fontes que os agentes não usam mais e tente de novo.',
  })
  const { data: fits } = await send(admin, path, 'Um só trecho.')
  await becomes(fits.id, 'ready')
  expect(await used()).toEqual({ used: passagesOfHouse, limit: passagesOfHouse })
  expect((await admin.call('DELETE', `/api/v1/sources/admin/${heavy}`)).status).toBe(200)
  expect((await admin.post(`/sources/admin/${tooMany.id}/read`)).status).toBe(200)
  await becomes(tooMany.id, 'ready')
  expect(await used()).toEqual({ used: 3, limit: passagesOfHouse })
})
