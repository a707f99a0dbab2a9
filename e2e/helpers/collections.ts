import type { Page } from '@playwright/test'
import type { Collection } from '#shared/contract/collections.ts'
import type { Document } from '#shared/contract/documents.ts'
import type { Source, SourcesPage } from '#shared/contract/sources.ts'
import { expect } from './fixtures.ts'

/** Creates a collection through the API, as another device would. */
export const makeCollection = (page: Page, origin: string, name: string): Promise<Collection> =>
  make(page, origin, { path: '/api/v1/collections', data: { name } })

/** Creates a collection of the house through the API, for an administrator. */
export const makeHouseCollection = (page: Page, origin: string, name: string): Promise<Collection> =>
  make(page, origin, { path: '/api/v1/collections/admin', data: { name } })

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

type Made = { path: string; data: Record<string, string> }

async function make<T>(page: Page, origin: string, { path, data }: Made): Promise<T> {
  const response = await page.request.post(path, { data, headers: { Origin: origin } })
  expect(response.ok()).toBe(true)
  return ((await response.json()) as { data: T }).data
}
