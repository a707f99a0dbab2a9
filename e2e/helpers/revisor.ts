import type { Page } from '@playwright/test'
import { textOf } from './documents.ts'

/** A text with four findings, of which the price needs the product. */
export const BODY = `Faturei R$ 80 mil no primeiro ano.

Últimas vagas!

Por apenas R$ 979,00.

O melhor curso do Brasil.`

export const findingOf = (page: Page, rule: string) => page.getByRole('article', { name: rule })
export const review = (page: Page) => page.getByRole('button', { name: 'Revisar', exact: true }).click()
export const statusOf = (page: Page) =>
  page.getByRole('region', { name: 'Achados' }).getByRole('status').first()

/** The words that are selected in a text area. */
export const selected = (page: Page) =>
  textOf(page).evaluate((area) => {
    const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement
    return value.slice(selectionStart, selectionEnd)
  })
