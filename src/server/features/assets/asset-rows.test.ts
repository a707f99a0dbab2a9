import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DeletedAsset } from '#shared/contract/assets.ts'
import type { Page } from '#shared/contract/pagination.ts'
import { LIMITS } from '#shared/limits.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { brands, offerProducts, offers, products } from '../../db/schema/index.ts'
import {
  makeBrand,
  makeOffer,
  makeProduct,
  validBrand,
  validOffer,
  validProduct,
} from '../../testing/factories/business.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { purgeDeletedAssets } from './asset-rows.queries.ts'

type Thing = { id: string; name: string; createdAt: string; updatedAt: string }

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const namesOf = ({ items }: Page<Thing>) => items.map(({ name }) => name)

type Over = { name?: string; updatedAt?: Date; deletedAt?: Date }
const NOUNS = [
  {
    path: '/products',
    table: products,
    make: (userId: string, over: Over = {}) => makeProduct(db(), { userId, ...over }),
    body: async () => validProduct(),
    full: 'Você já tem 300 produtos, o máximo. Exclua um para abrir espaço.',
  },
  {
    path: '/brands',
    table: brands,
    make: (userId: string, over: Over = {}) => makeBrand(db(), { userId, ...over }),
    body: async () => validBrand(),
    full: 'Você já tem 300 marcas, o máximo. Exclua uma para abrir espaço.',
  },
  {
    path: '/offers',
    table: offers,
    make: (userId: string, over: Over = {}) =>
      makeOffer(db(), { userId, brandIds: [], productIds: [], ...over }),
    body: async (userId: string) =>
      validOffer({
        brandIds: [await makeBrand(db(), { userId })],
        productIds: [await makeProduct(db(), { userId })],
      }),
    full: 'Você já tem 300 ofertas, o máximo. Exclua uma para abrir espaço.',
  },
]

