import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Collection } from '#shared/contract/collections.ts'
import { ONBOARDING, PRODUCT } from '#shared/testing/business-fixtures.ts'
import { brands, credentials, documents, documentVersions } from '../../db/schema/index.ts'
import { exported } from '../../testing/clients/own-data-export.ts'
import {
  makeBrand,
  makeDocument,
  makeOffer,
  makeOnboarding,
  makeProduct,
  makeSource,
} from '../../testing/factories/business.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const db = () => app.server.deps.db

test('the export contains the business data, including deleted rows before the purge', async () => {
  const ana = await app.signUp('Ana')
  const { userId } = ana
  const [productId, deletedId] = [
    await makeProduct(db(), { userId }),
    await makeProduct(db(), { userId, name: 'Excluído', deletedAt: new Date() }),
  ]
  const brandIds = [await makeBrand(db(), { userId }), await makeBrand(db(), { userId, name: 'Outra' })]
  const offerId = await makeOffer(db(), {
    userId,
    brandIds: brandIds.toReversed(),
    productIds: [deletedId, productId],
  })
  await makeOnboarding(db(), { userId })
  const { text, lines } = await exported(ana)
  expect(lines('produtos.jsonl')).toMatchObject([
    { ...PRODUCT, id: productId, practicePriceDecimal: '1997.00', deletedAt: null },
    { id: deletedId, name: 'Excluído', deletedAt: expect.any(String) },
  ])
  expect(lines('marcas.jsonl').map(({ id }) => id)).toEqual(brandIds)
  expect(lines('ofertas.jsonl')).toMatchObject([
    { id: offerId, brandIds: brandIds.toReversed(), productIds: [deletedId, productId] },
  ])
  expect(JSON.parse(text('dados.json'))).toMatchObject({
    profile: { hasCompletedOnboarding: true },
    onboarding: { answers: ONBOARDING },
    credentials: [],
  })
  expect(text('leia-me.txt')).toMatch(/produtos\.jsonl.*marcas\.jsonl.*ofertas\.jsonl/)
  expect(text('leia-me.txt')).toContain('credenciais (sem as chaves)')
})

test('the export contains each document as text, with all of its versions', async () => {
  const bia = await app.signUp('Bia')
  const { userId } = bia
  const documentId = await makeDocument(db(), { userId, title: 'Página de vendas: nº 1', version: 1 })
  const versions = Array.from({ length: 44 }, (_, index) => ({
    documentId,
    version: index + 2,
    title: 'Página de vendas: nº 1',
    body: `Versão ${index + 2}`,
  }))
  await db().insert(documentVersions).values(versions)
  await db().update(documents).set({ version: 45, body: 'Versão 45' }).where(eq(documents.id, documentId))
  await makeDocument(db(), { userId, title: '🚀', deletedAt: new Date() })
  const { names, text, lines } = await exported(bia)
  expect(names.filter((name) => name.startsWith('documentos/'))).toEqual([
    'documentos/0001 Página de vendas nº 1.md',
    'documentos/0001 Página de vendas nº 1.jsonl',
    'documentos/0002 documento.md',
    'documentos/0002 documento.jsonl',
  ])
  expect(text('documentos/0001 Página de vendas nº 1.md')).toBe('Versão 45')
  const [document, ...kept] = lines('documentos/0001 Página de vendas nº 1.jsonl')
  expect(document).toMatchObject({ id: documentId, version: 45, deletedAt: null })
  expect(kept.map(({ version }) => version)).toEqual(Array.from({ length: 45 }, (_, index) => index + 1))
  expect(kept.at(-1)).toMatchObject({ body: 'Versão 45', title: 'Página de vendas: nº 1' })
  expect(lines('documentos/0002 documento.jsonl')[0].deletedAt).not.toBeNull()
})

