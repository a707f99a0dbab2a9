import type { Page } from '@playwright/test'
import { cardsOf, chooseFor, deleteProduct, keepBrand, keepOffer, keepProduct } from './helpers/business.ts'
import { expect, expectAccessible, signUp, test } from './helpers/fixtures.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: /^Salvar(?! rascunho)/ })
const picker = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true })
const option = (page: Page, label: string, name: RegExp) =>
  picker(page, label).getByRole('checkbox', { name })
const chosen = (page: Page, label: string) =>
  page.getByRole('list', { name: `${label}: escolhidos` }).getByRole('listitem')

async function open(page: Page, origin: string, path: string) {
  await signUp(page, origin)
  await page.goto(`/app/personalizacao/${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function fillOffer(page: Page) {
  await field(page, 'Nome').fill('Turma de maio')
  await field(page, 'Big Idea').fill('Vender antes de assar')
  await field(page, 'Mecanismo').fill('Lista de espera por bairro')
  await field(page, 'Oferta').fill('Curso, planilha e garantia')
}

test('a brand needs a name only; its address and profile are accepted as typed', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await open(page, server.url, 'marcas')
  await expect(page.getByText('Com que voz você vende?')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Nova marca' }).click()
  await save(page).click()
  await expect(field(page, 'Nome')).toHaveAccessibleDescription('Nome é obrigatório')
  await field(page, 'Site (opcional)').fill('não é um site')
  await field(page, 'Instagram (opcional)').fill('com espaço')
  await field(page, 'Nome').fill('Doces da Marina')
  await save(page).click()
  await expect(field(page, 'Site (opcional)')).toHaveAccessibleDescription(/Site inválido/)
  await expect(field(page, 'Instagram (opcional)')).toHaveAccessibleDescription(/Instagram inválido/)
  await expectAccessible(page)
  await expect(field(page, 'Site (opcional)')).toHaveAttribute('inputmode', 'url')
  await field(page, 'Site (opcional)').fill('docesdamarina.com.br')
  await field(page, 'Instagram (opcional)').fill('https://www.instagram.com/docesdamarina/')
  await save(page).click()
  const card = cardsOf(page, 'Marcas')
  await expect(card).toContainText('@docesdamarina')
  await expect(card).toContainText('docesdamarina.com.br')
  await card.getByRole('link').click()
  await expect(field(page, 'Site (opcional)')).toHaveValue('https://docesdamarina.com.br')
  await field(page, 'Instagram (opcional)').fill('')
  await save(page).click()
  await expect(card).not.toContainText('@docesdamarina')
  await chooseFor(page, 'Doces da Marina', 'Duplicar')
  await expect(field(page, 'Nome')).toHaveValue('Doces da Marina (cópia)')
})

test('an offer started without product or brand is kept while they are created, and includes them', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await open(page, server.url, 'ofertas')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Nova oferta' }).click()
  await fillOffer(page)
  await save(page).click()
  await expect(picker(page, 'Produtos')).toContainText('Selecione pelo menos um produto')
  await expect(picker(page, 'Marcas')).toContainText('Selecione pelo menos uma marca')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Criar marca' }).click()
  await page.getByRole('link', { name: 'Abrir a ficha inteira' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nova marca' })).toBeVisible()
  await field(page, 'Nome').fill('Doces da Marina')
  await save(page).click()
  await page.waitForURL(/\/ofertas\/new$/)
  await expect(field(page, 'Big Idea')).toHaveValue('Vender antes de assar')
  await option(page, 'Marcas', /Doces da Marina/).check()
  await expect(chosen(page, 'Marcas')).toHaveText(['Doces da Marina'])
  await keepProduct(page)
  await page.reload()
  await expect(chosen(page, 'Marcas')).toHaveText(['Doces da Marina'])
  await option(page, 'Produtos', /Método Primeira Venda/).check()
  await expectAccessible(page)
  await save(page).click()
  await expect(cardsOf(page, 'Ofertas')).toContainText('1 produto')
  await expect(cardsOf(page, 'Ofertas')).toContainText('1 marca')
})

test('many products are searched while typing, by keyboard alone', async ({ page, server }) => {
  await open(page, server.url, 'ofertas')
  for (let index = 1; index <= 21; index += 1) await keepProduct(page, { name: `Curso número ${index}` })
  const { id: far } = await keepProduct(page, { name: 'Imersão de Páscoa' })
  const { id: brandId } = await keepBrand(page)
  const { id } = await keepOffer(page, { productIds: [far], brandIds: [brandId] })
  for (let index = 22; index <= 42; index += 1) await keepProduct(page, { name: `Curso número ${index}` })
  await page.goto(`/app/personalizacao/ofertas/${id}`)
  // A chosen item has its name even if it is on no loaded page.
  await expect(chosen(page, 'Produtos')).toHaveText(['Imersão de Páscoa'])
  const search = picker(page, 'Produtos').getByRole('searchbox', { name: 'Buscar produtos' })
  await search.focus()
  await page.keyboard.type('numero 7')
  await expect(picker(page, 'Produtos').getByRole('checkbox')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${id}$`))
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(option(page, 'Produtos', /Curso número 7/)).toBeFocused({ timeout: 200 })
  }).toPass()
  await page.keyboard.press('Space')
  await expect(chosen(page, 'Produtos')).toHaveText(['Imersão de Páscoa', 'Curso número 7'])
  await page.getByRole('button', { name: 'Tirar Imersão de Páscoa' }).click()
  await expect(chosen(page, 'Produtos')).toHaveText(['Curso número 7'])
  await expectAccessible(page)
  await save(page).click()
  await expect(cardsOf(page, 'Ofertas')).toContainText('1 produto')
})