describe.each(NOUNS)('$path', ({ path, table, make, body, full }) => {
  const list = async (client: TestClient, query = '') => (await client.get<Page<Thing>>(path + query)).data
  const remove = (client: TestClient, id: string) =>
    client.call<DeletedAsset>('DELETE', `/api/v1${path}/${id}`)
  const restore = (client: TestClient, id: string) => client.post<Thing>(`${path}/${id}/restore`)
  const countOf = (id: string) => db().$count(table, eq(table.id, id))

  test('are paged, last changed first, each once', async () => {
    const client = await app.signUp()
    const { userId } = client
    // Rows of the same millisecond are ordered by id.
    const ids: string[] = []
    for (const [index, age] of [5, 4, 3, 3, 1].entries()) {
      ids.push(await make(userId, { name: `Número ${index}`, updatedAt: daysAgo(age) }))
    }
    await make(ana.userId)
    const found: string[] = []
    let query = '?limit=2'
    for (;;) {
      const page = await list(client, query)
      expect(page.items.length).toBeLessThanOrEqual(2)
      expect(page.hasMore).toBe(page.nextCursor !== null)
      found.push(...page.items.map(({ id }) => id))
      if (!page.nextCursor) break
      query = `?limit=2&cursor=${page.nextCursor}`
    }
    expect(found).toEqual(ids.toReversed())
    const [oldest = ''] = ids
    await client.call('PATCH', `/api/v1${path}/${oldest}`, { name: 'Mudou agora' })
    expect(namesOf(await list(client, '?limit=1'))).toEqual(['Mudou agora'])
  })

  test.each(['?limit=0', '?limit=101', '?cursor=x', `?cursor=${Buffer.from('[1,2]').toString('base64url')}`])(
    'with %s are refused',
    async (query) => {
      expect((await ana.get(path + query)).status).toBe(400)
    },
  )

  test('are found by name, ignoring accents and case', async () => {
    const client = await app.signUp()
    for (const name of ['Método Ágil', 'Ação & Reação', '100% off_', 'Çedilha']) {
      await make(client.userId, { name })
    }
    const find = async (q: string) => namesOf(await list(client, `?q=${encodeURIComponent(q)}`)).toSorted()
    expect(await find('metodo agil')).toEqual(['Método Ágil'])
    expect(await find('MÉTODO')).toEqual(['Método Ágil'])
    expect(await find('acao')).toEqual(['Ação & Reação'])
    expect(await find('cedilha')).toEqual(['Çedilha'])
    // Wildcards of LIKE are plain characters.
    expect(await find('%')).toEqual(['100% off_'])
    expect(await find('_')).toEqual(['100% off_'])
    expect(await find('nada disso')).toEqual([])
    expect(await find('  ')).toHaveLength(4)
    for (const q of ['x'.repeat(LIMITS.searchLength + 1), '\u0000']) {
      expect((await client.get(`${path}?q=${encodeURIComponent(q)}`)).status).toBe(400)
    }
  })

  test('are hidden while deleted, and restored with their content and position', async () => {
    const client = await app.signUp()
    await make(client.userId, { name: 'Primeiro', updatedAt: daysAgo(3) })
    const id = await make(client.userId, { name: 'Segundo', updatedAt: daysAgo(2) })
    await make(client.userId, { name: 'Terceiro', updatedAt: daysAgo(1) })
    const before = (await client.get<Thing>(`${path}/${id}`)).data

    const { status, data } = await remove(client, id)
    expect(status).toBe(200)
    const { restorableUntil } = DeletedAsset.strict().parse(data)
    const days = (Date.parse(restorableUntil) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(LIMITS.deletedAssetDays)
    expect((await client.get(`${path}/${id}`)).status).toBe(404)
    expect((await client.call('PATCH', `/api/v1${path}/${id}`, { name: 'x' })).status).toBe(404)
    expect((await remove(client, id)).status).toBe(404)
    expect(namesOf(await list(client))).toEqual(['Terceiro', 'Primeiro'])

    for (const _ of ['once', 'again']) {
      const restored = await restore(client, id)
      expect([restored.status, restored.data]).toEqual([200, before])
    }
    expect(namesOf(await list(client))).toEqual(['Terceiro', 'Segundo', 'Primeiro'])
  })

  test('can’t be restored after the retention time, when the purge removes them and nothing else', async () => {
    const gone = await make(ana.userId, { deletedAt: daysAgo(LIMITS.deletedAssetDays + 1) })
    const late = await make(ana.userId, { deletedAt: daysAgo(LIMITS.deletedAssetDays - 1) })
    const kept = await make(ana.userId)
    expect((await restore(ana, gone)).status).toBe(404)
    await purgeDeletedAssets(db())
    expect([await countOf(gone), await countOf(late), await countOf(kept)]).toEqual([0, 1, 1])
    expect((await restore(ana, late)).status).toBe(200)
  })

  test.each(['nao-e-um-id', '%00', '0193a0c4-0000-7000-8000-000000000001x'])('«%s» is no id', async (id) => {
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const sent = method === 'PATCH' ? { name: 'x' } : undefined
      expect((await ana.call(method, `/api/v1${path}/${id}`, sent)).status).toBe(400)
    }
    expect((await ana.post(`${path}/${id}/restore`)).status).toBe(400)
  })

  test(`are limited to ${SERVER_LIMITS.assetsPerKind}, also with concurrent creations`, async () => {
    const client = await app.signUp()
    const { userId } = client
    const valid = await body(userId)
    const count = () => db().$count(table, eq(table.userId, userId))
    const missing = SERVER_LIMITS.assetsPerKind - 2 - (await count())
    await Promise.all(Array.from({ length: missing }, () => make(userId)))
    const replies = await Promise.all(Array.from({ length: 6 }, () => client.post<Thing>(path, valid)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409])
    for (const { error } of replies.filter(({ status }) => status === 409)) {
      expect(error).toEqual({ code: 'CONFLICT', message: full })
    }
    expect(await count()).toBe(SERVER_LIMITS.assetsPerKind)
    // Deleted rows do not count, and are restored only below the limit.
    const created = replies.flatMap(({ data }) => (data ? [data.id] : []))
    const [first = '', second = ''] = created
    expect((await remove(client, first)).status).toBe(200)
    expect((await client.post(path, valid)).status).toBe(201)
    expect((await restore(client, first)).error).toEqual({ code: 'CONFLICT', message: full })
    expect((await client.get(`${path}/${first}`)).status).toBe(404)
    expect((await remove(client, second)).status).toBe(200)
    expect((await restore(client, first)).status).toBe(200)
    // The limit is per user.
    expect((await ana.post(path, await body(ana.userId))).status).toBe(201)
  })
})

test('a purge runs in batches, and removes links to offers too', async () => {
  const { userId } = ana
  const offerId = await makeOffer(db(), { userId })
  await db().execute(sql`insert into brands (id, user_id, name, deleted_at)
    select gen_random_uuid(), ${userId}, 'Velha', now() - interval '1 year' from generate_series(1, 1201)`)
  await db()
    .update(products)
    .set({ deletedAt: daysAgo(LIMITS.deletedAssetDays + 1) })
    .where(
      sql`${products.id} in (select ${offerProducts.productId} from ${offerProducts} where ${offerProducts.offerId} = ${offerId})`,
    )
  await purgeDeletedAssets(db())
  expect(await db().$count(brands, eq(brands.name, 'Velha'))).toBe(0)
  expect(await db().$count(offerProducts, eq(offerProducts.offerId, offerId))).toBe(0)
  expect((await ana.get(`/offers/${offerId}`)).data).toMatchObject({ productIds: [] })
})

test('a visitor gets 401', async () => {
  for (const path of ['/products', '/brands', '/offers', '/assets']) {
    expect((await app.visitor().get(path)).status).toBe(401)
  }
})
