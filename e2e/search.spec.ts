import { keepBrand, keepProduct } from './helpers/business.ts'
import { makeDocument } from './helpers/documents.ts'
import {
  chatIdOf,
  composerOf,
  exchange,
  expect,
  expectAccessible,
  messagesOf,
  openNewChat,
  repliesOf,
  test,
} from './helpers/fixtures.ts'
import { makeChat, patchChat, sidebarOf } from './helpers/history.ts'
import { setTutorials } from './helpers/tutorials.ts'
import { holdsInEveryLook } from './helpers/viewports.ts'

test('a message is found without accents, and opens in its chat', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'A promoção do café especial termina na sexta [[tokens=3 delay=0]]')
  const chatId = chatIdOf(page)
  await makeChat(page, server.url, 'Outro assunto')
  await page.goto('/app/busca')
  const field = page.getByRole('searchbox', { name: 'Buscar em tudo' })
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
  await expect(page.getByText('Nada fala de “inexistente”.')).toBeVisible()
  await page.route('**/api/v1/search**', (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('button', { name: 'Limpar busca' }).click()
  const field = page.getByRole('searchbox', { name: 'Buscar em tudo' })
  await expect(field).toBeFocused()
  await field.fill('qualquer coisa')
  await expect(page.getByRole('heading', { name: 'A busca não respondeu' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/v1/search**')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByText('Nada fala de “qualquer coisa”.')).toBeVisible()
})

test('results stay, dimmed, while the next ones load', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await makeChat(page, server.url, 'Lançamento de março')
  await sidebarOf(page).getByRole('link', { name: 'Buscar' }).click()
  const field = page.getByRole('searchbox', { name: 'Buscar em tudo' })
  await field.fill('lançamento')
  const results = page.getByRole('region', { name: 'Resultados' })
  await expect(results.getByRole('link').first()).toContainText('Lançamento')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/search**', async (route) => {
    await held
    await route.continue()
  })
  await field.fill('lançamento março')
  await expect(results).toHaveAttribute('aria-busy', 'true')
  await expect(results.getByRole('link').first()).toBeVisible()
  release()
  await expect(results).toHaveAttribute('aria-busy', 'false')
})

test('one search finds every kind, each chat once, and marks the words where it leads', async ({
  page,
  server,
}) => {
  test.setTimeout(150_000)
  await openNewChat(page, server.url)
  const { id, agentId } = await makeChat(page, server.url, 'A insônia das mães')
  await page.goto(`/app/${agentId}/${id}`)
  await expect(repliesOf(page)).toHaveCount(1)
  await exchange(page, 'Quero falar de INSONIA, e também de sono [[tokens=3 delay=0]]')
  await patchChat(page, server.url, id, { archived: true, title: 'Conversa do sono' })
  await keepProduct(page, { name: 'Noites sem insônia' })
  await keepBrand(page, { name: 'Casa Calma', audience: 'Mães com insônia' })
  await makeDocument(page, server.url, { title: 'Carta', body: 'Uma carta sobre a insônia.' })
  await setTutorials(server, [{ title: 'Insônia de quem vende' }])

  await test.step('the page', async () => {
    await page.goto('/app/busca?q=insonia')
    const results = page.getByRole('region', { name: 'Resultados' })
    const headings = results.getByRole('heading', { level: 2 })
    await expect(headings).toHaveText(['Conversas', 'Produtos', 'Marcas', 'Documentos', 'Tutoriais'])
    const hit = results.getByRole('link', { name: /Conversa do sono/ })
    await expect(hit).toHaveCount(1)
    await expect(hit).toContainText('2 trechos')
    await expect(hit).toContainText('Arquivada')
    await expect(hit.locator('mark')).toHaveText(['INSONIA'])
    await holdsInEveryLook(page)
    await hit.click()
    const message = messagesOf(page).filter({ hasText: 'Quero falar' })
    await expect(message.locator('mark')).toHaveText(['INSONIA'])
    await expect(message.locator('mark')).toBeInViewport()
    // The words alone, not the message.
    await expect(page.locator('[data-found]')).toHaveCount(0)
    await expect(page).toHaveURL((url) => url.search === '')
  })

  await test.step('the palette, by keyboard', async () => {
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Ir para' })
    await expect(page.getByRole('combobox', { name: 'Buscar em tudo' })).toBeFocused()
    await page.keyboard.type('insonia')
    const options = palette.getByRole('option')
    await expect(options.filter({ hasText: 'Noites sem insônia' })).toBeVisible()
    await expect(options.filter({ hasText: 'Conversa do sono' })).toContainText('Arquivada')
    await expect(palette.getByRole('group', { name: 'Documentos' })).toContainText('Carta')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(options.nth(1)).toContainText('Noites sem insônia')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /Noites sem insônia|produto/i })).toBeVisible()
    await expect(page).toHaveURL(/\/produtos\//)
  })

  await test.step('settings, by their other names', async () => {
    await page.goto('/app/busca?q=alterar+senha')
    const place = page
      .getByRole('region', { name: 'Ajustes' })
      .getByRole('link', { name: 'Senha', exact: true })
    await place.click()
    await expect(page.getByRole('heading', { name: 'Senha', exact: true })).toBeInViewport()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Buscar em tudo' })).toBeFocused()
    await page.keyboard.type('cancelar')
    await expect(page.getByRole('option', { name: 'Plano e assinatura' })).toBeVisible()
  })
})
