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

/** Adds a text file to a collection through the API, and waits until it is read. */
export async function addTextSource(
  page: Page,
  origin: string,
  { id }: Collection,
  { name, text }: { name: string; text: string },
): Promise<void> {
  const path = `/api/v1/collections/${id}/sources`
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
  const sent = await page.request.post(`${path}/file`, { multipart: { file }, headers: { Origin: origin } })
  expect(sent.ok()).toBe(true)
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
