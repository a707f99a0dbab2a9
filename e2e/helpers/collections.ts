import type { Page } from '@playwright/test'
import type { Collection } from '#shared/contract/collections.ts'
import type { Document } from '#shared/contract/documents.ts'
import type { Source } from '#shared/contract/sources.ts'
import { expect } from './fixtures.ts'

/** Creates a collection through the API, as another device would. */
export const makeCollection = (page: Page, origin: string, name: string): Promise<Collection> =>
  make(page, origin, { name, path: '/api/v1/collections' })

/** Creates a collection of the house through the API, for an administrator. */
export const makeHouseCollection = (page: Page, origin: string, name: string): Promise<Collection> =>
  make(page, origin, { name, path: '/api/v1/collections/admin' })

/** Adds a document to a collection through the API. */
export async function addDocumentSource(
  page: Page,
  origin: string,
  { id }: Collection,
  document: Pick<Document, 'id'>,
): Promise<Source> {
  const response = await page.request.post(`/api/v1/collections/${id}/sources/document`, {
    data: { documentId: document.id },
    headers: { Origin: origin },
  })
  expect(response.ok()).toBe(true)
  return ((await response.json()) as { data: Source }).data
}

type Made = { name: string; path: string }

async function make(page: Page, origin: string, { name, path }: Made): Promise<Collection> {
  const response = await page.request.post(path, {
    data: { name },
    headers: { Origin: origin },
  })
  expect(response.ok()).toBe(true)
  return ((await response.json()) as { data: Collection }).data
}
