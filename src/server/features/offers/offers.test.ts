import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Offer, type OffersPage } from '#shared/contract/offers.ts'
import { OFFER, REFUSED_OFFERS } from '#shared/testing/business-fixtures.ts'
import { constraintOf } from '../../db/connect.ts'
import { brands, offerBrands, offerProducts, offers, products } from '../../db/schema/index.ts'
import { eventually } from '../../testing/eventually.ts'
import { expectRefusal } from '../../testing/expect-refusal.ts'
import { makeBrand, makeOffer, makeProduct, validOffer } from '../../testing/factories/business.ts'
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

const db = () => app.server.deps.db
const create = (client: TestClient, body: unknown) => client.post<Offer>('/offers', body)
const change = (client: TestClient, offerId: string, body: unknown) =>
  client.call<Offer>('PATCH', `/api/v1/offers/${offerId}`, body)
const read = async (client: TestClient, offerId: string) =>
  (await client.get<Offer>(`/offers/${offerId}`)).data
const remove = (client: TestClient, path: string) => client.call('DELETE', `/api/v1${path}`)
const productOf = ({ userId }: TestClient, over = {}) => makeProduct(db(), { userId, ...over })
const brandOf = ({ userId }: TestClient, over = {}) => makeBrand(db(), { userId, ...over })
const offerOf = ({ userId }: TestClient, over = {}) => makeOffer(db(), { userId, ...over })

/** A request body with this many new brands and products of a user. */
const bodyOf = async (client: TestClient, count = 1) =>
  validOffer({
    brandIds: await Promise.all(Array.from({ length: count }, () => brandOf(client))),
    productIds: await Promise.all(Array.from({ length: count }, () => productOf(client))),
  })

/** All stored offers of these users. */
const stored = async () => [
  await db().select().from(offers).orderBy(offers.id),
  await db().select().from(offerBrands).orderBy(offerBrands.offerId, offerBrands.brandId),
  await db().select().from(offerProducts).orderBy(offerProducts.offerId, offerProducts.productId),
]

