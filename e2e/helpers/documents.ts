import type { BrowserContext, Locator, Page } from '@playwright/test'
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

export const titleOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Título' })
export const textOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Texto' })
export const previewOf = (page: Page): Locator => page.getByRole('region', { name: 'Como fica' })
export const saveOf = (page: Page): Locator => page.getByRole('button', { name: 'Salvar', exact: true })
export const cardsOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Seus documentos' }).getByRole('listitem')

/** Opens documents in the Markdown view, as a user who chose it. */
export const writeAsMarkdown = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    // An empty page has no storage.
    if (location.origin !== 'null') localStorage.setItem('elenco-document-view', 'markdown')
  })

/** Pastes into the focused text what another program would have copied. */
export const paste = (page: Page, copied: Record<string, string>): Promise<void> =>
  textOf(page).evaluate((text, data) => {
    const clipboardData = new DataTransfer()
    for (const [type, value] of Object.entries(data)) clipboardData.setData(type, value)
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, copied)

/** The stored Markdown of a document. */
export async function bodyOf(page: Page, id: string): Promise<string> {
  const response = await page.request.get(`/api/v1/documents/${id}`)
  return ((await response.json()) as { data: Document }).data.body
}

/** Asserts the heading of the current document. */
export const expectShown = (page: Page, title: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

/** A button of the visual editor. */
export const toolOf = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatação' }).getByRole('button', { name, exact: true })

export const rewritingOf = (page: Page) => page.getByRole('complementary', { name: 'Reescrever' })
