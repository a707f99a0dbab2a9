import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Collection, Collections } from '#shared/contract/collections.ts'
import type { FoundPassages, Source, SourcesPage } from '#shared/contract/sources.ts'
import type { StorageUsage } from '#shared/contract/storage.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { collections, passages, sources } from '../../db/schema/index.ts'
import { eventually } from '../../testing/eventually.ts'
import { pdfFile, sendFile, wordFile } from '../../testing/factories/attachment-files.ts'
import { makeDocument, makeSource } from '../../testing/factories/business.ts'
import { imageForm, TINY_PNG } from '../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { sweepSources } from './sources.service.ts'

let app: TestApp
let ana: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const collect = async (client: TestClient, name = 'Aulas') =>
  (await client.post<Collection>('/collections', { name })).data.id
const send = (client: TestClient, collectionId: string, bytes: Uint8Array | string, name: string) =>
  client.call<Source>(
    'POST',
    `/api/v1/collections/${collectionId}/sources/file`,
    imageForm(Buffer.from(bytes), name, ''),
  )
const listed = async (client: TestClient, collectionId: string) =>
  (await client.get<SourcesPage>(`/collections/${collectionId}/sources`)).data.items
async function settled(client: TestClient, { id, collectionId }: Source): Promise<Source> {
  const current = async () => (await listed(client, collectionId)).find((it) => it.id === id)
  await eventually(async () => expect(['ready', 'failed']).toContain((await current())?.state))
  const source = await current()
  if (!source) throw new Error('the source is gone')
  return source
}
const find = async (client: TestClient, q: string, more = '') =>
  (await client.get<FoundPassages>(`/collections/search?q=${encodeURIComponent(q)}${more}`)).data.items
const textOf = ({ snippet }: FoundPassages['items'][number]) => snippet.map(({ text }) => text).join('')
const storage = async (client: TestClient) => (await client.get<StorageUsage>('/me/storage')).data.used

const SRT =
  '1\n00:00:05,000 --> 00:00:09,000\nBem-vindas\n\n2\n00:12:31,000 --> 00:12:35,000\nO carrinho abre na quinta.'

describe('files', () => {
  test.each([
    [
      'a PDF',
      pdfFile(['Capa do guia', 'Garantia: devolvemos em sete dias.']),
      'guia.pdf',
      'garantia',
      { page: 2 },
    ],
    [
      'a Word document',
      wordFile('Página de vendas', 'Bônus de mentoria'),
      'pagina.docx',
      'mentoria',
      { headings: ['Página de vendas'] },
    ],
    [
      'Markdown',
      '# Oferta\n\n## Preço\n\nCusta 997 reais.',
      'oferta.md',
      'reais',
      { headings: ['Oferta', 'Preço'] },
    ],
    ['a table', 'Nome;Opinião\nBia;Mudou minha vida', 'depoimentos.csv', 'opiniao', { headings: [] }],
    ['subtitles', SRT, 'aula 3.srt', 'carrinho', { startSecond: 5 }],
    [
      'a plain text',
      Buffer.from('Pre\xe7o promocional', 'latin1'),
      'nota.txt',
      'promocional',
      { page: null },
    ],
  ])('%s is found by its words, with its place', async (_kind, bytes, name, q, place) => {
    const collectionId = await collect(ana)
    const sent = await send(ana, collectionId, await bytes, name)
    expect([sent.status, sent.data.name]).toEqual([201, name])
    const source = await settled(ana, sent.data)
    expect(source).toMatchObject({
      state: 'ready',
      failure: null,
      version: 1,
      kind: /\.(\w+)$/.exec(name)?.[1],
    })
    const [found] = await find(ana, q, `&collectionId=${collectionId}`)
    expect(found).toMatchObject({ ...place, source: { id: source.id, name } })
    expect(found?.snippet.some(({ isMatch }) => isMatch)).toBe(true)
  })

  test.each([
    ['a damaged PDF', '%PDF-1.7\nnada', 'a.pdf', /danificado/],
    ['a PDF without text', pdfFile([' ']), 'b.pdf', /digitalizado/],
    ['subtitles without times', 'Oi, pessoal', 'c.srt', /falas com tempos/],
    ['a text without words', ' \n…\n ', 'd.txt', /vazio/],
    ['a Word document that is none', 'PK\x03\x04nada', 'e.docx', /não é aceito/],
  ])('%s fails with a sentence, and is never stored as empty', async (_kind, bytes, name, sentence) => {
    const collectionId = await collect(ana)
    const { data } = await send(ana, collectionId, bytes, name)
    const source = await settled(ana, data)
    expect(source).toMatchObject({
      ...{ state: 'failed', passages: 0, canRetry: false },
      failure: expect.stringMatching(sentence),
    })
    expect(await db().$count(passages, eq(passages.sourceId, data.id))).toBe(0)
    const again = await ana.post<Source>(`/sources/${data.id}/read`)
    expect(again.data).toMatchObject({ state: 'queued', failure: null })
    expect((await settled(ana, data)).state).toBe('failed')
  })

  test.each([
    ['a picture', TINY_PNG, 'foto.png', 400, /Imagens não entram/],
    ['an old Word document', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'velho.doc', 400, /formato antigo/],
    ['an enormous file', Buffer.alloc(COLLECTION_LIMITS.sourceBytes + 1, 'a'), 'grande.txt', 413, /25 MB/],
  ])('%s is refused at once', async (_kind, bytes, name, status, sentence) => {
    const reply = await send(ana, await collect(ana), bytes, name)
    expect([reply.status, reply.error.message]).toEqual([status, expect.stringMatching(sentence)])
  })

  test('the same file twice in a collection is one source, in two collections two', async () => {
    const [here, there] = [await collect(ana), await collect(ana)]
    const first = await send(ana, here, 'O mesmo texto', 'a.txt')
    const second = await send(ana, here, 'O mesmo texto', 'b.txt')
    const other = await send(ana, there, 'O mesmo texto', 'a.txt')
    expect([second.data.id, second.data.name]).toEqual([first.data.id, 'a.txt'])
    expect(other.data.id).not.toBe(first.data.id)
    expect(await listed(ana, here)).toHaveLength(1)
  })
})

