import type { Page } from '@playwright/test'
import { chooseFor, keepBrand } from './helpers/business.ts'
import { composerOf, exchange, expect, messagesOf, openNewChat, test } from './helpers/fixtures.ts'
import { fits } from './helpers/viewports.ts'

/** Pressable things on the screen, outside of the notices, that a notice covers. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const notices = document.querySelectorAll('[data-notice]')
    const boxes = [...notices].map((it) => it.getBoundingClientRect())
    const pressable = document.querySelectorAll(
      'a[href], button, input, textarea, select, [data-composer], footer',
    )
    return [...pressable]
      .filter((it) => it.checkVisibility({ visibilityProperty: true }) && !it.closest('[data-notice]'))
      .map((it) => ({ it, box: it.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight)
      .filter(({ box }) =>
        boxes.some(
          (notice) =>
            box.left < notice.right &&
            box.right > notice.left &&
            box.top < notice.bottom &&
            box.bottom > notice.top,
        ),
      )
      .map(({ it }) => it.getAttribute('aria-label') ?? it.textContent?.trim() ?? it.tagName)
  })

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`at ${width} px no notice covers the composer, an action or a form's foot`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height })
    await openNewChat(page, server.url)
    await exchange(page, 'Oi [[tokens=40 delay=0]]')
    const notice = page.locator('[data-notice]')

    await test.step('in a chat', async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const before = await composerOf(page).boundingBox()
      const message = messagesOf(page).last()
      await message.getByRole('button', { name: 'Mais ações desta mensagem' }).click()
      await page.getByRole('menuitem', { name: 'Copiar', exact: true }).click()
      await expect(notice).toBeVisible()
      expect(await covered(page)).toEqual([])
      expect(await composerOf(page).boundingBox()).toEqual(before)
      await fits(page)
    })

    await test.step('on a list, and at the foot of a form', async () => {
      await keepBrand(page, { name: 'Doces da Marina' })
      await page.goto('/app/personalizacao/marcas')
      await chooseFor(page, 'Doces da Marina', 'Excluir')
      await expect(notice).toBeVisible()
      // A notice with the pointer on it stays.
      const { x = 0, y = 0 } = (await notice.boundingBox()) ?? {}
      await page.mouse.move(x + 20, y + 20)
      expect(await covered(page)).toEqual([])
      await page.getByRole('link', { name: 'Nova marca' }).first().click()
      await expect(page.getByRole('heading', { name: 'Nova marca', level: 1 })).toBeVisible()
      await expect(notice).toBeVisible()
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      const save = await page
        .getByRole('button', { name: /^Salvar/ })
        .first()
        .boundingBox()
      const told = await notice.boundingBox()
      expect((told?.y ?? 0) + (told?.height ?? 0)).toBeLessThan(save?.y ?? 0)
      await fits(page)
    })
  })
}
