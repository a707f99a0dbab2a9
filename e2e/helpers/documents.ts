import type { Locator, Page } from '@playwright/test'
import type { Document } from '#shared/contract/documents.ts'
import { expect } from './fixtures.ts'

export const DOCUMENTS = '/app/personalizacao/documentos'

/** A heading, a table and tasks. */
export const TEXT = `## Promessa

Venda **todo dia**, sem lançar.

| Etapa | Dias |
| --- | --- |
| Aquecer | 7 |

- [x] roteiro
- [ ] gravação`

/** Creates a document through the API, as another device would. */
export async function makeDocument(
  page: Page,
  origin: string,
  body: { title: string; body: string; messageId?: string },
): Promise<Document> {
  const response = await page.request.post('/api/v1/documents', { data: body, headers: { Origin: origin } })
  expect(response.ok()).toBe(true)
  return ((await response.json()) as { data: Document }).data
}

/** Changes a document through the API. */
export async function patchDocument(page: Page, origin: string, id: string, data: unknown): Promise<void> {
  const response = await page.request.patch(`/api/v1/documents/${id}`, { data, headers: { Origin: origin } })
  expect(response.ok()).toBe(true)
}

export const titleOf = (page: Page): Locator => page.getByLabel('Título')
export const textOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Texto' })
export const previewOf = (page: Page): Locator => page.getByRole('region', { name: 'Como fica' })
export const saveOf = (page: Page): Locator => page.getByRole('button', { name: 'Salvar', exact: true })
export const cardsOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Seus documentos' }).getByRole('listitem')

/** Asserts the heading of the current document. */
export const expectShown = (page: Page, title: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
