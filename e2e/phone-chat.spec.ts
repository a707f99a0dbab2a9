import type { Page } from '@playwright/test'
import { composerOf, expect, openNewChat, replyEnded, test } from './helpers/fixtures.ts'
import { fits } from './helpers/viewports.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const conversation = (page: Page) => page.getByRole('region', { name: 'Mensagens' })
const barsOf = (page: Page) => page.locator('[data-bar]')

/** The bars that stand on the screen. */
const shown = (page: Page) =>
  barsOf(page).evaluateAll(
    (bars) => bars.filter((bar) => bar.getBoundingClientRect().bottom > 1 && bar.checkVisibility()).length,
  )

/** Pixels of the conversation between the bars and the composer. */
const roomOf = (page: Page) =>
  page.evaluate(() => {
    const stage = document.querySelector('[aria-label="Mensagens"]')?.getBoundingClientRect()
    const bars = [...document.querySelectorAll('[data-bar]')].map((bar) => bar.getBoundingClientRect().bottom)
    return stage ? stage.bottom - Math.max(stage.top, ...bars) : 0
  })

const scroll = (page: Page, by: number) =>
  conversation(page).evaluate((box, distance) => box.scrollBy(0, distance), by)

/** On a touch screen Enter breaks the line. */
async function tellByTap(page: Page, text: string): Promise<void> {
  await composerOf(page).fill(text)
  await page.getByRole('button', { name: 'Enviar mensagem' }).tap()
  await replyEnded(page)
}

test('a chat has one bar, which leaves while one reads down and comes back', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await tellByTap(page, 'Oi [[tokens=900 delay=0]]')
  await page.reload()
  await expect(page.getByRole('article').last()).toBeVisible()
  // Both parts stand on one line.
  const lines = await barsOf(page).evaluateAll((bars) =>
    bars.map((bar) => [bar.getBoundingClientRect().top, bar.getBoundingClientRect().height].map(Math.round)),
  )
  expect(lines).toEqual([
    [0, 56],
    [0, 56],
  ])
  const names = ['Abrir conversas', 'Opções da conversa', 'Nova conversa']
  for (const name of names)
    await expect(
      page.getByRole('button', { name }).or(page.getByRole('link', { name })).first(),
    ).toBeVisible()
  await fits(page)

  await scroll(page, -1_200)
  await expect.poll(() => shown(page)).toBe(2)
  await scroll(page, 300)
  await expect.poll(() => shown(page)).toBe(0)
  await scroll(page, -40)
  await expect.poll(() => shown(page)).toBe(2)

  await test.step('never with the focus in it', async () => {
    await page.getByRole('button', { name: 'Abrir conversas' }).focus()
    await scroll(page, 60)
    await expect(page.locator(':root')).toHaveAttribute('data-reading')
    expect(await shown(page)).toBe(2)
  })

  await test.step('without motion for those who want none', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const seconds = await barsOf(page)
      .first()
      .evaluate((bar) => getComputedStyle(bar).transitionDuration)
    expect(Number.parseFloat(seconds)).toBeLessThan(0.01)
  })

  await test.step('back where nothing scrolls any more, as after a deletion', async () => {
    await page.evaluate('document.activeElement.blur()')
    await scroll(page, 60)
    await expect.poll(() => shown(page)).toBe(0)
    await conversation(page)
      .locator('ol')
      .first()
      .evaluate((list) => {
        list.style.display = 'none'
      })
    await expect.poll(() => shown(page)).toBe(2)
  })
})

test('with the keyboard open, at 390 × 500, 320 px of the conversation show', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await tellByTap(page, 'Oi [[tokens=200 delay=0]]')
  await composerOf(page).tap()
  await page.setViewportSize({ width: 390, height: 500 })
  await expect(composerOf(page)).toBeFocused()
  await expect.poll(() => roomOf(page)).toBeGreaterThanOrEqual(320)
  await expect(page.getByRole('button', { name: 'Enviar mensagem' })).toBeInViewport()
  await fits(page)
})