test('the export contains each source of the Acervo with its file and its passages, and those of nobody else', async () => {
  const [fabi, gil] = [await app.signUp('Fabi'), await app.signUp('Gil')]
  const { data } = await fabi.post<Collection>('/collections', { name: 'Aulas', description: 'Do curso' })
  const key = `${randomUUID().replaceAll('-', '')}.source`
  await app.server.deps.files.write(key, Buffer.from('Texto enviado'))
  const own = { userId: fabi.userId, collectionId: data.id }
  const texts = Array.from({ length: 130 }, (_, index) => `Trecho ${index}`)
  await makeSource(db(), { ...own, texts, key, kind: 'txt', name: 'roteiro: nº 1.TXT', bytes: 13 })
  await makeSource(db(), { ...own, kind: 'page', name: 'exemplo.com.br', address: 'https://exemplo.com.br/' })
  await makeSource(db(), { ...own, name: 'Saindo', texts: ['Some'], deletedAt: new Date() })
  await makeSource(db(), { userId: gil.userId, texts: ['Segredo do Gil'] })
  const { names, text, lines, whole } = await exported(fabi)
  expect(lines('colecoes.jsonl')).toMatchObject([{ id: data.id, name: 'Aulas', description: 'Do curso' }])
  expect(lines('fontes.jsonl')).toMatchObject([
    {
      file: 'acervo/0001 roteiro nº 1.txt',
      collectionId: data.id,
      kind: 'txt',
      state: 'ready',
      passages: 130,
    },
    { file: null, kind: 'page', address: 'https://exemplo.com.br/' },
  ])
  expect(names.filter((name) => name.startsWith('acervo/'))).toEqual([
    'acervo/0001 roteiro nº 1.txt',
    'acervo/0001 roteiro nº 1.jsonl',
    'acervo/0002 exemplo com br.jsonl',
  ])
  expect(text('acervo/0001 roteiro nº 1.txt')).toBe('Texto enviado')
  expect(lines('acervo/0001 roteiro nº 1.jsonl').map((passage) => passage.text)).toEqual(texts)
  expect(text('leia-me.txt')).toMatch(/acervo\/.*fontes\.jsonl.*colecoes\.jsonl/s)
  expect(whole).not.toMatch(/Segredo do Gil|Saindo/)
  expect(whole).not.toContain(key)
})

test('the export contains more than one page of each', async () => {
  const carla = await app.signUp('Carla')
  const { userId } = carla
  await db()
    .insert(brands)
    .values(Array.from({ length: 205 }, (_, index) => ({ userId, name: `Marca ${index}` })))
  const names = (await exported(carla)).lines('marcas.jsonl').map(({ name }) => name)
  expect(names.toSorted()).toEqual(Array.from({ length: 205 }, (_, index) => `Marca ${index}`).toSorted())
})

test('the export contains credentials without their keys, and no data of other users', async () => {
  const [dora, eva] = [await app.signUp('Dora'), await app.signUp('Eva')]
  const key = { provider: 'openai', keyId: 'chave-mestra-7', lastFour: 'x9Zk', status: 'verified' } as const
  await db()
    .insert(credentials)
    .values([
      { ...key, userId: dora.userId, name: 'Chave da Dora', sealed: 'segredo-selado-da-dora' },
      { ...key, userId: eva.userId, name: 'Chave da Eva', sealed: 'segredo-selado-da-eva' },
    ])
  await makeProduct(db(), { userId: eva.userId, name: 'Produto da Eva' })
  await makeDocument(db(), { userId: eva.userId, title: 'Documento da Eva' })
  await makeOnboarding(db(), { userId: eva.userId, digitalMarketingGoal: 'Objetivo da Eva' })
  const { text, whole } = await exported(dora)
  const [credential, ...others] = JSON.parse(text('dados.json')).credentials
  expect(others).toEqual([])
  expect(credential).toMatchObject({ name: 'Chave da Dora', provider: 'openai', lastFour: 'x9Zk' })
  expect(whole).not.toMatch(/segredo-selado|chave-mestra|sealed|keyId|da Eva/)
})
