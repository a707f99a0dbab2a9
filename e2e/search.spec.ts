import {
  chatIdOf,
  composerOf,
  exchange,
  expect,
  expectAccessible,
  openNewChat,
  test,
} from './helpers/fixtures.ts'
import { makeChat, sidebarOf } from './helpers/history.ts'
import { holdsInEveryLook } from './helpers/viewports.ts'

test('a message is found without accents, and opens in its chat', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'A promoção do café especial termina na sexta [[tokens=3 delay=0]]')
  const chatId = chatIdOf(page)
  await makeChat(page, server.url, 'Outro assunto')
  await page.goto('/app/busca')
  const field = page.getByRole('searchbox', { name: 'Buscar nas conversas' })
  await expect(field).toBeFocused()
  await page.keyboard.type('promocoes cafe')
  const hit = page.getByRole('region', { name: 'Resultados' }).getByRole('link').first()
  await expect(hit).toContainText('promoção')
  await expect(hit.locator('mark').first()).toBeVisible()
  await expect(page).toHaveURL(/\/app\/busca\?q=promocoes(\+|%20)cafe$/)
  await holdsInEveryLook(page)
  await hit.click()
  await page.waitForURL((url) => url.pathname.endsWith(chatId))
  await expect(composerOf(page)).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue('promocoes cafe')
  await expect(hit).toBeVisible()
})

test('a search without hits, and a failed one, say so', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await page.goto('/app/busca?q=inexistente')
  await expect(page.getByText('Nenhuma conversa fala de “inexistente”.')).toBeVisible()
  await page.route('**/api/v1/chats/search**', (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('button', { name: 'Limpar busca' }).click()
  const field = page.getByRole('searchbox', { name: 'Buscar nas conversas' })
  await expect(field).toBeFocused()
  await field.fill('qualquer coisa')
  await expect(page.getByRole('heading', { name: 'A busca não respondeu' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/v1/chats/search**')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByText('Nenhuma conversa fala de “qualquer coisa”.')).toBeVisible()
})

test('results stay, dimmed, while the next ones load', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await makeChat(page, server.url, 'Lançamento de março')
  await sidebarOf(page).getByRole('link', { name: 'Buscar' }).click()
  const field = page.getByRole('searchbox', { name: 'Buscar nas conversas' })
  await field.fill('lançamento')
  const results = page.getByRole('region', { name: 'Resultados' })
  await expect(results.getByRole('link').first()).toContainText('Lançamento')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/chats/search**', async (route) => {
    await held
    await route.continue()
  })
  await field.fill('lançamento março')
  await expect(results).toHaveAttribute('aria-busy', 'true')
  await expect(results.getByRole('link').first()).toBeVisible()
  release()
  await expect(results).toHaveAttribute('aria-busy', 'false')
})
