import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Brand } from '#shared/contract/brands.ts'
import { BRAND, READ_BRANDS, REFUSED_BRANDS } from '#shared/testing/business-fixtures.ts'
import { brands } from '../../db/schema/index.ts'
import { expectRefusal } from '../../testing/expect-refusal.ts'
import { makeBrand } from '../../testing/factories/business.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
})
afterAll(() => app.close())

const create = (body: unknown) => ana.post<Brand>('/brands', body)
const change = (brandId: string, body: unknown) => ana.call<Brand>('PATCH', `/api/v1/brands/${brandId}`, body)
const rows = () => app.server.deps.db.$count(brands, eq(brands.userId, ana.userId))

const { name: _, ...optional } = BRAND
const none = Object.fromEntries(Object.keys(optional).map((field) => [field, null]))
const emptied = Object.fromEntries(Object.keys(optional).map((field) => [field, '']))

describe('a brand', () => {
  test('is created, read, changed and listed with exactly its fields', async () => {
    const { status, data } = await create(BRAND)
    expect(status).toBe(201)
    const created = Brand.strict().parse(data)
    expect(created).toMatchObject(BRAND)
    expect((await ana.get(`/brands/${created.id}`)).data).toEqual(created)
    const changed = (await change(created.id, { name: 'Outra', audience: 'Quem vende' })).data
    expect(changed).toEqual({
      ...created,
      name: 'Outra',
      audience: 'Quem vende',
      updatedAt: changed.updatedAt,
    })
    expect((await ana.get<{ items: Brand[] }>('/brands')).data.items).toEqual([changed])
  })

  test('needs a name only; empty texts are stored as null', async () => {
    for (const body of [{ name: 'Só o nome' }, { name: 'Só o nome', ...emptied }]) {
      expect((await create(body)).data).toMatchObject({ name: 'Só o nome', ...none })
    }
    const { id } = (await create(BRAND)).data
    expect((await change(id, emptied)).data).toMatchObject({ name: BRAND.name, ...none })
  })

  test.each(READ_BRANDS)('is normalised: %j', async (typed, read) => {
    const created = await create({ ...BRAND, ...typed })
    expect([created.status, created.data]).toMatchObject([201, read])
    const id = await makeBrand(app.server.deps.db, { userId: ana.userId })
    expect((await change(id, typed)).data).toMatchObject(read)
  })

  test('is refused with each message of the contract, and nothing is stored', async () => {
    const before = await rows()
    for (const [, over, errors] of REFUSED_BRANDS) {
      await expectRefusal(ana, ['POST', '/brands'], { ...BRAND, ...over }, errors)
    }
    expect(await rows()).toBe(before)
  })

  test('can’t be changed to values that a new one could not have', async () => {
    const id = await makeBrand(app.server.deps.db, { userId: ana.userId })
    const before = (await ana.get(`/brands/${id}`)).data
    for (const [, over, errors] of REFUSED_BRANDS) {
      if (Object.values(over).includes(undefined)) continue
      await expectRefusal(ana, ['PATCH', `/brands/${id}`], over, errors)
    }
    await expectRefusal(ana, ['PATCH', `/brands/${id}`], {}, { body: 'Nada para mudar' })
    expect((await ana.get(`/brands/${id}`)).data).toEqual(before)
  })
})