describe('documents and pages', () => {
  test('a document is read in its newest version, and again on demand', async () => {
    const collectionId = await collect(ana)
    const documentId = await makeDocument(db(), { userId: ana.userId, body: '# Roteiro\n\nAbertura antiga.' })
    const { data, status } = await ana.post<Source>(`/collections/${collectionId}/sources/document`, {
      documentId,
    })
    expect(status).toBe(201)
    await settled(ana, data)
    const { data: document } = await ana.get<{ version: number }>(`/documents/${documentId}`)
    await ana.call('PATCH', `/api/v1/documents/${documentId}`, {
      body: '# Roteiro\n\nAbertura renovada.',
      version: document.version,
    })
    expect(await find(ana, 'antiga', `&collectionId=${collectionId}`)).toHaveLength(1)
    await ana.post(`/sources/${data.id}/read`)
    expect(await settled(ana, data)).toMatchObject({ version: 2, passages: 1 })
    expect(await find(ana, 'antiga', `&collectionId=${collectionId}`)).toEqual([])
    expect(await find(ana, 'renovada', `&collectionId=${collectionId}`)).toHaveLength(1)
    expect(await db().$count(passages, eq(passages.sourceId, data.id))).toBe(1)
  })

  test.each([
    ['the own network', 'https://127.0.0.1/painel'],
    ['a private address', 'https://10.0.0.8/'],
    ['a name with a port', 'https://exemplo.com.br:8443/'],
  ])('A33 a page of %s is not read', async (_what, address) => {
    const collectionId = await collect(ana)
    const { data } = await ana.post<Source>(`/collections/${collectionId}/sources/page`, { address })
    expect(await settled(ana, data)).toMatchObject({
      ...{ state: 'failed', canRetry: true },
      failure: expect.stringMatching(/endereço/),
    })
  })

  test('only https addresses are taken', async () => {
    const collectionId = await collect(ana)
    const reply = await ana.post(`/collections/${collectionId}/sources/page`, {
      address: 'ftp://exemplo.com',
    })
    expect([reply.status, reply.error.details?.address]).toEqual([400, expect.stringMatching(/https/)])
  })
})

describe('attachments', () => {
  test('are kept as a copy under their name, once, and stay when the attachment is gone', async () => {
    const [collectionId, attached] = [await collect(ana), await sendFile(ana, SRT, 'aula 4.srt')]
    const keep = () =>
      ana.post<Source>(`/collections/${collectionId}/sources/attachment`, { attachmentId: attached.data.id })
    const [first, second] = [await keep(), await keep()]
    expect(first).toMatchObject({ status: 201, data: { name: 'aula 4.srt', kind: 'srt' } })
    expect(second.data.id).toBe(first.data.id)
    expect((await ana.call('DELETE', `/api/v1/attachments/${attached.data.id}`)).status).toBe(200)
    await settled(ana, first.data)
    expect(await find(ana, 'carrinho', `&collectionId=${collectionId}`)).toHaveLength(1)
    expect((await keep()).status).toBe(404)
  })

  test('that are pictures or of another person are refused', async () => {
    const [collectionId, bia] = [await collect(ana), await app.signUp('Bia')]
    const picture = await sendFile(ana, TINY_PNG, 'foto.png')
    const theirs = await sendFile(bia, 'Segredo', 'segredo.txt')
    const keep = (client: TestClient, attachmentId: string) =>
      client.post(`/collections/${collectionId}/sources/attachment`, { attachmentId })
    const refused = await keep(ana, picture.data.id)
    expect([refused.status, refused.error.message]).toEqual([400, expect.stringMatching(/Imagens/)])
    expect([(await keep(ana, theirs.data.id)).status, (await keep(bia, theirs.data.id)).status]).toEqual([
      404, 404,
    ])
    expect(await listed(ana, collectionId)).toEqual([])
  })
})