describe('an offer', () => {
  test('is created, read and listed with exactly its fields, in the chosen order', async () => {
    const client = await app.signUp()
    const body = await bodyOf(client, 3)
    const chosen = { brandIds: body.brandIds.toReversed(), productIds: body.productIds.toReversed() }
    const { status, data } = await create(client, { ...body, ...chosen })
    expect(status).toBe(201)
    const created = Offer.strict().parse(data)
    expect(created).toMatchObject({ ...body, ...chosen })
    expect(await read(client, created.id)).toEqual(created)
    expect((await client.get<OffersPage>('/offers')).data.items).toEqual([created])
  })

  test('is changed in part: omitted fields stay, and a sent choice replaces the old one', async () => {
    const body = await bodyOf(ana, 2)
    const { data: created } = await create(ana, body)
    const renamed = (await change(ana, created.id, { name: 'Outra' })).data
    expect(renamed).toEqual({ ...created, name: 'Outra', updatedAt: renamed.updatedAt })
    const productIds = [await productOf(ana), ...created.productIds.toReversed()]
    const brandIds = created.brandIds.slice(1)
    const changed = (await change(ana, created.id, { productIds, brandIds })).data
    expect(changed).toEqual({ ...renamed, productIds, brandIds, updatedAt: changed.updatedAt })
    expect(Date.parse(changed.updatedAt)).toBeGreaterThanOrEqual(Date.parse(created.updatedAt))
    expect(await read(ana, created.id)).toEqual(changed)
  })

  test('changed from two tabs at once has one of the two choices completely', async () => {
    const id = await offerOf(ana)
    const choices = await Promise.all([bodyOf(ana, 3), bodyOf(ana, 3)])
    const replies = await Promise.all(choices.map(({ productIds }) => change(ana, id, { productIds })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(choices.map(({ productIds }) => productIds)).toContainEqual((await read(ana, id)).productIds)
  })

  test('is refused with each message of the contract, and nothing is stored', async () => {
    const id = await offerOf(ana)
    const before = await stored()
    for (const [, over, errors] of REFUSED_OFFERS) {
      await expectRefusal(ana, ['POST', '/offers'], { ...OFFER, ...over }, errors)
      if (Object.values(over).includes(undefined)) continue
      await expectRefusal(ana, ['PATCH', `/offers/${id}`], over, errors)
    }
    await expectRefusal(ana, ['PATCH', `/offers/${id}`], {}, { body: 'Nada para mudar' })
    expect(await stored()).toEqual(before)
  })
})

const MISSING = {
  brandIds: 'Uma marca não está mais aqui. Pode ter sido excluída em outro aparelho: escolha outra.',
  productIds: 'Um produto não está mais aqui. Pode ter sido excluído em outro aparelho: escolha outro.',
}

describe('A3 the brands and products of an offer', () => {
  test('A3 of another user, deleted or missing give the same 404, and nothing is stored', async () => {
    const own = await bodyOf(ana)
    const id = await offerOf(ana)
    const deletedAt = new Date()
    const wrong = {
      brandIds: [await brandOf(bia), await brandOf(ana, { deletedAt }), randomUUID()],
      productIds: [await productOf(bia), await productOf(ana, { deletedAt }), randomUUID()],
    }
    const before = await stored()
    for (const kind of ['brandIds', 'productIds'] as const) {
      for (const wrongId of wrong[kind]) {
        const ids = [...own[kind], wrongId]
        const error = { code: 'NOT_FOUND', message: MISSING[kind] }
        const created = await create(ana, { ...own, [kind]: ids })
        expect([created.status, created.error]).toEqual([404, error])
        const changed = await change(ana, id, { name: 'Mudada', [kind]: ids })
        expect([changed.status, changed.error]).toEqual([404, error])
      }
    }
    // Product ids are not valid as brand ids either.
    const mixed = { ...own, brandIds: own.productIds, productIds: own.brandIds }
    expect((await create(ana, mixed)).status).toBe(404)
    expect(await stored()).toEqual(before)
  })

  test('A3 can’t belong to another user in the database either', async () => {
    const offerId = await offerOf(ana)
    const [productId, brandId] = [await productOf(bia), await brandOf(bia)]
    const links = [ana.userId, bia.userId].flatMap((userId) => [
      db().insert(offerProducts).values({ offerId, productId, userId, position: 9 }),
      db().insert(offerBrands).values({ offerId, brandId, userId, position: 9 }),
    ])
    const refusals = await Promise.all(links.map((link) => link.catch(constraintOf)))
    expect(refusals.toSorted()).toEqual([
      'offer_brands_brand_fk',
      'offer_brands_offer_fk',
      'offer_products_offer_fk',
      'offer_products_product_fk',
    ])
  })

  test.each(['create', 'change'])('A3 deleted while an offer is to %s with it: 404', async (how) => {
    const body = await bodyOf(ana)
    const id = await offerOf(ana)
    const before = await stored()
    const waiting = await whileHeld(
      (tx) =>
        tx
          .update(products)
          .set({ deletedAt: new Date() })
          .where(eq(products.id, body.productIds[0] ?? '')),
      () => (how === 'create' ? create(ana, body) : change(ana, id, { productIds: body.productIds })),
    )
    expect(waiting.status).toBe(404)
    expect(await stored()).toEqual(before)
  })

  test.each([
    ['product', 'products', 'productIds'],
    ['brand', 'brands', 'brandIds'],
  ] as const)('A3 a %s that an offer is just being made of can’t be deleted: 409', async (_, path, kind) => {
    const body = await bodyOf(ana)
    const [id = ''] = body[kind]
    const [held, created] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // Blocks the offer's transaction in the middle by locking the table that it writes last.
    const lock = db().transaction(async (tx) => {
      await tx.execute(sql`lock table ${path === 'brands' ? offerBrands : offerProducts} in exclusive mode`)
      held.resolve()
      await created.promise
    })
    await held.promise
    const creating = create(ana, body)
    await eventually(async () => expect(await waitingForLocks()).toBe(1))
    const removing = remove(ana, `/${path}/${id}`)
    await eventually(async () => expect(await waitingForLocks()).toBe(2))
    created.resolve()
    await lock
    expect([(await creating).status, (await removing).status]).toEqual([201, 409])
  })

  test('A3 when an offer and a deletion race, the first one wins', async () => {
    for (let round = 0; round < 10; round += 1) {
      const body = await bodyOf(ana)
      const [created, deleted] = await Promise.all([
        create(ana, body),
        remove(ana, `/products/${body.productIds[0]}`),
      ])
      expect([
        [201, 409],
        [404, 200],
      ]).toContainEqual([created.status, deleted.status])
    }
  })
})

type Held = Parameters<Parameters<ReturnType<typeof db>['transaction']>[0]>[0]

const waitingForLocks = async () => {
  const { rows } = await db().execute<{
    count: number
  }>(sql`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.count
}

/**
 * Runs `work` in a transaction, starts a call that blocks on it, and returns that call's result after the
 * commit.
 */
async function whileHeld<T>(work: (tx: Held) => PromiseLike<unknown>, call: () => Promise<T>): Promise<T> {
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db().transaction(async (tx) => {
    await work(tx)
    held.resolve()
    await free.promise
  })
  await held.promise
  const answer = call()
  try {
    await eventually(async () => expect(await waitingForLocks()).toBe(1))
  } finally {
    free.resolve()
    await holding
  }
  return answer
}

describe('an asset in use by offers', () => {
  test.each([
    ['product', 'products', 'productIds', 'Este produto'],
    ['brand', 'brands', 'brandIds', 'Esta marca'],
  ] as const)('a %s, is deleted on demand only, and is back in its place', async (_, path, kind, text) => {
    const client = await app.signUp()
    const body = await bodyOf(client, 3)
    const [, used = ''] = body[kind]
    const { data: first } = await create(client, { ...body, name: 'Oferta de abril' })
    await create(client, { ...body, name: 'Campanha, a segunda' })
    const third = (await create(client, { ...body, name: 'Excluída' })).data
    await remove(client, `/offers/${third.id}`)

    const refused = await remove(client, `/${path}/${used}`)
    expect(refused.error).toEqual({
      code: 'CONFLICT',
      message: expect.stringMatching(new RegExp(`^${text} faz parte de ofertas\\.`)),
      details: { offers: 'Campanha, a segunda, Oferta de abril' },
    })
    expect(refused.status).toBe(409)
    expect((await client.get(`/${path}/${used}`)).status).toBe(200)

    expect((await remove(client, `/${path}/${used}?force=true`)).status).toBe(200)
    expect((await client.get(`/${path}/${used}`)).status).toBe(404)
    const left = await read(client, first.id)
    expect(left).toEqual({ ...first, [kind]: first[kind].filter((id) => id !== used) })

    // A form sends all that it shows; hidden items stay.
    const shown = { name: 'Outro nome', brandIds: left.brandIds, productIds: left.productIds }
    expect((await change(client, first.id, shown)).data).toMatchObject(shown)
    expect((await client.post(`/${path}/${used}/restore`)).status).toBe(200)
    expect((await read(client, first.id))[kind]).toEqual(first[kind])
  })

  test('is reported with ten of its offers at most', async () => {
    const body = await bodyOf(ana)
    for (let number = 10; number < 22; number += 1) await create(ana, { ...body, name: `Oferta ${number}` })
    const { error } = await remove(ana, `/brands/${body.brandIds[0]}`)
    const named = Array.from({ length: 10 }, (_, index) => `Oferta ${index + 10}`).join(', ')
    expect(error.details).toEqual({ offers: `${named} e mais 2` })
  })

  test.each(['yes please', '2', ''])('force=%s is no answer', async (force) => {
    const id = await productOf(ana)
    expect((await remove(ana, `/products/${id}?force=${encodeURIComponent(force)}`)).status).toBe(400)
    expect((await remove(ana, `/products/${id}?force=false`)).status).toBe(200)
  })

  test('is not reported to other users', async () => {
    const [productId, brandId] = [await productOf(ana), await brandOf(ana)]
    await offerOf(ana, { name: 'Segredo de Ana', productIds: [productId], brandIds: [brandId] })
    for (const path of [`/products/${productId}`, `/brands/${brandId}?force=true`]) {
      const reply = await remove(bia, path)
      expect([reply.status, JSON.stringify(reply.body)]).toEqual([
        404,
        expect.not.stringContaining('Segredo'),
      ])
    }
    expect(await db().$count(brands, eq(brands.id, brandId))).toBe(1)
  })
})
