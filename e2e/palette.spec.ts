import type { Page } from '@playwright/test'
import { composerOf, expect, expectAccessible, openNewChat, signUp, test } from './helpers/fixtures.ts'
import { makeChat, sidebarOf } from './helpers/history.ts'
import { fits, holdsInEveryLook } from './helpers/viewports.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Ir para' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Buscar em tudo' })
/** Keys before the field exists would go to the focused element. */
const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })
const help = (page: Page) => page.getByRole('dialog', { name: 'Atalhos do teclado' })

test('the command palette and the shortcut help are accessible and fit', async ({ page, server }) => {
  await signUp(page, server.url)
  await makeChat(page, server.url, 'Um nome muito comprido para caber inteiro em qualquer lista da casa')
  await page.goto('/app')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(chosen(page)).toBeVisible()
  await holdsInEveryLook(page)
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toHaveCount(0)
  // In home's composer it would be text.
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await expect(help(page)).toBeVisible()
  await holdsInEveryLook(page)
})

test('the command palette finds agents, chats and actions, and Enter opens them', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  const chat = await makeChat(page, server.url, 'Sequência de boas-vindas')
  await composerOf(page).focus()
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(composerOf(page)).toBeFocused()

  await openPalette(page)
  await page.keyboard.type('sequencia boas')
  await expect(
    palette(page)
      .getByRole('option', { name: /Sequência de boas-vindas/ })
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname.endsWith(chat.id))

  await openPalette(page)
  await page.keyboard.type('duda')
  await expect(chosen(page)).toContainText('Duda')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^Mensagem para Duda/)).toBeFocused()
  await expect(page).toHaveURL(/\/chat$/)

  await openPalette(page)
  await page.keyboard.type('tema escuro')
  await expect(chosen(page)).toHaveText('Tema escuro')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(composerOf(page)).toBeFocused()

  await openPalette(page)
  await page.keyboard.type('zzzz nada')
  await expect(palette(page)).toContainText('Nada encontrado para “zzzz nada”.')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toHaveCount(0)
  await openPalette(page)
  await page.keyboard.type('atalhos')
  await page.keyboard.press('Enter')
  await expect(help(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help(page)).toHaveCount(0)
  await expect(composerOf(page)).toBeFocused()
})

test('Enter before the results arrive opens no stale result', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await makeChat(page, server.url, 'A mais recente')
  await page.keyboard.press('Control+k')
  await expect(chosen(page)).toContainText('A mais recente')
  await page.keyboard.type('arquivadas')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/app\/arquivadas$/)
})

test('a page opened behind the command palette gets the focus when it closes', async ({ page, server }) => {
  await openNewChat(page, server.url)
  const { agentId, id } = await makeChat(page, server.url, 'Sequência de boas-vindas')
  await page.goto(`/app/${agentId}/${id}`)
  await expect(composerOf(page)).toBeFocused()
  const mayCome = Promise.withResolvers<void>()
  await page.route('**/api/v1/agents/*', async (route) => {
    await mayCome.promise
    await route.continue()
  })
  await openPalette(page)
  await page.keyboard.type('duda')
  await expect(chosen(page)).toContainText('Duda')
  await page.keyboard.press('Enter')
  await expect(composerOf(page)).toBeFocused()
  await openPalette(page)
  mayCome.resolve()
  await expect(page.getByLabel(/^Mensagem para Duda/)).toBeVisible()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(composerOf(page)).toBeFocused()
})

test('every shortcut in the help works', async ({ page, server }) => {
  await openNewChat(page, server.url)
  const chat = await makeChat(page, server.url, 'Para voltar')
  await page.goto(`/app/${chat.agentId}/${chat.id}`)
  await expect(composerOf(page)).toBeFocused()
  await page.keyboard.type('isto/é?')
  await expect(composerOf(page)).toHaveValue('isto/é?')
  await expect(help(page)).toHaveCount(0)
  await composerOf(page).fill('')

  await page.getByRole('region', { name: 'Mensagens' }).focus()
  await page.keyboard.press('/')
  await expect(composerOf(page)).toBeFocused()
  await expect(composerOf(page)).toHaveValue('')

  await page.keyboard.press('Control+b')
  await expect(sidebarOf(page).getByText('Para voltar')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mostrar conversas' })).toBeVisible()
  await expect(composerOf(page)).toBeFocused()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Mostrar conversas' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mostrar conversas' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Esconder conversas' })).toBeFocused()
  await expect(sidebarOf(page).getByText('Para voltar')).toBeVisible()

  await page.keyboard.press('?')
  await expect(help(page)).toBeVisible()
  // A dialog disables global shortcuts.
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Esconder conversas' })).toBeFocused()

  await page.keyboard.press('Control+Shift+O')
  await expect(page).toHaveURL(new RegExp(`/app\\?agente=${chat.agentId}#escrever$`))
  await expect(composerOf(page)).toBeFocused()
  await page.getByRole('button', { name: /Sua conta/ }).click()
  await page.getByRole('button', { name: 'Atalhos do teclado' }).click()
  await expect(help(page)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the command palette opens by a tap, and returns the focus', async ({ page, server }) => {
    await signUp(page, server.url)
    await page.goto('/app')
    const button = page.getByRole('button', { name: 'Buscar em tudo' })
    await button.tap()
    await expect(field(page)).toBeFocused()
    await expectAccessible(page)
    await fits(page)
    // It has the whole screen, and a button to leave it.
    const { width, height } = (await page.locator('.mantine-Spotlight-content').boundingBox()) ?? {}
    expect([width, height]).toEqual([390, 844])
    await palette(page).getByRole('button', { name: 'Fechar a busca' }).tap()
    await expect(button).toBeFocused()
    await button.tap()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await button.tap()
    await field(page).fill('duda')
    await palette(page).getByRole('option', { name: /Duda/ }).tap()
    await expect(page).toHaveURL(/\/chat$/)
  })
})
