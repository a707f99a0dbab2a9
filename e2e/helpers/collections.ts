import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { collections, sources } from '#server/db/schema/index.ts'
import { makeSource } from '#server/testing/factories/business.ts'
import type { ServerProcess } from '#server/testing/processes/server-process.ts'
import type { Collection, HouseCollections } from '#shared/contract/collections.ts'
import type { Document } from '#shared/contract/documents.ts'
import type { Source, SourcesPage } from '#shared/contract/sources.ts'
import { inDatabase } from './database.ts'
import { expect } from './fixtures.ts'

/** Creates a collection through the API, as another device would. */
export const makeCollection = (page: Page, origin: string, name: string): Promise<Collection> =>
  make(page, origin, { path: '/api/v1/collections', data: { name } })

/** Creates a collection of the house through the API, for an administrator. */
export const makeHouseCollection = (page: Page, origin: string, name: string): Promise<Collection> =>
  make(page, origin, { path: '/api/v1/collections/admin', data: { name } })

/** Deletes the collections of the house that other journeys left, for an administrator. */
export async function removeHouseCollections(page: Page, origin: string): Promise<void> {
  const path = '/api/v1/collections/admin'
  const { data } = (await (await page.request.get(path)).json()) as { data: HouseCollections }
  for (const { id } of data.items) {
    const gone = await page.request.delete(`${path}/${id}`, { headers: { Origin: origin } })
    expect(gone.ok()).toBe(true)
  }
}

/** Adds a document to a collection through the API. */
export const addDocumentSource = (
  page: Page,
  origin: string,
  { id }: Collection,
  document: Pick<Document, 'id'>,
): Promise<Source> =>
  make(page, origin, {
    path: `/api/v1/collections/${id}/sources/document`,
    data: { documentId: document.id },
  })

type NamedFile = { name: string; mimeType: string; buffer: Buffer }

/** Adds a file to a collection through the API; it is read later. */
export async function addFileSource(
  page: Page,
  origin: string,
  { id }: Collection,
  file: NamedFile,
): Promise<Source> {
  const sent = await page.request.post(`/api/v1/collections/${id}/sources/file`, {
    multipart: { file },
    headers: { Origin: origin },
  })
  expect(sent.ok()).toBe(true)
  return ((await sent.json()) as { data: Source }).data
}

/** Adds a text file to a collection through the API, and waits until it is read. */
export async function addTextSource(
  page: Page,
  origin: string,
  collection: Collection,
  { name, text }: { name: string; text: string },
): Promise<void> {
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
  await addFileSource(page, origin, collection, file)
  const path = `/api/v1/collections/${collection.id}/sources`
  const states = async () => {
    const { data } = (await (await page.request.get(path)).json()) as { data: SourcesPage }
    return data.items.map(({ state }) => state)
  }
  await expect.poll(states, { timeout: 30_000 }).toEqual(['ready'])
}

type Stored = Partial<typeof sources.$inferInsert> & { texts?: string[] }

/** Sources of a collection as they would be at some point, without a reading; returns their ids. */
export const storeSources = (
  server: ServerProcess,
  { id }: Collection,
  stored: readonly Stored[],
): Promise<string[]> =>
  inDatabase(server, async (db) => {
    const [collection] = await db.select().from(collections).where(eq(collections.id, id))
    if (!collection) throw new Error(`no collection ${id}`)
    const ids: string[] = []
    for (const source of stored) {
      ids.push(await makeSource(db, { ...source, userId: collection.ownerId, collectionId: id }))
    }
    return ids
  })

/** Changes the row of a source, as an instance that reads it does. */
export const changeSource = (server: ServerProcess, id: string, row: Stored): Promise<unknown> =>
  inDatabase(server, (db) => db.update(sources).set(row).where(eq(sources.id, id)))

/** The sources of the collection on screen. */
export const sourcesOn = (page: Page): Locator =>
  page.getByRole('list', { name: 'Fontes' }).getByRole('listitem')

/** Chooses an action of a collection or of a source. */
export async function actOn(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Opções de ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

type Made = { path: string; data: Record<string, string> }

async function make<T>(page: Page, origin: string, { path, data }: Made): Promise<T> {
  const response = await page.request.post(path, { data, headers: { Origin: origin } })
  expect(response.ok()).toBe(true)
  return ((await response.json()) as { data: T }).data
}
