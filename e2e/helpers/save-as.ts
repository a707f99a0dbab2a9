import type { Locator, Page } from '@playwright/test'
import type { AssetDraft } from '#shared/contract/asset-drafts.ts'
import type { Document } from '#shared/contract/documents.ts'
import { expect, repliesOf } from './fixtures.ts'
import { envelope } from './stub-responses.ts'

export const REPLY = `## Plano de vendas

O curso **Bolos que vendem** ensina a vender *sem desconto*.

1. Pesquise as dores
2. Escreva a promessa`

/** The model's asset draft, with most fields but not all. */
export const PRODUCT_DRAFT: AssetDraft = {
  kind: 'product',
  values: {
    name: 'Bolos que vendem',
    type: 'Curso Gravado',
    transformation: 'De cozinhar por hobby a viver de encomendas.',
    mainPersona: 'Confeiteiras que vendem para conhecidos.',
    anchorPrice: '1.997,00',
    practicePrice: '997,00',
    maxInstallments: '12',
    installmentValue: '99,90',
    contentDetails: 'Oito módulos gravados.',
    additionalDeliverables: '',
  },
}

export const menuOf = (page: Page): Locator =>
  repliesOf(page).last().getByRole('button', { name: 'Mais ações desta resposta' })

/** Chooses an action of the last reply's menu. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  await menuOf(page).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Selects an element's text in the last reply. */
export async function selectIn(page: Page, selector: string): Promise<void> {
  await repliesOf(page)
    .last()
    .locator(selector)
    .first()
    .evaluate((element) => getSelection()?.selectAllChildren(element))
}

/** Selects until saving the selection is offered: rendering the end of a reply clears selections. */
export async function selectToSave(page: Page, selector: string): Promise<void> {
  await expect(async () => {
    await selectIn(page, selector)
    await expect(page.getByRole('button', { name: 'Salvar seleção como…' })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 15_000 })
}

type DraftRequests = { bodies: unknown[]; release: () => void }

/** Answers draft requests with the next of `answers` each, once `release` was called. */
export async function answerDrafts(page: Page, ...answers: (AssetDraft | number)[]): Promise<DraftRequests> {
  const gate = Promise.withResolvers<void>()
  const requests: DraftRequests = { bodies: [], release: gate.resolve }
  await page.route('**/api/v1/chats/*/messages/*/draft', async (route) => {
    requests.bodies.push(route.request().postDataJSON())
    await gate.promise
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (typeof answer === 'number') await route.fulfill({ status: answer, json: {} }).catch(() => undefined)
    // The client may have disconnected.
    else await route.fulfill({ json: envelope(answer) }).catch(() => undefined)
  })
  return requests
}

export const sheetOf = (page: Page, name = 'Salvar resposta como…') => page.getByRole('dialog', { name })
export const choose = (page: Page, kind: string) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${kind}`) })
    .click()
export const reviewOf = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Confira antes de salvar.' })
export const reading = (page: Page) => page.getByRole('heading', { name: 'Lendo a resposta…' })

/** The stored document of the current page. */
export async function storedDocument(page: Page): Promise<Document> {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  return (await (await page.request.get(`/api/v1/documents/${id}`)).json()).data
}

export const openDocument = async (page: Page) => {
  await page.getByRole('button', { name: 'Abrir', exact: true }).click()
  await page.waitForURL(/\/app\/personalizacao\/documentos\/[0-9a-f-]{36}$/)
}
