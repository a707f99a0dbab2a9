import type { Page } from '@playwright/test'
import type { Collection } from '#shared/contract/collections.ts'
import { expect } from './fixtures.ts'

/** Creates a collection through the API, as another device would. */
export async function makeCollection(page: Page, origin: string, name: string): Promise<Collection> {
  const response = await page.request.post('/api/v1/collections', {
    data: { name },
    headers: { Origin: origin },
  })
  expect(response.ok()).toBe(true)
  return ((await response.json()) as { data: Collection }).data
}
