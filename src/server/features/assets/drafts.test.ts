import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AssetsPage } from '#shared/contract/assets.ts'
import type { Offer } from '#shared/contract/offers.ts'
import type { Product } from '#shared/contract/products.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { makeBrand, makeProduct, validOffer, validProduct } from '../../testing/factories/business.ts'
import { newMessage, openAgentId } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana Souza')
})
afterAll(() => app.close())

const draftOf = async <T>(path: '/products' | '/offers', body = {}) =>
  (await ana.post<T>(path, { name: 'Método Decola', isDraft: true, ...body })).data
const patch = <T>(path: string, body: object) => ana.call<T>('PATCH', `/api/v1${path}`, body)

describe('a draft of a product', () => {
  test('needs only its name', async () => {
    const { status, data } = await ana.post<Product>('/products', { name: 'Método Decola', isDraft: true })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      ...{ name: 'Método Decola', isDraft: true, type: null, transformation: '', anchorPrice: '' },
      ...{
        anchorPriceDecimal: null,
        maxInstallments: null,
        installmentValue: '',
        additionalDeliverables: null,
      },
    })
    const nameless = await ana.post('/products', { isDraft: true })
    expect([nameless.status, nameless.error.details]).toEqual([400, { name: 'Nome é obrigatório' }])
  })

  test.each([
    [
      'a price that is no amount',
      { practicePrice: 'mil' },
      { practicePrice: 'Preço praticado deve ser um número válido' },
    ],
    ['an unknown type', { type: 'Livro' }, { type: 'Selecione um tipo de produto' }],
    [
      'no instalments',
      { maxInstallments: 0 },
      { maxInstallments: 'Quantidade máxima de parcelas deve ser no mínimo 1' },
    ],
    ['a draft that is neither', { isDraft: 'sim' }, { isDraft: 'Valor inválido' }],
    ['an unknown field', { name: 'A', userId: 'x' }, { userId: 'Campo desconhecido' }],
  ])('is refused with %s', async (_what, wrong, details) => {
    const { status, error } = await ana.post('/products', { name: 'A', isDraft: true, ...wrong })
    expect([status, error.details]).toEqual([400, details])
    const { id } = await draftOf<Product>('/products')
    expect((await patch(`/products/${id}`, wrong)).error.details).toEqual(details)
  })

  test('is changed in parts, and finished only when every rule holds', async () => {
    const { id } = await draftOf<Product>('/products')
    const changed = await patch<Product>(`/products/${id}`, { practicePrice: 'R$ 997', maxInstallments: 12 })
    expect(changed.data).toMatchObject({ isDraft: true, practicePriceDecimal: '997.00', maxInstallments: 12 })
    const refused = await patch(`/products/${id}`, { isDraft: false, type: 'Workshop' })
    expect([refused.status, refused.error.details]).toEqual([
      400,
      {
        transformation: 'Transformação é obrigatória',
        mainPersona: 'Persona principal é obrigatória',
        anchorPrice: 'Preço ancorado é obrigatório',
        installmentValue: 'Valor da parcela é obrigatório',
        contentDetails: 'Conteúdo é obrigatório',
      },
    ])
    expect((await ana.get<Product>(`/products/${id}`)).data).toEqual(changed.data)
    const { additionalDeliverables: _, ...whole } = validProduct()
    const { status, data } = await patch<Product>(`/products/${id}`, { ...whole, isDraft: false })
    expect([status, data.isDraft, data.anchorPriceDecimal]).toEqual([200, false, '2997.00'])
  })

  test('a finished product keeps its rules, and may become a draft again', async () => {
    const productId = await makeProduct(app.server.deps.db, { userId: ana.userId })
    const refused = await patch(`/products/${productId}`, {
      type: null,
      transformation: ' ',
      maxInstallments: null,
    })
    expect([refused.status, refused.error.details]).toEqual([
      400,
      {
        type: 'Selecione um tipo de produto',
        transformation: 'Transformação é obrigatória',
        maxInstallments: 'Quantidade máxima de parcelas deve ser no mínimo 1',
      },
    ])
    const back = await patch<Product>(`/products/${productId}`, { isDraft: true, transformation: '' })
    expect([back.status, back.data.transformation]).toEqual([200, ''])
  })

  test('is idempotent by id', async () => {
    const id = crypto.randomUUID()
    const body = { id, name: 'Repetido', isDraft: true }
    expect((await ana.post('/products', body)).status).toBe(201)
    expect((await ana.post('/products', body)).status).toBe(200)
    expect((await ana.post('/products', { ...validProduct(), id, name: 'Repetido' })).status).toBe(409)
  })
})

describe('a draft of an offer', () => {
  test('needs no brand or product, and is finished only with them', async () => {
    const { db } = app.server.deps
    const offer = await draftOf<Offer>('/offers')
    expect(offer).toMatchObject({ isDraft: true, bigIdea: '', brandIds: [], productIds: [] })
    const refused = await patch(`/offers/${offer.id}`, { isDraft: false, bigIdea: 'Vender antes' })
    expect([refused.status, refused.error.details]).toEqual([
      400,
      {
        mechanism: 'Mecanismo é obrigatório',
        offer: 'Oferta é obrigatória',
        brandIds: 'Selecione pelo menos uma marca',
        productIds: 'Selecione pelo menos um produto',
      },
    ])
    const chosen = {
      brandIds: [await makeBrand(db, { userId: ana.userId })],
      productIds: [(await draftOf<Product>('/products')).id],
    }
    expect((await patch<Offer>(`/offers/${offer.id}`, chosen)).data).toMatchObject({
      isDraft: true,
      ...chosen,
    })
    const { bigIdea, mechanism, offer: pitch } = validOffer(chosen)
    const done = await patch<Offer>(`/offers/${offer.id}`, {
      bigIdea,
      mechanism,
      offer: pitch,
      isDraft: false,
    })
    expect([done.status, done.data.isDraft]).toEqual([200, false])
    // Its product is deleted: the finished offer can still be renamed, and takes no empty choice.
    await ana.call('DELETE', `/api/v1/products/${chosen.productIds[0]}?force=true`)
    expect((await patch(`/offers/${offer.id}`, { name: 'Outra' })).status).toBe(200)
    expect((await patch(`/offers/${offer.id}`, { productIds: [] })).error.details).toEqual({
      productIds: 'Selecione pelo menos um produto',
    })
  })
})

test('lists mark drafts, and a chat tells the agent what is missing', async () => {
  const { id: productId } = await draftOf<Product>('/products', {
    name: 'Curso pela metade',
    type: 'Workshop',
  })
  const { data } = await ana.get<AssetsPage>('/assets?q=pela+metade')
  expect(data.items).toMatchObject([{ id: productId, isDraft: true, detail: 'Workshop' }])
  const talk = await ChatClient.open(ana, await openAgentId(ana))
  const context = { productIds: [productId], brandIds: [], offerIds: [] }
  await ana.send(talk.chatId, { ...newMessage(), context } as ReturnType<typeof newMessage>)
  const { messages } = Object(app.provider.requests.at(-1)?.body)
  expect(messages[0].content).toContain(
    'Ficha incompleta. Falta: Transformação, Persona principal, Preço ancorado, Preço praticado, Parcelamento, Conteúdo.',
  )
})