describe('search', () => {
  test('ranks passages with more and rarer words first, without accents, in all own collections', async () => {
    const bia = await app.signUp('Bia')
    const texts = [
      'A promoção do curso começa hoje.',
      'O curso tem aulas.',
      'Promoções de curso de inverno e reembolso.',
    ]
    await makeSource(db(), { userId: bia.userId, texts })
    const found = await find(bia, 'reembolso da promocao')
    expect(found.map(textOf)).toEqual([texts[2], texts[0]])
    expect(await find(bia, '?!')).toEqual([])
    expect(await find(bia, 'inexistente')).toEqual([])
  })

  test('never finds those of another person, nor of their collection', async () => {
    const [bia, caio] = [await app.signUp('Bia'), await app.signUp('Caio')]
    await makeSource(db(), { userId: bia.userId, texts: ['Segredo da Bia'] })
    const [held] = (await bia.get<Collections>('/collections')).data.items
    expect(await find(caio, 'segredo')).toEqual([])
    expect((await caio.get(`/collections/search?q=segredo&collectionId=${held?.id}`)).status).toBe(404)
    expect(
      (await caio.post(`/collections/${held?.id}/sources/document`, { documentId: randomUUID() })).status,
    ).toBe(404)
  })
})

describe('deletion', () => {
  test('takes a source out of the search at once, with its file and bytes', async () => {
    const eva = await app.signUp('Eva')
    const collectionId = await collect(eva)
    const before = await storage(eva)
    const { data } = await send(eva, collectionId, 'Roteiro do lançamento', 'roteiro.txt')
    await settled(eva, data)
    const [row] = await db().select().from(sources).where(eq(sources.id, data.id))
    const stored = Buffer.byteLength('Roteiro do lançamento')
    expect(await storage(eva)).toBe(before + 2 * stored)
    expect((await eva.call('DELETE', `/api/v1/sources/${data.id}`)).status).toBe(200)
    expect(await find(eva, 'lançamento')).toEqual([])
    expect(await app.server.deps.files.read(row?.key ?? '')).toBeUndefined()
    expect([await storage(eva), await db().$count(sources, eq(sources.id, data.id))]).toEqual([before, 0])
  })

  test('of a collection takes all its sources; the sweep removes what a crash left', async () => {
    const eva = await app.signUp('Eva')
    const collectionId = await collect(eva)
    const { data } = await send(eva, collectionId, 'Um texto qualquer', 'um.txt')
    await settled(eva, data)
    expect((await eva.call('DELETE', `/api/v1/collections/${collectionId}`)).status).toBe(200)
    expect((await eva.get<Collections>('/collections')).data.items).toEqual([])
    expect(await db().$count(collections, eq(collections.id, collectionId))).toBe(0)
    const left = await makeSource(db(), { userId: eva.userId })
    await db().update(sources).set({ deletedAt: sql`now() - interval '2 hours'` }).where(eq(sources.id, left))
    await sweepSources(app.server.deps)
    expect(await db().$count(sources, eq(sources.id, left))).toBe(0)
  })

  test('of the account removes the files', async () => {
    const eva = await app.signUp('Eva')
    const { data } = await send(eva, await collect(eva), 'Texto da Eva', 'eva.txt')
    const [row] = await db().select().from(sources).where(eq(sources.id, data.id))
    expect((await eva.call('POST', '/api/auth/delete-user', { password: eva.password })).status).toBe(200)
    expect(await app.server.deps.files.read(row?.key ?? '')).toBeUndefined()
    expect(await db().$count(collections, eq(collections.ownerId, eva.userId))).toBe(0)
  })
})

test('a collection is created once for an id, renamed, and counted', async () => {
  const gil = await app.signUp('Gil')
  const id = randomUUID()
  const made = await gil.post<Collection>('/collections', { id, name: ' Aulas ', description: 'Do curso' })
  expect(made.data).toMatchObject({ id, name: 'Aulas', description: 'Do curso', sources: 0, passages: 0 })
  expect((await gil.post<Collection>('/collections', { id, name: 'Outra' })).data.name).toBe('Aulas')
  expect((await ana.post('/collections', { id, name: 'Roubada' })).status).toBe(409)
  await gil.call('PATCH', `/api/v1/collections/${id}`, { name: 'Módulos' })
  await makeSource(db(), { userId: gil.userId, collectionId: id, texts: ['Um', 'Dois'] })
  const all = (await gil.get<Collections>('/collections')).data
  expect(all).toMatchObject({
    items: [{ name: 'Módulos', sources: 1, passages: 2, pending: 0, failed: 0 }],
    passages: { used: 2, limit: 20_000 },
    meant: null,
  })
  const refused = await gil.post('/collections', { name: ' ' })
  expect([refused.status, refused.error.details]).toEqual([400, { name: 'Nome é obrigatório' }])
})
