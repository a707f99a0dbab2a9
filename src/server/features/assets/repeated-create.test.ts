import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { brands, documents, documentVersions, offers, products } from '../../db/schema/index.ts'
import {
  makeBrand,
  makeProduct,
  validBrand,
  validOffer,
  validProduct,
} from '../../testing/factories/business.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let bia: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
  bia = await app.signUp('Bia')
})
afterAll(() => app.close())

type Stored = { id: string; name?: string; title?: string }
const TABLES = { products, brands, offers, documents }
const KINDS = Object.keys(TABLES) as (keyof typeof TABLES)[]

/** A valid body of the client's own, and one field that differs. */
async function bodyOf(kind: keyof typeof TABLES, { userId }: TestClient): Promise<Record<string, unknown>> {
  const { db } = app.server.deps
  if (kind === 'products') return validProduct({ additionalDeliverables: '' })
  if (kind === 'brands') return validBrand({ website: '', instagram: '@doces' })
  if (kind === 'documents') return { title: 'Roteiro', body: '# Cena 1\n' }
  const chosen = {
    brandIds: [await makeBrand(db, { userId }), await makeBrand(db, { userId })],
    productIds: [await makeProduct(db, { userId }), await makeProduct(db, { userId })],
  }
  return validOffer(chosen)
}

const OTHER = { products: { practicePrice: '1' }, brands: { audience: 'Outra' }, offers: { offer: 'Outra' } }
const changed = (kind: keyof typeof TABLES, body: Record<string, unknown>) => ({
  ...body,
  ...(kind === 'documents' ? { body: '# Cena 2\n' } : OTHER[kind]),
})

const rows = (kind: keyof typeof TABLES, id: string) =>
  app.server.deps.db.$count(TABLES[kind], eq(TABLES[kind].id, id))
const own = (kind: keyof typeof TABLES, { userId }: TestClient) =>
  app.server.deps.db.$count(TABLES[kind], eq(TABLES[kind].userId, userId))

describe.each(KINDS)('a repeated create of %s', (kind) => {
  const path = `/${kind}`

  test('makes one row, answers 201 and then 200 with the same', async () => {
    const body = { ...(await bodyOf(kind, ana)), id: randomUUID() }
    const before = await own(kind, ana)
    const first = await ana.post<Stored>(path, body)
    expect([first.status, first.data.id]).toEqual([201, body.id])
    const again = await ana.post<Stored>(path, { ...body, id: body.id.toUpperCase() })
    expect([again.status, again.data]).toEqual([200, first.data])
    expect(await own(kind, ana)).toBe(before + 1)
  })

  test('makes one row also when all arrive at once', async () => {
    const body = { ...(await bodyOf(kind, ana)), id: randomUUID() }
    const before = await own(kind, ana)
    const all = await Promise.all(Array.from({ length: 8 }, () => ana.post<Stored>(path, body)))
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201])
    expect(new Set(all.map(({ data }) => data.id))).toEqual(new Set([body.id]))
    expect(await own(kind, ana)).toBe(before + 1)
  })

  test('is a conflict with other content, which changes nothing', async () => {
    const body = { ...(await bodyOf(kind, ana)), id: randomUUID() }
    const { data } = await ana.post<Stored>(path, body)
    const other = await ana.post(path, changed(kind, body))
    expect([other.status, other.error?.code]).toEqual([409, 'CONFLICT'])
    expect((await ana.get(`${path}/${body.id}`)).data).toEqual(data)
  })

  test('answers alike for a row of another user, a deleted row and other content', async () => {
    const id = randomUUID()
    const theirs = { ...(await bodyOf(kind, ana)), id }
    const kept = (await ana.post<Stored>(path, theirs)).data
    const refused = await bia.post(path, { ...(await bodyOf(kind, bia)), id })
    expect([refused.status, refused.error?.code]).toEqual([409, 'CONFLICT'])
    expect((await bia.get(`${path}/${id}`)).status).toBe(404)
    expect((await ana.get(`${path}/${id}`)).data).toEqual(kept)
    const differs = await ana.post(path, changed(kind, theirs))
    await ana.call('DELETE', `/api/v1${path}/${id}`)
    const deleted = await ana.post(path, theirs)
    expect([differs.error, deleted.error]).toEqual([refused.error, refused.error])
    expect((await ana.get(`${path}/${id}`)).status).toBe(404)
    expect(await rows(kind, id)).toBe(1)
  })

  test('of two users at once has one owner', async () => {
    const id = randomUUID()
    const bodies = [await bodyOf(kind, ana), await bodyOf(kind, bia)]
    const answers = await Promise.all([
      ana.post(path, { ...bodies[0], id }),
      bia.post(path, { ...bodies[1], id }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await rows(kind, id)).toBe(1)
  })

  test('is refused for an id that is none', async () => {
    const { status, error } = await ana.post(path, { ...(await bodyOf(kind, ana)), id: 'novo' })
    expect([status, error?.details]).toEqual([400, { id: 'Identificador inválido' }])
  })
})

test('a repeated create at the limit answers the stored row', async () => {
  const carla = await app.signUp('Carla')
  const { db } = app.server.deps
  const body = { ...validProduct(), id: randomUUID() }
  expect((await carla.post('/products', body)).status).toBe(201)
  for (let i = 1; i < SERVER_LIMITS.assetsPerKind; i++) await makeProduct(db, { userId: carla.userId })
  expect((await carla.post('/products', validProduct())).status).toBe(409)
  expect((await carla.post<Stored>('/products', body)).data.id).toBe(body.id)
})

test('a repeated document has one version, also after its message is deleted', async () => {
  const [agent] = (await ana.get<{ items: { id: string; locked: boolean }[] }>('/agents')).data.items.filter(
    ({ locked }) => !locked,
  )
  const chat = (await ana.post<Stored>('/chats', { agentId: agent?.id })).data
  const message = { id: randomUUID(), content: 'Um texto' }
  await ana.send(chat.id, message)
  const body = { id: randomUUID(), title: 'Da conversa', body: 'Um texto', messageId: message.id }
  expect((await ana.post('/documents', body)).status).toBe(201)
  await ana.call('DELETE', `/api/v1/chats/${chat.id}`)
  expect((await ana.post('/documents', body)).status).toBe(200)
  const { db } = app.server.deps
  expect(await db.$count(documentVersions, and(eq(documentVersions.documentId, body.id)))).toBe(1)
})
