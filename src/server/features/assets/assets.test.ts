import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AssetSummary, type AssetsPage } from '#shared/contract/assets.ts'
import { makeBrand, makeDocument, makeOffer, makeProduct } from '../../testing/factories/business.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let ids: Record<'product' | 'brand' | 'offer' | 'document', string>
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
  const { userId } = ana
  const none = { brandIds: [], productIds: [] }
  ids = {
    product: await makeProduct(db(), { userId, name: 'Mentoria Ágil', updatedAt: at(1) }),
    brand: await makeBrand(db(), { userId, name: 'Agilidade S.A.', audience: null, updatedAt: at(2) }),
    offer: await makeOffer(db(), {
      ...none,
      userId,
      name: 'Oferta de março',
      bigIdea: `Uma  ideia\n${'longa '.repeat(60)}`,
      updatedAt: at(3),
    }),
    document: await makeDocument(db(), { userId, title: 'Página ágil', updatedAt: at(4) }),
  }
  await makeProduct(db(), { userId, name: 'Ágil excluída', deletedAt: new Date() })
  await makeDocument(db(), { userId, title: 'Ágil excluído', deletedAt: new Date() })
  const { userId: other } = await app.signUp('Bia')
  await Promise.all([makeProduct, makeBrand, makeOffer].map((make) => make(db(), { userId: other })))
  await makeDocument(db(), { userId: other })
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const list = async (query = '') => (await ana.get<AssetsPage>(`/assets${query}`)).data
const kindsOf = ({ items }: AssetsPage) => items.map(({ kind }) => kind)

describe('the list of all assets', () => {
  test('mixes every kind, last changed first, with one line about each', async () => {
    const page = await list()
    expect(page.items.map((item) => AssetSummary.strict().parse(item))).toEqual([
      {
        kind: 'document',
        id: ids.document,
        name: 'Página ágil',
        detail: null,
        isDraft: false,
        updatedAt: at(4).toISOString(),
      },
      {
        kind: 'offer',
        id: ids.offer,
        name: 'Oferta de março',
        detail: expect.stringMatching(/^Uma ideia (longa )+.*…$/),
        isDraft: false,
        updatedAt: at(3).toISOString(),
      },
      {
        kind: 'brand',
        id: ids.brand,
        name: 'Agilidade S.A.',
        detail: null,
        isDraft: false,
        updatedAt: at(2).toISOString(),
      },
      {
        kind: 'product',
        id: ids.product,
        name: 'Mentoria Ágil',
        detail: 'Mentoria em Grupo',
        isDraft: false,
        updatedAt: at(1).toISOString(),
      },
    ])
    expect(page.items[1]?.detail?.length).toBeLessThanOrEqual(141)
    expect(page).toMatchObject({ hasMore: false, nextCursor: null })
  })

  test('is paged across kinds', async () => {
    const first = await list('?limit=3')
    expect(kindsOf(first)).toEqual(['document', 'offer', 'brand'])
    const second = await list(`?limit=3&cursor=${first.nextCursor}`)
    expect([kindsOf(second), second.hasMore]).toEqual([['product'], false])
  })

  test('can be searched by name, ignoring accents and case, and filtered by kind', async () => {
    for (const q of ['agil', 'ÁGIL', '%C3%A1gil']) {
      expect(kindsOf(await list(`?q=${q}`))).toEqual(['document', 'brand', 'product'])
    }
    for (const kind of ['product', 'brand', 'offer', 'document'] as const) {
      expect(kindsOf(await list(`?kind=${kind}`))).toEqual([kind])
    }
    expect(kindsOf(await list('?kind=brand&q=agil'))).toEqual(['brand'])
    expect(kindsOf(await list('?kind=offer&q=agil'))).toEqual([])
    const others = await list('?without=document&limit=2')
    expect([kindsOf(others), others.hasMore]).toEqual([['offer', 'brand'], true])
    expect(kindsOf(await list(`?without=document&cursor=${others.nextCursor}`))).toEqual(['product'])
    expect(kindsOf(await list('?kind=document&without=document'))).toEqual([])
    // Only names are searched.
    expect(kindsOf(await list('?q=longa'))).toEqual([])
  })

  test.each([
    '?kind=agent',
    '?kind=',
    '?without=agent',
    '?cursor=x',
    '?limit=0',
    '?q=%00',
    '?kind=brand&kind=offer',
    '?page=2',
  ])('%s is refused', async (query) => {
    expect((await ana.get(`/assets${query}`)).status).toBe(400)
  })
})
