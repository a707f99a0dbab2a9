import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Collection } from '#shared/contract/collections.ts'
import type { FoundPassages, Source } from '#shared/contract/sources.ts'
import type { StorageUsage } from '#shared/contract/storage.ts'
import { documents, plans, sources } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { outcomeOf } from '../../testing/clients/chat-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { sendFile } from '../../testing/factories/attachment-files.ts'
import { makeDocument, makeSource } from '../../testing/factories/business.ts'
import { imageForm } from '../../testing/factories/images.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const FULL = [403, 'STORAGE_FULL']
const SENTENCE = /^Seu espaço acabou\./

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await db().update(plans).set({ storageMegabytes: 1 }).where(eq(plans.id, FREE_PLAN_ID))
})
afterAll(() => app.close())

const db = () => app.server.deps.db
const rowsOf = (client: TestClient) =>
  db().select().from(sources).where(eq(sources.ownerId, client.userId)).orderBy(sources.id)
const becomes = (id: string, state: Source['state']) =>
  eventually(async () => {
    const [row] = await db().select().from(sources).where(eq(sources.id, id))
    expect(row?.state).toBe(state)
  })
const file = (client: TestClient, path: string, text: string, method = 'POST') =>
  client.call<Source>(method, `/api/v1/${path}/file`, imageForm(Buffer.from(text), 'notas.txt', ''))
const find = async (client: TestClient, q: string) =>
  (await client.get<FoundPassages>(`/collections/search?q=${q}`)).data.items.length

async function shelf(name: string) {
  const client = await app.signUp(name)
  const { data } = await client.post<Collection>('/collections', { name: 'Aulas' })
  const usage = async () => (await client.get<StorageUsage>('/me/storage')).data
  /** Stores a source that leaves this many bytes. */
  const fill = async (left: number) => {
    const { used, limit } = await usage()
    return makeSource(db(), { userId: client.userId, bytes: limit - used - left, texts: [] })
  }
  return { client, path: `collections/${data.id}/sources`, usage, fill }
}

test('a file that does not fit is refused, as a source and as a new version, and leaves nothing behind', async () => {
  const { client, path, usage, fill } = await shelf('Ana')
  const { data: first } = await file(client, path, 'Garantia de sete dias.')
  await becomes(first.id, 'ready')
  const heavy = await fill(100)
  const [before, { used, limit }] = [await rowsOf(client), await usage()]
  const tooMuch = 'a'.repeat(101)
  for (const reply of [
    await file(client, path, tooMuch),
    await file(client, `sources/${first.id}`, tooMuch, 'PUT'),
  ]) {
    expect(outcomeOf(reply)).toEqual(FULL)
    expect(reply.error.message).toMatch(SENTENCE)
    expect(reply.error.details).toEqual({ used: String(used), limit: String(limit) })
  }
  expect([await rowsOf(client), (await usage()).used]).toEqual([before, used])
  expect(await find(client, 'garantia')).toBe(1)

  const fits = await file(client, `sources/${first.id}`, 'Prazo de trinta.', 'PUT')
  expect([fits.status, fits.data.state]).toEqual([200, 'queued'])
  await becomes(first.id, 'ready')
  // A deletion frees its space at once.
  expect((await client.call('DELETE', `/api/v1/sources/${heavy}`)).status).toBe(200)
  expect((await file(client, path, tooMuch)).status).toBe(201)
})

test('pages, documents and attachments are refused once it is full', async () => {
  const { client, path, fill } = await shelf('Bia')
  const documentId = await makeDocument(db(), { userId: client.userId })
  const { data: attachment } = await sendFile(client, 'Um anexo qualquer.', 'anexo.txt')
  const adding: [string, object][] = [
    ['page', { address: 'https://127.0.0.1/pagina' }],
    ['document', { documentId }],
    ['attachment', { attachmentId: attachment.id }],
  ]
  const heavy = await fill(-1)
  const before = await rowsOf(client)
  for (const [kind, body] of adding) {
    const { status, error } = await client.post(`/${path}/${kind}`, body)
    expect([kind, status, error.code]).toEqual([kind, ...FULL])
  }
  expect(await rowsOf(client)).toEqual(before)
  await client.call('DELETE', `/api/v1/sources/${heavy}`)
  for (const [kind, body] of adding) {
    expect([kind, (await client.post(`/${path}/${kind}`, body)).status]).toEqual([kind, 201])
  }
})

test('a source is not read once it is full: its passages stay, and it is read when there is room', async () => {
  const { client, path, usage, fill } = await shelf('Caio')
  const documentId = await makeDocument(db(), { userId: client.userId, body: 'Abertura antiga.' })
  const { data } = await client.post<Source>(`/${path}/document`, { documentId })
  await becomes(data.id, 'ready')
  await db().update(documents).set({ body: 'Abertura renovada.' }).where(eq(documents.id, documentId))
  const heavy = await fill(-1)
  const { used } = await usage()
  const readAgain = async (state: Source['state']) => {
    expect((await client.post(`/sources/${data.id}/read`)).status).toBe(200)
    await becomes(data.id, state)
    return (await rowsOf(client)).find(({ id }) => id === data.id)
  }
  expect(await readAgain('failed')).toMatchObject({
    ...{ version: 1, passages: 1, canRetry: true },
    failure: expect.stringMatching(SENTENCE),
  })
  expect([await find(client, 'antiga'), await find(client, 'renovada')]).toEqual([1, 0])
  expect((await usage()).used).toBe(used)
  await client.call('DELETE', `/api/v1/sources/${heavy}`)
  expect(await readAgain('ready')).toMatchObject({ version: 2, passages: 1, failure: null })
  expect([await find(client, 'antiga'), await find(client, 'renovada')]).toEqual([0, 1])
})
