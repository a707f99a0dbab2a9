import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Collection } from '#shared/contract/collections.ts'
import type { FoundPassages, Source } from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { sources } from '../../../db/schema/index.ts'
import { type ImageSite, SITE, startImageSite } from '../../../testing/doubles/image-site.ts'
import { eventually } from '../../../testing/eventually.ts'
import { makeDocument } from '../../../testing/factories/business.ts'
import { imageForm, TINY_PNG } from '../../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestClient } from '../../../testing/test-client.ts'

let app: TestApp
let site: ImageSite
let ana: TestClient
let into: string
beforeAll(async () => {
  ;[app, site] = await Promise.all([createTestApp(), startImageSite()])
  Object.assign(app.server.deps, { fetchRemotePage: site.pages() })
  ana = await app.signUp('Ana')
  into = (await ana.post<Collection>('/collections', { name: 'Guias' })).data.id
})
afterAll(async () => {
  await app.close()
  await site.close()
})

const db = () => app.server.deps.db
const rowOf = async (id: string) => (await db().select().from(sources).where(eq(sources.id, id)))[0]
const settled = (id: string, state: 'ready' | 'failed') =>
  eventually(async () => expect((await rowOf(id))?.state).toBe(state))
const readAgain = (id: string) => ana.post<Source>(`/sources/${id}/read`)
const find = async (q: string) => (await ana.get<FoundPassages>(`/collections/search?q=${q}`)).data.items
async function send(bytes: Uint8Array | string, name: string): Promise<Source> {
  const path = `/api/v1/collections/${into}/sources/file`
  return (await ana.call<Source>('POST', path, imageForm(Buffer.from(bytes), name, ''))).data
}

test('a document that was deleted says so, and its passages stay', async () => {
  const documentId = await makeDocument(db(), { userId: ana.userId, body: 'A abertura fica.' })
  const { data } = await ana.post<Source>(`/collections/${into}/sources/document`, { documentId })
  await settled(data.id, 'ready')
  expect((await ana.call('DELETE', `/api/v1/documents/${documentId}`)).status).toBe(200)
  await readAgain(data.id)
  await settled(data.id, 'failed')
  expect(await rowOf(data.id)).toMatchObject({
    ...{ canRetry: true, version: 1, passages: 1 },
    failure: 'Este documento foi excluído. Os trechos que já estavam aqui continuam.',
  })
  expect((await find('abertura')).map(({ source }) => source.id)).toEqual([data.id])
})

test('a file that is no longer stored says so, is not asked for again, and its passages stay', async () => {
  const { id } = await send('O prazo fica.', 'prazo.md')
  await settled(id, 'ready')
  await app.server.deps.files.remove([(await rowOf(id))?.key ?? ''])
  await readAgain(id)
  await settled(id, 'failed')
  expect(await rowOf(id)).toMatchObject({
    ...{ canRetry: false, version: 1, passages: 1 },
    failure: 'O arquivo desta fonte não está mais guardado. Exclua a fonte e envie de novo.',
  })
  expect((await find('prazo')).map(({ source }) => source.id)).toEqual([id])
})

describe('a page', () => {
  /** Its text is that of a script until then. */
  const SHELL = '<title>Curso</title><div id="root"></div><script>desenhe("o curso inteiro")</script>'
  const LARGE = `<p>${'Um texto. '.repeat(6 * 1024 * 102)}</p>`

  test.each([
    ['no page', 'image/png', TINY_PNG, 'Este endereço não é de uma página nem de um PDF.'],
    [
      'too large',
      'text/html',
      LARGE,
      'Esta página é grande demais. Copie o texto dela e envie como arquivo.',
    ],
    [
      'one that only a script fills',
      'text/html',
      SHELL,
      'O texto desta página só aparece no navegador. Copie o texto dela e envie como arquivo.',
    ],
  ])('that is %s says so, and is read once it has a text', async (what, type, body, failure) => {
    const path = `/${encodeURIComponent(what)}`
    const serve = (contentType: string, content: string | Uint8Array) =>
      site.serve(path, (_request, response) =>
        response.writeHead(200, { 'content-type': contentType }).end(content),
      )
    serve(type, body)
    const address = `https://curso.${SITE}${path}`
    const { data } = await ana.post<Source>(`/collections/${into}/sources/page`, { address })
    await settled(data.id, 'failed')
    expect(await rowOf(data.id)).toMatchObject({ failure, canRetry: true, version: 0, passages: 0 })
    serve('text/html', `<p>Agora a página ${what} tem um texto que todos podem ler.</p>`)
    await readAgain(data.id)
    await settled(data.id, 'ready')
    expect(await rowOf(data.id)).toMatchObject({ failure: null, version: 1, passages: 1 })
  })
})

test.each([
  [
    'of too much text',
    'longo.txt',
    () => 'palavra '.repeat(COLLECTION_LIMITS.sourceText / 8 + 1),
    'O texto deste arquivo é longo demais. Divida em arquivos menores.',
  ],
  [
    'with a table that does not close its quotes',
    'tabela.csv',
    () => 'Nome;Opinião\nBia;"Mudou minha vida',
    'Não conseguimos ler esta tabela. Salve de novo como CSV e envie outra vez.',
  ],
])('a file %s says so, and is not asked for again', async (_what, name, make, failure) => {
  const { id } = await send(make(), name)
  await settled(id, 'failed')
  expect(await rowOf(id)).toMatchObject({ failure, canRetry: false, version: 0, passages: 0 })
})
