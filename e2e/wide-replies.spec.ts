import type { Locator, Page } from '@playwright/test'
import {
  composerOf,
  expect,
  expectAccessible,
  openNewChat,
  repliesOf,
  replyEnded,
  test,
} from './helpers/fixtures.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

async function ask(page: Page, text: string) {
  await composerOf(page).fill(text)
  await page.getByRole('button', { name: 'Enviar mensagem' }).tap()
  await replyEnded(page)
}

/** A picture of the right edge of a box, in the middle of its height. */
async function edgeOf(page: Page, box: Locator): Promise<string> {
  const { x, y, width, height } = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const clip = { x: x + width - 12, y: y + height - 14, width: 10, height: 8 }
  return (await page.screenshot({ clip })).toString('base64')
}

const toRight = (box: Locator) =>
  box.evaluate((element) => {
    element.scrollLeft = element.scrollWidth
  })

test('a wide table has columns of 120 px at least, and shows that it goes on', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await ask(page, '| A | B | C | D | E |\n|---|---|---|---|---|\n| 1 | 2 | 3 | 4 | 5 |\n[[echo]]')
  const table = repliesOf(page).last().getByRole('group', { name: 'Tabela' })
  for (const cell of await table.getByRole('columnheader').all()) {
    expect((await cell.boundingBox())?.width).toBeGreaterThanOrEqual(120)
  }
  const before = await edgeOf(page, table)
  await toRight(table)
  expect(await edgeOf(page, table)).not.toBe(before)
  await expectAccessible(page)
})

test('long lines of code fade at the edge until their end', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await ask(page, `\`\`\`\n${'█'.repeat(120)}\n\`\`\`\n[[echo]]`)
  const code = repliesOf(page).last().locator('pre')
  const widths = () => code.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
  const [whole = 0, seen = 0] = await widths()
  expect(whole).toBeGreaterThan(seen)
  const fade = () =>
    code.evaluate((element) => {
      const { position, backgroundImage } = getComputedStyle(element, '::after')
      return { position, isFade: backgroundImage.includes('gradient') }
    })
  expect(await fade()).toEqual({ position: 'sticky', isFade: true })
  const before = await edgeOf(page, code)
  await toRight(code)
  expect(await edgeOf(page, code)).toBe(before)
  // The last sign stands before the fade.
  const room = await code.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element.querySelector('code') ?? element)
    return element.getBoundingClientRect().right - range.getBoundingClientRect().right
  })
  expect(room).toBeGreaterThanOrEqual(30)
})

for (const width of [390, 1280]) {
  test(`the round button to the end covers no message at ${width} px`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 844 })
    await openNewChat(page, server.url)
    await ask(page, 'Texto longo [[tokens=400]]')
    const box = page.getByRole('region', { name: 'Mensagens' })
    await box.evaluate((element) => element.scrollTo({ top: 0 }))
    const jump = page.getByRole('button', { name: 'Ir para o fim' })
    await expect(jump).toBeVisible()
    const [at, messages, field] = await Promise.all([
      jump.boundingBox(),
      repliesOf(page).last().boundingBox(),
      composerOf(page).boundingBox(),
    ])
    if (!at || !messages || !field) throw new Error('not on screen')
    expect(at.width).toBe(at.height)
    expect(at.width).toBeGreaterThanOrEqual(44)
    const region = await box.boundingBox()
    const isBelow = at.y >= (region?.y ?? 0) + (region?.height ?? 0)
    expect(isBelow || at.x >= messages.x + messages.width).toBe(true)
    expect(at.y >= field.y + field.height || at.x >= field.x + field.width).toBe(true)
    await expectAccessible(page)
    await jump.tap()
    await expect(jump).toHaveCount(0)
    await expect(box).toBeFocused()
  })
}
