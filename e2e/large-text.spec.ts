import type { Page } from '@playwright/test'
import { memberScreens, openScreen, PUBLIC_SCREENS } from './helpers/every-screen.ts'
import { expect, openNewChat, signUp, test } from './helpers/fixtures.ts'

/** Round elements whose own text is larger than themselves. */
const burst = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isRound = (it: Element) => {
      const { width, height } = it.getBoundingClientRect()
      const radius = getComputedStyle(it).borderTopLeftRadius
      const least = radius.endsWith('%') ? 50 : width / 2
      return width > 4 && Math.abs(width - height) < 2 && Number.parseFloat(radius) >= least
    }
    const leaves = (it: Element) => {
      const box = it.getBoundingClientRect()
      const texts = [...it.childNodes].filter((node) => node instanceof Text && node.data.trim())
      return texts.some((text) => {
        const range = document.createRange()
        range.selectNode(text)
        const { width, height } = range.getBoundingClientRect()
        return width > box.width || height > box.height
      })
    }
    return [...document.querySelectorAll('body *')]
      .filter((it) => it.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((it) => isRound(it) && leaves(it))
      .map((it) => `${it.tagName} «${it.textContent}»`)
  })

/** Skip links on the screen without the focus. */
const skipLinks = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href^="#"]')]
      .filter((it) => it.textContent?.startsWith('Pular') && it !== document.activeElement)
      .filter((it) => it.getBoundingClientRect().bottom > 0 && getComputedStyle(it).clipPath === 'none')
      .map(() => 'a skip link'),
  )

/** Focused fields and buttons whose ring a sticky foot covers. */
async function clipped(page: Page): Promise<string[]> {
  const found: string[] = []
  const count = await page.locator('main :is(input, textarea, select, button, a[href]):visible').count()
  for (let step = 0; step < Math.min(count, 40); step += 1) {
    await page.keyboard.press('Tab')
    const hidden = await page.evaluate(() => {
      const it = document.activeElement
      const main = document.querySelector('main')
      if (!it || !main?.contains(it)) return null
      const { left, right, bottom, top } = it.getBoundingClientRect()
      const feet = [...document.querySelectorAll('main *')].filter((foot) => {
        const { position, bottom: stuck } = getComputedStyle(foot)
        return position === 'sticky' && stuck !== 'auto' && !foot.contains(it)
      })
      const isUnder = feet.some((foot) => {
        const box = foot.getBoundingClientRect()
        return (
          box.top < bottom + 4 && box.bottom > top && box.left < right && box.right > left && box.height > 20
        )
      })
      return isUnder
        ? (it.getAttribute('name') ?? it.getAttribute('aria-label') ?? it.outerHTML.slice(0, 80))
        : null
    })
    if (hidden) found.push(hidden)
  }
  return found
}

const doubleText = (page: Page) =>
  page.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html { font-size: 200% !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })

for (const width of [1280, 390]) {
  test(`with text of 200 % at ${width} px nothing leaves its circle, and no skip link shows by itself`, async ({
    page,
    server,
  }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height: 800 })
    await doubleText(page)
    const found: string[] = []
    for (const { path } of PUBLIC_SCREENS) {
      await openScreen(page, path)
      for (const it of [...(await burst(page)), ...(await skipLinks(page))]) found.push(`${path}: ${it}`)
    }
    await openNewChat(page, server.url)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    for (const { path } of await memberScreens(page, server.url)) {
      await openScreen(page, path)
      for (const it of [...(await burst(page)), ...(await skipLinks(page))]) found.push(`${path}: ${it}`)
    }
    expect([...new Set(found)]).toEqual([])
  })
}

test('no sticky foot covers the ring of the focused field', async ({ page, server }) => {
  test.setTimeout(180_000)
  await signUp(page, server.url)
  await page.goto('/app')
  const found: string[] = []
  for (const path of ['produtos/new', 'ofertas/new', 'marcas/new']) {
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await openScreen(page, `/app/personalizacao/${path}`)
      for (const it of await clipped(page)) found.push(`${path} at ${width}: ${it}`)
    }
  }
  expect(found).toEqual([])
})
