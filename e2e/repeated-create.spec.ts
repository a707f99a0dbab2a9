import type { Page } from '@playwright/test'
import { cardsOf, keepBrand, keepProduct } from './helpers/business.ts'
import {
  DOCUMENTS,
  cardsOf as documentsOf,
  saveOf,
  textOf,
  titleOf,
  writeAsMarkdown,
} from './helpers/documents.ts'
import { exchange, expect, openNewChat, signUp, test } from './helpers/fixtures.ts'
import { choose, chooseAction, REPLY, sheetOf } from './helpers/save-as.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: /^Salvar(?! rascunho)/ })
const noAnswer = (page: Page) => page.getByRole('alert').filter({ hasText: 'Sem conexão com o servidor.' })

/** The server stores the next created row of a kind, and its answer is lost. */
async function loseAnswer(page: Page, noun: string): Promise<void> {
  await page.route(
    `**/api/v1/${noun}`,
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      expect((await route.fetch()).status()).toBe(201)
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}

async function fillProduct(page: Page) {
  await page.goto('/app/personalizacao/produtos/new')
  await field(page, 'Nome').fill('Mentoria Vitrine')
  await page.getByRole('radio', { name: 'Mentoria em grupo' }).check()
  for (const label of ['Persona principal', 'Transformação', 'Conteúdo']) {
    await field(page, label).fill('Confeiteiras')
  }
  for (const label of ['Preço ancorado', 'Preço praticado', 'Valor da parcela']) {
    await field(page, label).fill('10')
  }
  await field(page, 'Quantidade máxima de parcelas').fill('1')
}

test('a product whose answer is lost is saved once: pressed again, after a reload, with a change', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await signUp(page, server.url)
  const cards = cardsOf(page, 'Produtos')
  for (const [round, again] of [
    () => Promise.resolve(),
    () => page.reload().then(() => expect(field(page, 'Nome')).toHaveValue('Mentoria Vitrine')),
    () => field(page, 'Nome').fill('Mentoria Vitrine 2'),
  ].entries()) {
    await fillProduct(page)
    await loseAnswer(page, 'products')
    await save(page).click()
    await expect(noAnswer(page)).toBeVisible()
    await again()
    await save(page).click()
    await expect(page.getByText('Produto salvo.')).toBeVisible()
    await expect(cards).toHaveCount(round + 1)
  }
  await expect(cards.first()).toContainText('Mentoria Vitrine 2')
})

test('a brand, an offer and a document whose answer is lost are saved once', async ({ page, server }) => {
  await signUp(page, server.url)
  await page.goto('/app/personalizacao/marcas/new')
  await field(page, 'Nome').fill('Doces da Marina')
  await loseAnswer(page, 'brands')
  await save(page).click()
  await expect(noAnswer(page)).toBeVisible()
  await save(page).click()
  await expect(cardsOf(page, 'Marcas')).toHaveCount(1)

  await keepProduct(page)
  await keepBrand(page, { name: 'Outra marca' })
  await page.goto('/app/personalizacao/ofertas/new')
  await field(page, 'Nome').fill('Turma de março')
  for (const label of ['Big Idea', 'Mecanismo', 'Oferta']) await field(page, label).fill('Pré-venda')
  await page.getByRole('checkbox', { name: /Doces da Marina/ }).check()
  await page.getByRole('checkbox', { name: /Método Primeira Venda/ }).check()
  await loseAnswer(page, 'offers')
  await save(page).click()
  await expect(noAnswer(page)).toBeVisible()
  await page.reload()
  await save(page).click()
  await expect(cardsOf(page, 'Ofertas')).toHaveCount(1)

  await writeAsMarkdown(page.context())
  await page.goto(`${DOCUMENTS}/new`)
  await titleOf(page).fill('Roteiro')
  await textOf(page).fill('# Cena 1')
  await loseAnswer(page, 'documents')
  await saveOf(page).click()
  await expect(noAnswer(page)).toBeVisible()
  await page.reload()
  await expect(textOf(page)).toHaveValue('# Cena 1')
  await saveOf(page).click()
  await expect(page.getByRole('article')).toContainText('Cena 1')
  await page.goto(DOCUMENTS)
  await expect(documentsOf(page)).toHaveCount(1)
})

test('a reply saved as a document again after a lost answer is one document', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, `${REPLY}\n[[echo]]`)
  await chooseAction(page, 'Salvar como…')
  await loseAnswer(page, 'documents')
  await choose(page, 'Documento')
  await expect(sheetOf(page).getByRole('alert')).toContainText('O documento não foi salvo.')
  await choose(page, 'Documento')
  await expect(page.getByText('Documento “Plano de vendas” salvo.')).toBeVisible()
  await page.goto(DOCUMENTS)
  await expect(documentsOf(page)).toHaveCount(1)
})
