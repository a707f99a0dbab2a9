import type { Page } from '@playwright/test'
import { cardsOf, chooseFor, keepBrand, keepOffer, keepProduct } from './helpers/business.ts'
import { DOCUMENTS, makeDocument } from './helpers/documents.ts'
import { exchange, expect, expectAccessible, openNewChat, signUp, test } from './helpers/fixtures.ts'

const TRASH = '/app/lixeira'
const rows = (page: Page) => page.getByRole('region', { name: 'Na lixeira' }).getByRole('listitem')
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })
const press = (page: Page, name: string, button: string) =>
  rowOf(page, name).getByRole('button', { name: button }).click()

test('a deleted chat is found in the trash from its toast, and comes back with its messages', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Plano da semana [[echo]]')
  const chat = page.url()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Opções/ })
    .click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await page.getByRole('button', { name: 'Ver na lixeira' }).click()
  await expect(page).toHaveURL(TRASH)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(/Conversa excluída em \d+ de/)
  await expect(rows(page)).toContainText('restam 30 dias')
  await expectAccessible(page)
  await rows(page).getByRole('button', { name: 'Restaurar' }).click()
  await expect(page.getByText('A lixeira está vazia')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Abrir' }).click()
  await expect(page).toHaveURL(chat)
  await expect(page.getByText('Plano da semana').first()).toBeVisible()
})

test('things are searched, filtered, restored into their offers, deleted for good and emptied', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  await page.goto('/app/personalizacao')
  const product = await keepProduct(page, { name: 'Imersão de Páscoa' })
  const brand = await keepBrand(page)
  await keepOffer(page, { productIds: [product.id], brandIds: [brand.id], name: 'Turma de março' })
  const document = await makeDocument(page, server.url, { title: 'Roteiro', body: '# Cena 1' })

  await page.goto('/app/personalizacao/produtos')
  await chooseFor(page, 'Imersão de Páscoa', 'Excluir')
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('link', { name: 'lixeira' })).toHaveAttribute('href', TRASH)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Excluir mesmo assim' }).click()
  await expect(page.getByRole('button', { name: 'Ver na lixeira' })).toBeVisible()
  await page.goto('/app/personalizacao/marcas')
  await chooseFor(page, 'Doces da Marina', 'Excluir')
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir mesmo assim' }).click()
  await page.goto(DOCUMENTS)
  await page.getByRole('button', { name: 'Opções de Roteiro' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await page.getByRole('button', { name: 'Ver na lixeira' }).click()

  await expect(rows(page)).toHaveCount(3)
  await page.getByLabel('Buscar na lixeira').fill('pascoa')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/\?q=pascoa$/)
  await page.getByLabel('Mostrar').selectOption('Marcas')
  await expect(page.getByText('Nada na lixeira com o nome “pascoa”.')).toBeVisible()
  await page.getByLabel('Limpar busca').click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Doces da Marina')
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await page.getByLabel('Mostrar').selectOption('Ofertas')
  await expect(page.getByText('Nada deste tipo na lixeira.')).toBeVisible()
  await page.getByLabel('Mostrar').selectOption('Tudo')
  await expect(rows(page)).toHaveCount(3)

  await press(page, 'Imersão de Páscoa', 'Restaurar')
  await expect(rows(page)).toHaveCount(2)
  await press(page, 'Roteiro', 'Excluir de vez')
  const asking = page.getByRole('dialog', { name: 'Excluir “Roteiro” de vez?' })
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Cancelar' }).click()
  await expect(rows(page)).toHaveCount(2)
  await press(page, 'Roteiro', 'Excluir de vez')
  await asking.getByRole('button', { name: 'Excluir de vez' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).getByRole('button', { name: 'Restaurar' })).toBeFocused()
  expect(
    (await page.request.post(`/api/v1/documents/${document.id}/restore`, HEADERS(server.url))).status(),
  ).toBe(404)
  await page.getByRole('button', { name: 'Esvaziar lixeira' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Esvaziar lixeira' }).click()
  await expect(page.getByText('A lixeira está vazia')).toBeVisible()
  await page.goto('/app/personalizacao/produtos')
  await expect(cardsOf(page, 'Produtos')).toContainText('Imersão de Páscoa')
})

const HEADERS = (origin: string) => ({ data: {}, headers: { Origin: origin } })

test('the trash is reached from the sidebar, and says when it did not load or refuses', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  await page.goto('/app')
  const product = await keepProduct(page)
  await page.request.delete(`/api/v1/products/${product.id}`, HEADERS(server.url))
  await page.route('**/api/v1/trash*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('navigation', { name: 'Conversas' }).getByRole('link', { name: 'Lixeira' }).click()
  await expect(page.getByText('A lixeira não carregou')).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
  await page.unroute('**/api/v1/trash*')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.route('**/api/v1/products/*/restore', (route) => route.fulfill({ status: 503, json: {} }))
  await rows(page).getByRole('button', { name: 'Restaurar' }).click()
  await expect(page.getByText(/O serviço está indisponível agora/)).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
})
