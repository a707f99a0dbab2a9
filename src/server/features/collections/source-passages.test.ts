import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Collection, Collections } from '#shared/contract/collections.ts'
import type { Source, SourcePassages, SourcesPage } from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import type { Db } from '../../db/connect.ts'
import { plans } from '../../db/schema/index.ts'
import { searchTransaction } from '../../db/search/search-transaction.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { eventually } from '../../testing/eventually.ts'
import { imageForm } from '../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { findPassages } from './passages.queries.ts'

const { passagesPerPage } = COLLECTION_LIMITS
const SECTIONS = passagesPerPage + 5

let app: TestApp
let ana: TestClient
let source: Source
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana')
  const { data: collection } = await ana.post<Collection>('/collections', { name: 'Aulas' })
  const text = Array.from({ length: SECTIONS }, (_, at) => `# Aula ${at + 1}\n\nO tema é o número ${at + 1}.`)
  const form = imageForm(Buffer.from(text.join('\n\n')), 'curso.md', '')
  source = (await ana.call<Source>('POST', `/api/v1/collections/${collection.id}/sources/file`, form)).data
  await eventually(async () => expect((await read(ana)).data.source.passages).toBe(SECTIONS))
})
afterAll(() => app.close())

const read = (client: TestClient, query = '') =>
  client.get<SourcePassages>(`/sources/${source.id}/passages${query}`)

test('a source is read in its order, a page at a time, from any passage', async () => {
  const first = (await read(ana)).data
  expect(first.source).toMatchObject({ name: 'curso.md', kind: 'md', collectionId: source.collectionId })
  expect(first.items.map(({ position }) => position)).toEqual([...Array(passagesPerPage).keys()])
  const { items } = (await read(ana, `?from=${SECTIONS - 2}`)).data
  expect(items.map(({ headings, position }) => [position, headings])).toEqual([
    [SECTIONS - 2, [`Aula ${SECTIONS - 1}`]],
    [SECTIONS - 1, [`Aula ${SECTIONS}`]],
  ])
  expect(items[1]?.text).toContain(`número ${SECTIONS}`)
  expect((await read(ana, `?from=${SECTIONS}`)).data.items).toEqual([])
})

test.each(['-1', '1.5', 'x', '20001'])('from=%s is refused with a sentence', async (from) => {
  const { status, error } = await read(ana, `?from=${from}`)
  expect([status, error.message]).toEqual([400, 'Trecho inválido'])
})

test('the plan says how many passages a person may have, and those that are there stay', async () => {
  const bia = await app.signUp('Bia')
  const { db } = app.server.deps
  const setLimit = (passageLimit: number) =>
    db.update(plans).set({ passageLimit }).where(eq(plans.id, FREE_PLAN_ID))
  const { data: collection } = await bia.post<Collection>('/collections', { name: 'Aulas' })
  const path = `/collections/${collection.id}`
  const send = (name: string, text: string) =>
    bia.call<Source>('POST', `/api/v1${path}/sources/file`, imageForm(Buffer.from(text), name, ''))
  const states = async () =>
    (await bia.get<SourcesPage>(`${path}/sources`)).data.items.map(({ name, state }) => [name, state])
  try {
    await setLimit(2)
    await send('um.md', '# A\n\nPrimeiro.\n\n# B\n\nSegundo.')
    await eventually(async () => expect(await states()).toEqual([['um.md', 'ready']]))
    const { data: second } = await send('dois.md', 'Terceiro.')
    await eventually(async () => expect((await states())[0]).toEqual(['dois.md', 'failed']))
    const [failed] = (await bia.get<SourcesPage>(`${path}/sources`)).data.items
    expect(failed).toMatchObject({
      failure: expect.stringMatching(/^Seu acervo passaria dos 2 trechos do seu plano\./),
      canRetry: true,
    })
    await setLimit(1)
    const full = { used: 2, limit: 1 }
    expect((await bia.get<Collections>('/collections')).data.passages).toEqual(full)
    await setLimit(3)
    await bia.call('POST', `/api/v1/sources/${second.id}/read`)
    await eventually(async () => expect((await states())[0]).toEqual(['dois.md', 'ready']))
  } finally {
    await setLimit(20_000)
  }
})

test('nobody else reads it, and nobody once it is deleted', async () => {
  expect((await read(await app.signUp('Caio'))).status).toBe(404)
  await ana.call('DELETE', `/api/v1/sources/${source.id}`)
  expect((await read(ana)).status).toBe(404)
})

test('words are looked up in their index, although the statistics are older than the passages', async () => {
  const plan = await searchTransaction(app.server.deps.db, AbortSignal.timeout(5_000), (tx) => {
    const explaining = { execute: (query: SQL) => tx.execute(sql`explain ${query}`) } as Db
    return findPassages(explaining, { ownerIds: [ana.userId], tsqueries: ["'tema'"], limit: 8 })
  })
  expect(JSON.stringify(plan)).toContain('passages_vector_idx')
})
