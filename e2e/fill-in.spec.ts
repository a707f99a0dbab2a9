import type { Page } from '@playwright/test'
import type { FilledDraft } from '#shared/contract/asset-drafts.ts'
import { cardsOf } from './helpers/business.ts'
import { expect, signUp, test } from './helpers/fixtures.ts'
import { holdsInEveryLook } from './helpers/viewports.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Preencher por mim' })

const TRANSFORMATION = 'De perfil parado à primeira venda em 30 dias'
const PAGE: FilledDraft = {
  draft: {
    kind: 'product',
    values: {
      name: 'Método Primeira Venda',
      type: 'Curso Gravado',
      transformation: TRANSFORMATION,
      mainPersona: 'Confeiteiras que vendem só por encomenda',
      anchorPrice: 'R$ 1.997,00',
      practicePrice: 'R$ 997,00',
      maxInstallments: '12',
      installmentValue: 'R$ 99,70',
      contentDetails: 'Oito módulos e quatro encontros ao vivo',
      additionalDeliverables: '',
    },
  },
  quotes: {
    name: 'Método Primeira Venda',
    type: 'curso gravado, para ver quando der',
    transformation:
      'saia do perfil parado e chegue à sua primeira venda em 30 dias, mesmo que hoje você só venda por encomenda para as vizinhas',
    practicePrice: 'por apenas R$ 997,00 à vista',
  },
  isTruncated: false,
  isByRules: false,
}

async function openSheet(page: Page, path: string) {
  await page.goto(`/app/personalizacao/${path}`)
  await button(page, 'Preencher por mim').click()
  await expect(sheetOf(page)).toBeVisible()
}

test('a product is filled in from an address, each field with its words, undone at once, and saved by the person', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await signUp(page, server.url)
  await openSheet(page, 'produtos/new')
  await sheetOf(page).getByRole('button', { name: 'Preencher' }).click()
  await expect(field(page, 'Endereço da página')).toHaveAccessibleDescription(/Informe o endereço da página/)
  await field(page, 'Endereço da página').fill('https://127.0.0.1/vendas')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Endereço da página')).toHaveAccessibleDescription(/não pode ser lido/)
  await expect(field(page, 'Endereço da página')).toHaveValue('https://127.0.0.1/vendas')
  await holdsInEveryLook(page)

  // The server fetches public addresses only, so the page is answered here.
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/v1/drafts/product', async (route) => {
    await gate.promise
    const json = { success: true, data: PAGE, timestamp: new Date().toISOString() }
    await route.fulfill({ json }).catch(() => undefined)
  })
  await field(page, 'Endereço da página').fill('curso.exemplo.com.br')
  await page.keyboard.press('Enter')
  await expect(sheetOf(page)).toContainText('Lendo a página…')
  await button(page, 'Cancelar').last().click()
  await expect(sheetOf(page)).not.toContainText('Lendo a página…')
  await expect(field(page, 'Endereço da página')).toHaveValue('curso.exemplo.com.br')
  await page.keyboard.press('Escape')
  await expect(sheetOf(page)).toHaveCount(0)
  await field(page, 'Nome').fill('Meu método')

  await button(page, 'Preencher por mim').click()
  gate.resolve()
  await button(page, 'Preencher').click()
  await expect(sheetOf(page)).toHaveCount(0)
  await expect(page.getByText('8 campos foram preenchidos')).toContainText('1 já tinha texto')
  await expect(field(page, 'Nome')).toHaveValue('Meu método')
  await expect(page.getByRole('radio', { name: 'Curso gravado' })).toBeChecked()
  await expect(page.getByText('de: “por apenas R$ 997,00 à vista”')).toBeVisible()
  const long = page.getByRole('button', { name: /^de: “saia do perfil parado/ })
  await long.click()
  await expect(long).toHaveAttribute('aria-expanded', 'true')
  await holdsInEveryLook(page)

  await field(page, 'Conteúdo').fill('Nove módulos')
  await button(page, 'Desfazer').click()
  await expect(field(page, 'Transformação')).toHaveValue('')
  await expect(field(page, 'Conteúdo')).toHaveValue('Nove módulos')
  await expect(page.getByText(/^de: “/)).toHaveCount(0)

  await button(page, 'Preencher por mim').click()
  await button(page, 'Preencher').click()
  await expect(field(page, 'Transformação')).toHaveValue(TRANSFORMATION)
  // A draft of the form survives a reload, without being saved.
  await page.reload()
  await expect(field(page, 'Preço praticado')).toHaveValue('R$ 997,00')
  expect((await (await page.request.get('/api/v1/products')).json()).data.items).toEqual([])
  await button(page, 'Salvar produto').click()
  await expect(cardsOf(page, 'Produtos')).toContainText('Meu método')
  await expect(cardsOf(page, 'Produtos')).not.toContainText('Rascunho')
})

