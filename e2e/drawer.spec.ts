import type { Page } from '@playwright/test'
import { composerOf, expect, expectAccessible, signUp, test } from './helpers/fixtures.ts'
import { chatIn, chatsOf, makeChat, optionsOf, sidebarOf } from './helpers/history.ts'
import { fits } from './helpers/viewports.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const opener = (page: Page) => page.getByRole('button', { name: 'Abrir conversas' })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Conversas' })

/** A touch that moves in a straight line. */
async function swipe(page: Page, from: [number, number], to: [number, number]) {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const at = (part: number) => ({
    x: from[0] + (to[0] - from[0]) * part,
    y: from[1] + (to[1] - from[1]) * part,
  })
  await touch('touchStart', [at(0)])
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', [at(step / 8)])
  await touch('touchEnd', [])
  await client.detach()
}

test('the drawer opens by its button, and closes by Escape, by a tap outside and by its own button', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  await makeChat(page, server.url, 'Roteiro de VSL')
  await page.goto('/app')
  await expect(sidebarOf(page)).toHaveCount(0)
  await opener(page).tap()
  await expect(drawer(page)).toBeVisible()
  await expect(chatIn(page, 'Roteiro de VSL')).toBeVisible()
  // Elements behind it can't get the focus.
  await opener(page).focus()
  await expect(opener(page)).not.toBeFocused()
  expect(await drawer(page).evaluate((it) => it.contains(document.activeElement))).toBe(true)
  await expectAccessible(page)
  await fits(page)
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)
  await expect(opener(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(drawer(page)).toBeVisible()
  await page.touchscreen.tap(375, 500)
  await expect(drawer(page)).toHaveCount(0)
  await opener(page).tap()
  await page.getByRole('button', { name: 'Fechar conversas' }).tap()
  await expect(drawer(page)).toHaveCount(0)
  await expect(opener(page)).toBeFocused()
})

test('a swipe from the edge opens the drawer, and a swipe back closes it', async ({ page, server }) => {
  await signUp(page, server.url)
  await makeChat(page, server.url, 'Roteiro de VSL')
  await page.goto('/app')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A swipe from the middle does not open it, nor a vertical one along the edge.
  await swipe(page, [200, 400], [380, 400])
  await swipe(page, [8, 300], [20, 600])
  await expect(drawer(page)).toHaveCount(0)
  await swipe(page, [6, 400], [300, 410])
  await expect(chatIn(page, 'Roteiro de VSL')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fechar conversas' })).toBeVisible()
  await swipe(page, [200, 500], [210, 300])
  await expect(drawer(page)).toBeVisible()
  await swipe(page, [250, 400], [20, 400])
  await expect(drawer(page)).toHaveCount(0)
  await swipe(page, [6, 400], [300, 410])
  await expect(drawer(page)).toBeVisible()
})

test('a chat opens from the drawer, and its menu is reachable by touch', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  for (const title of ['Carrossel', 'Um nome muito comprido para caber inteiro na gaveta de um telefone'])
    await makeChat(page, server.url, title)
  await page.goto('/app')
  await opener(page).tap()
  for (const target of await sidebarOf(page).locator('a, button').all()) {
    const box = await target.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(box?.width).toBeGreaterThanOrEqual(44)
  }
  await optionsOf(page, 'Carrossel').tap()
  await page.getByRole('menuitem', { name: 'Renomear' }).tap()
  await page.getByRole('textbox', { name: 'Novo título da conversa' }).fill('Carrossel de março')
  await page.keyboard.press('Enter')
  await expect(chatIn(page, 'Carrossel de março')).toBeVisible()
  await optionsOf(page, 'Carrossel de março').tap()
  await page.getByRole('menuitem', { name: 'Excluir' }).tap()
  await expect(chatsOf(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Desfazer' }).tap()
  await expect(chatsOf(page)).toHaveCount(2)
  await chatIn(page, 'Carrossel de março').getByRole('link').tap()
  await expect(composerOf(page)).toBeVisible()
  await expect(drawer(page)).toHaveCount(0)
  // Choosing the current chat only closes the drawer.
  await opener(page).tap()
  await chatIn(page, 'Carrossel de março').getByRole('link').tap()
  await expect(drawer(page)).toHaveCount(0)
})
