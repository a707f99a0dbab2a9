import type { Page } from '@playwright/test'
import { asAdministrator } from './helpers/admin-api.ts'
import { chooseFor, keptTexts } from './helpers/business.ts'
import { expect, expectAccessible, signUp, test } from './helpers/fixtures.ts'

const KEY = 'sk-canario-da-chave-propria-0123456789'

const card = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Suas chaves' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
const use = (page: Page, name: string) =>
  card(page, name).getByRole('checkbox', { name: 'Usar nas minhas conversas' })
const sheet = (page: Page) => page.getByRole('dialog')

async function openKeys(page: Page, origin: string) {
  await signUp(page, origin)
  await page.goto('/app/personalizacao/credenciais')
  await expect(page.getByText('Você usa as chaves da casa')).toBeVisible()
}

async function add(page: Page, name: string, key: string) {
  await page.getByRole('button', { name: 'Adicionar chave' }).click()
  await sheet(page).getByLabel('Nome').fill(name)
  await sheet(page).getByLabel('Chave', { exact: true }).fill(key)
  await sheet(page).getByRole('button', { name: 'Testar e salvar' }).click()
}

test('a key is verified when saved, used when active, and never shown again', {
  tag: '@smoke',
}, async ({ page, server, secrets }) => {
  secrets.add(KEY)
  await openKeys(page, server.url)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Adicionar chave' }).click()
  await expect(sheet(page).getByLabel('Chave', { exact: true })).toHaveAttribute('type', 'password')
  await expectAccessible(page)
  await sheet(page).getByRole('button', { name: 'Testar e salvar' }).click()
  await expect(sheet(page).getByLabel('Nome')).toHaveAccessibleDescription(/Nome é obrigatório/)
  await expect(sheet(page).getByLabel('Chave', { exact: true })).toHaveAccessibleDescription(
    /Credenciais são obrigatórias/,
  )
  await sheet(page).getByRole('button', { name: 'Cancelar' }).click()

  await add(page, 'Minha OpenAI', KEY)
  await expect(page.getByText('Chave salva. A OpenAI aceitou esta chave.')).toBeVisible()
  await expect(card(page, 'Minha OpenAI')).toContainText('Verificada.')
  await expect(card(page, 'Minha OpenAI')).toContainText('6789')
  await expect(use(page, 'Minha OpenAI')).toBeChecked()
  expect(await page.content()).not.toContain(KEY)
  expect(await keptTexts(page)).not.toContain(KEY)
  await expectAccessible(page)

  await add(page, 'Segunda', KEY)
  await expect(use(page, 'Segunda')).not.toBeChecked()
  await use(page, 'Segunda').check()
  await expect(use(page, 'Minha OpenAI')).not.toBeChecked()
  await expect(use(page, 'Segunda')).toBeChecked()
  const fallback = card(page, 'Segunda').getByRole('checkbox', {
    name: 'Se ela for recusada, usar a da casa',
  })
  await expect(fallback).not.toBeChecked()
  await fallback.check()
  await page.reload()
  await expect(fallback).toBeChecked()
  await expect(use(page, 'Segunda')).toBeChecked()
})

test('a refused key is not saved; an unverifiable one is, with a warning', async ({
  page,
  server,
  secrets,
}) => {
  const [refused, unknown] = [`${KEY}-recusada[[status=401]]`, `${KEY}-incerta[[status=503]]`]
  secrets.add(refused, unknown)
  await openKeys(page, server.url)
  await add(page, 'Minha chave', refused)
  const key = sheet(page).getByLabel('Chave', { exact: true })
  await expect(key).toHaveAccessibleDescription(/O provedor recusou esta chave/)
  await expect(key).toBeFocused()
  await expect(key).toHaveValue(refused)
  await key.fill(unknown)
  await sheet(page).getByRole('button', { name: 'Testar e salvar' }).click()
  await expect(card(page, 'Minha chave')).toContainText('Não verificada.')
  await expectAccessible(page)

  await chooseFor(page, 'Minha chave', 'Renomear')
  await sheet(page).getByLabel('Nome').fill('Chave da agência')
  await sheet(page).getByRole('button', { name: 'Salvar' }).click()
  await chooseFor(page, 'Chave da agência', 'Trocar a chave')
  await expect(sheet(page).getByLabel('Nova chave da OpenAI')).toHaveValue('')
  await sheet(page).getByLabel('Nova chave da OpenAI').fill(refused)
  await sheet(page).getByRole('button', { name: 'Testar e salvar' }).click()
  await expect(sheet(page).getByLabel('Nova chave da OpenAI')).toHaveAccessibleDescription(/recusou/)
  await sheet(page).getByLabel('Nova chave da OpenAI').fill(KEY)
  await sheet(page).getByRole('button', { name: 'Testar e salvar' }).click()
  await expect(card(page, 'Chave da agência')).toContainText('Verificada.')

  await chooseFor(page, 'Chave da agência', 'Excluir')
  await expect(page.getByText('Você usa as chaves da casa')).toBeVisible()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(card(page, 'Chave da agência')).toBeVisible()
  await expect(use(page, 'Chave da agência')).not.toBeChecked()
})

test('an impersonating administrator is told that keys are not visible', async ({ page, server, admin }) => {
  const person = await signUp(page, server.url)
  await page.context().clearCookies()
  const calls = await asAdministrator(page.request, server.url, admin)
  await calls.post('/admin/impersonate-user', {
    userId: await calls.idOf(person.email),
    reason: 'Pedido de ajuda',
  })
  await page.goto('/app/personalizacao/credenciais')
  await expect(page.getByRole('heading', { name: 'Só com a própria pessoa' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Adicionar chave' })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/app')
  await expect(page.getByRole('region', { name: 'O elenco', exact: true }).getByRole('article')).toHaveCount(
    8,
  )
  await expect(page.getByRole('region', { name: 'Primeiros passos' })).toHaveCount(0)
})