test('a brand is filled in from a pasted text and a file, read by the server', async ({ page, server }) => {
  await signUp(page, server.url)
  await openSheet(page, 'marcas/new')
  await button(page, 'Texto').click()
  await field(page, 'Texto colado').fill('Marca: Clara Prado\nTom de voz: direta, calorosa')
  await button(page, 'Preencher').click()
  await expect(field(page, 'Nome')).toHaveValue('Clara Prado')
  await expect(field(page, 'Tom de voz (opcional)')).toHaveValue('direta, calorosa')
  await button(page, 'Preencher por mim').click()
  await button(page, 'PDF').click()
  await sheetOf(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'marca.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Público: mães que vendem de casa'),
    })
  await button(page, 'Preencher').click()
  await expect(field(page, 'Público (opcional)')).toHaveValue('mães que vendem de casa')
  await expect(field(page, 'Nome')).toHaveValue('Clara Prado')
})

test('on a phone, an offer makes the product that it lacks in place, is saved as a draft, and finished later', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page, server.url)
  await page.goto('/app/personalizacao/ofertas/new')
  await button(page, 'Salvar rascunho').click()
  await expect(field(page, 'Nome')).toHaveAccessibleDescription('Nome é obrigatório')
  await expect(field(page, 'Nome')).toBeFocused()
  await field(page, 'Nome').fill('Turma de maio')
  await button(page, 'Criar produto').click()
  const sheet = page.getByRole('dialog', { name: 'Novo produto' })
  await sheet.getByRole('button', { name: 'Criar e escolher' }).click()
  await expect(sheet.getByLabel('Nome')).toHaveAccessibleDescription('Nome é obrigatório')
  await sheet.getByLabel('Nome').fill('Curso de bolos')
  await holdsInEveryLook(page)
  await sheet.getByLabel('Nome').press('Enter')
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Produtos: escolhidos' })).toContainText('Curso de bolos')
  await expect(page.getByRole('checkbox', { name: /Curso de bolos\s*Rascunho/ })).toBeChecked()
  await expect(field(page, 'Nome')).toHaveValue('Turma de maio')

  const gate = Promise.withResolvers<void>()
  await page.route('**/api/v1/offers', async (route) => {
    await gate.promise
    await route.continue()
  })
  await button(page, 'Salvar rascunho').click()
  await expect(button(page, 'Salvar oferta')).toBeDisabled()
  gate.resolve()
  await expect(page.getByText('Rascunho salvo.')).toBeVisible()
  await page.unroute('**/api/v1/offers')
  const card = cardsOf(page, 'Ofertas')
  await expect(card).toContainText('Rascunho')
  await card.getByRole('link').click()
  await button(page, 'Salvar oferta').click()
  await expect(field(page, 'Big Idea')).toHaveAccessibleDescription(/Big Idea é obrigatória/)
  await expect(page.getByRole('group', { name: 'Marcas', exact: true })).toContainText(
    'Selecione pelo menos uma marca',
  )
  await button(page, 'Criar marca').click()
  await page.getByRole('dialog').getByLabel('Nome').fill('Doces da Marina')
  await button(page, 'Criar e escolher').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await field(page, 'Big Idea').fill('Vender antes de assar')
  await field(page, 'Mecanismo').fill('Lista de espera por bairro')
  await field(page, 'Oferta').fill('Curso, planilha e garantia')
  await button(page, 'Salvar oferta').click()
  await expect(card).toContainText('1 marca')
  await expect(card).not.toContainText('Rascunho')
})
