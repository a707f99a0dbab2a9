import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Product } from '#shared/contract/products.ts'
import { PRODUCT, READ_PRODUCTS, REFUSED_PRODUCTS } from '#shared/testing/business-fixtures.ts'
import { products } from '../../db/schema/index.ts'
import { expectRefusal } from '../../testing/expect-refusal.ts'
import { makeProduct, validProduct } from '../../testing/factories/business.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
})
afterAll(() => app.close())

const create = (body: unknown) => ana.post<Product>('/products', body)
const change = (productId: string, body: unknown) =>
  ana.call<Product>('PATCH', `/api/v1/products/${productId}`, body)
const rows = () => app.server.deps.db.$count(products, eq(products.userId, ana.userId))

describe('a product', () => {
  test('is created, read, changed and listed with exactly its fields', async () => {
    const { status, data } = await create(PRODUCT)
    expect(status).toBe(201)
    const created = Product.strict().parse(data)
    expect(created).toMatchObject({
      ...PRODUCT,
      anchorPriceDecimal: '2997.00',
      practicePriceDecimal: '1997.00',
      installmentValueDecimal: '206.55',
    })
    expect((await ana.get(`/products/${created.id}`)).data).toEqual(created)

    const changed = (await change(created.id, { practicePrice: '1.497,90', maxInstallments: 6 })).data
    expect(changed).toEqual({
      ...created,
      practicePrice: '1.497,90',
      practicePriceDecimal: '1497.90',
      maxInstallments: 6,
      updatedAt: changed.updatedAt,
    })
    expect(Date.parse(changed.updatedAt)).toBeGreaterThanOrEqual(Date.parse(created.updatedAt))
    expect((await ana.get<{ items: Product[] }>('/products')).data.items).toEqual([changed])
  })

  test('stores no deliverables when they are omitted, empty or cleared', async () => {
    const { additionalDeliverables: _, ...without } = PRODUCT
    for (const body of [without, validProduct({ additionalDeliverables: ' ' })]) {
      expect((await create(body)).data.additionalDeliverables).toBeNull()
    }
    const { id } = (await create(PRODUCT)).data
    expect((await change(id, { additionalDeliverables: '' })).data).toMatchObject({
      additionalDeliverables: null,
      name: PRODUCT.name,
    })
  })

  test.each(READ_PRODUCTS)('stores prices as typed, and their decimals: %j', async (typed, read) => {
    const created = await create({ ...PRODUCT, ...typed })
    expect([created.status, created.data]).toMatchObject([201, read])
    const id = await makeProduct(app.server.deps.db, { userId: ana.userId })
    expect((await change(id, typed)).data).toMatchObject(read)
    expect((await ana.get(`/products/${id}`)).data).toMatchObject(read)
  })

  test('is refused with each message of the contract, and nothing is stored', async () => {
    const before = await rows()
    for (const [, over, errors] of REFUSED_PRODUCTS) {
      await expectRefusal(ana, ['POST', '/products'], { ...PRODUCT, ...over }, errors)
    }
    expect(await rows()).toBe(before)
  })

  test('can’t be changed to values that a new one could not have', async () => {
    const id = await makeProduct(app.server.deps.db, { userId: ana.userId })
    const before = (await ana.get(`/products/${id}`)).data
    for (const [, over, errors] of REFUSED_PRODUCTS) {
      if (Object.values(over).includes(undefined)) continue
      await expectRefusal(ana, ['PATCH', `/products/${id}`], over, errors)
    }
    await expectRefusal(ana, ['PATCH', `/products/${id}`], {}, { body: 'Nada para mudar' })
    const unknown = { anchorPriceDecimal: 'Campo desconhecido' }
    const body = { name: 'x', anchorPriceDecimal: '1.00' }
    await expectRefusal(ana, ['PATCH', `/products/${id}`], body, unknown)
    expect((await ana.get(`/products/${id}`)).data).toEqual(before)
  })
})