test('an asset used by offers names them before deletion, and is restored with them', async ({
  page,
  server,
}) => {
  await open(page, server.url, 'produtos')
  const { id: productId } = await keepProduct(page)
  const { id: brandId } = await keepBrand(page)
  await keepOffer(page, { productIds: [productId], brandIds: [brandId] })
  await page.reload()
  await chooseFor(page, 'Método Primeira Venda', 'Excluir')
  const sheet = page.getByRole('dialog', { name: 'Excluir “Método Primeira Venda”?' })
  await expect(sheet).toContainText('Turma de março')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Não excluir' }).click()
  await expect(cardsOf(page, 'Produtos')).toHaveCount(1)
  await chooseFor(page, 'Método Primeira Venda', 'Excluir')
  await sheet.getByRole('button', { name: 'Excluir mesmo assim' }).click()
  await expect(page.getByText('Qual é o seu primeiro produto?')).toBeVisible()
  await page.getByRole('link', { name: 'Ofertas' }).click()
  await expect(cardsOf(page, 'Ofertas')).toContainText('Ficou sem produto')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(cardsOf(page, 'Ofertas')).toContainText('1 produto')
  await expect(cardsOf(page, 'Ofertas')).not.toContainText('Ficou sem')
})

test('a product deleted during editing of an offer is shown as deleted, and nothing else is lost', async ({
  page,
  server,
}) => {
  await open(page, server.url, 'ofertas/new')
  const { id } = await keepProduct(page)
  await keepProduct(page, { name: 'Planilha de custos' })
  await keepBrand(page)
  await page.reload()
  await fillOffer(page)
  await option(page, 'Produtos', /Método Primeira Venda/).check()
  await option(page, 'Marcas', /Doces da Marina/).check()
  await deleteProduct(page, id)
  await save(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Um produto não está mais aqui' })).toBeVisible()
  await expect(chosen(page, 'Produtos')).toHaveText(['Excluído'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Tirar o que foi excluído' }).click()
  await option(page, 'Produtos', /Planilha de custos/).check()
  await save(page).click()
  await expect(cardsOf(page, 'Ofertas')).toContainText('Turma de maio')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('products and brands are chosen by touch', async ({ page, server }) => {
    await open(page, server.url, 'ofertas/new')
    await keepProduct(page)
    await keepBrand(page)
    await page.reload()
    await fillOffer(page)
    await picker(page, 'Produtos').getByText('Método Primeira Venda').tap()
    await picker(page, 'Marcas').getByText('Doces da Marina').tap()
    await expect(chosen(page, 'Produtos')).toHaveText(['Método Primeira Venda'])
    await save(page).tap()
    await expect(cardsOf(page, 'Ofertas')).toHaveCount(1)
  })
})
