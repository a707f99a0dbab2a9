import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Collection } from '#shared/contract/collections.ts'
import type { FoundPassages, Source } from '#shared/contract/sources.ts'
import { passages, sources } from '../../../db/schema/index.ts'
import { type ImageSite, PUBLIC_ADDRESS, SITE, startImageSite } from '../../../testing/doubles/image-site.ts'
import { eventually } from '../../../testing/eventually.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestClient } from '../../../testing/test-client.ts'

let app: TestApp
let site: ImageSite
let ana: TestClient
let path: string
beforeAll(async () => {
  app = await createTestApp()
  site = await startImageSite()
  Object.assign(app.server.deps, { fetchRemotePage: site.pages() })
  // Every name and address leads to the site, so a redirect that is followed is answered with this.
  site.name(`interno.${SITE}`, ['10.0.0.8'])
  show('/dentro', 'Um segredo que só a rede de dentro mostra.')
  ana = await app.signUp('Ana')
  path = `/collections/${(await ana.post<Collection>('/collections', { name: 'Páginas' })).data.id}/sources`
})
beforeEach(() => {
  for (const list of [site.requests, site.dials]) list.length = 0
})
afterAll(async () => {
  await app.close()
  await site.close()
})

const db = () => app.server.deps.db
const show = (at: string, text: string) =>
  site.serve(at, (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<p>${text}</p>`),
  )
const redirect = (at: string, to: string) =>
  site.serve(at, (_request, response) => response.writeHead(302, { Location: to }).end('ali'))
const add = async (at: string) =>
  (await ana.post<Source>(`${path}/page`, { address: `https://curso.${SITE}${at}` })).data.id
const find = async (q: string) =>
  (await ana.get<FoundPassages>(`/collections/search?q=${q}`)).data.items.length
async function settled(id: string, state: 'ready' | 'failed') {
  const row = async () => (await db().select().from(sources).where(eq(sources.id, id)))[0]
  await eventually(async () => expect((await row())?.state).toBe(state))
  return row()
}

test('a page behind a redirect to a public address is read', async () => {
  redirect('/curto', `https://www.${SITE}/garantia`)
  show('/garantia', 'A garantia dura sete dias.')
  expect(await settled(await add('/curto'), 'ready')).toMatchObject({ passages: 1 })
  expect([await find('garantia'), site.requests]).toEqual([1, ['/curto', '/garantia']])
})

test.each([
  ['a name of a private address', `https://interno.${SITE}/dentro`],
  ['a private address', 'https://10.0.0.8/dentro'],
  ['the own machine', 'https://127.0.0.1/dentro'],
  ['a name with a port', `https://www.${SITE}:8443/dentro`],
  ['an address without https', `http://www.${SITE}/dentro`],
])(
  'A33 a page that redirects to %s is not read, and says no more than any that is away',
  async (what, to) => {
    const at = `/${encodeURIComponent(what)}`
    redirect(at, to)
    const id = await add(at)
    expect(await settled(id, 'failed')).toMatchObject({
      ...{ passages: 0, version: 0, canRetry: true },
      failure: expect.stringMatching(/^Não conseguimos abrir esta página\./),
    })
    expect([site.requests, site.dials]).toEqual([[at], [PUBLIC_ADDRESS]])
    expect(await db().$count(passages, eq(passages.sourceId, id))).toBe(0)
  },
)

test('A33 a page that is read again and redirects to a private address by then keeps its passages', async () => {
  show('/bonus', 'O bônus deste curso é uma mentoria em grupo.')
  const id = await add('/bonus')
  await settled(id, 'ready')
  redirect('/bonus', `https://interno.${SITE}/dentro`)
  expect((await ana.post(`/sources/${id}/read`)).status).toBe(200)
  expect(await settled(id, 'failed')).toMatchObject({ passages: 1, version: 1 })
  expect([await find('mentoria'), await find('segredo')]).toEqual([1, 0])
  expect(site.dials).toEqual([PUBLIC_ADDRESS, PUBLIC_ADDRESS])
})
