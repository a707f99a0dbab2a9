import type { Page } from '@playwright/test'
import { memberScreens, openScreen, PUBLIC_SCREENS } from './helpers/every-screen.ts'
import {
  composerOf,
  exchange,
  expect,
  expectAccessible,
  goToNewChat,
  messagesOf,
  openNewChat,
  signUp,
  test,
} from './helpers/fixtures.ts'
import { setTutorials } from './helpers/tutorials.ts'
import { fits } from './helpers/viewports.ts'

/** Minimum touch target in CSS pixels. */
const TARGET = 44

/** Interactive elements below that size; links inside text are exempt. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      element.closest('p, li, dd, td, label, legend') !== null
    // A checkbox's label is part of its target, and a link may cover its whole card.
    const targetOf = (element: Element) => {
      const isChoice = element instanceof HTMLInputElement && ['radio', 'checkbox'].includes(element.type)
      const card =
        element instanceof HTMLElement && element.matches('.stretched-link') && element.offsetParent
      return (isChoice && element.labels?.[0]) || card || element
    }
    const pressable = 'a[href], button, input, select, textarea, summary, [role="button"], [role="menuitem"]'
    const found = Array.from(document.querySelectorAll(pressable))
      // A task list's checkbox is not interactive.
      .filter((element) => !element.matches('input[type="checkbox"]:disabled'))
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => !isInSentence(element))
      .map(targetOf)
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      // Elements off-screen until they are focused, such as the skip link.
      .filter(({ box }) => box.width > 1 && box.bottom > 0)
      .filter(({ box }) => Math.min(box.width, box.height) < least - 0.5)
    return found.map(({ element, box }) => {
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
      return `${element.tagName} "${name}" ${Math.round(box.width)}×${Math.round(box.height)}`
    })
  }, TARGET)

/** iOS zooms into fields with text below 16 pixels, and stays zoomed. */
const smallFields = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(
      document.querySelectorAll('input:not([type=file], [type=radio], [type=checkbox]), textarea, select'),
    )
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML.slice(0, 120)),
  )

/** The composer's bottom edge from the top of the page. */
const footOf = (page: Page): Promise<number> =>
  page
    .getByRole('button', { name: /Enviar mensagem|Parar a resposta/ })
    .evaluate((button) => button.getBoundingClientRect().bottom)

test.describe('a phone in portrait', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('every interactive element is large enough for touch, and no field zooms', async ({
    page,
    server,
  }) => {
    test.setTimeout(180_000)
    await openNewChat(page, server.url)
    const small: string[] = []
    const look = async (screen: string) => {
      for (const target of await smallTargets(page)) small.push(`${screen}: ${target}`)
      for (const field of await smallFields(page)) small.push(`${screen}: letters of ${field}`)
    }
    await look('new chat')
    await composerOf(page).fill('Oi')
    await page.getByRole('button', { name: 'Enviar mensagem' }).tap()
    await expect(messagesOf(page)).toHaveCount(1)
    await expect(page.getByRole('article', { name: /^Resposta de/ })).toHaveAttribute('aria-busy', 'false')
    await look('chat')
    await page.goto('/favicon.svg')
    await setTutorials(server, [{ title: 'Primeiros passos' }])
    for (const { path } of await memberScreens(page, server.url)) {
      await openScreen(page, path)
      if (path === '/app') await expect(page.getByRole('button', { name: /^Plano pago/ })).not.toHaveCount(0)
      await look(path)
    }
    await page.context().clearCookies()
    for (const { path } of PUBLIC_SCREENS) {
      await openScreen(page, path)
      await look(path)
    }
    expect(small).toEqual([])
  })

  test('on Android the viewport shrinks, and the composer is above the keyboard', async ({
    page,
    server,
  }) => {
    await openNewChat(page, server.url)
    await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /resizes-content/)
    await composerOf(page).fill('Uma ideia')
    await page.getByRole('button', { name: 'Enviar mensagem' }).tap()
    await expect(page.getByRole('article', { name: /^Resposta de/ })).toHaveAttribute('aria-busy', 'false')
    await composerOf(page).tap()
    await page.setViewportSize({ width: 390, height: 420 })
    await expect.poll(() => footOf(page)).toBeLessThanOrEqual(420)
    await expect(page.getByLabel('Mensagens')).toBeInViewport()
    // A long text leaves part of the chat visible.
    await composerOf(page).fill('linha\n'.repeat(40))
    await expect.poll(() => footOf(page)).toBeLessThanOrEqual(420)
    const { height = 0 } = (await page.getByLabel('Mensagens').boundingBox()) ?? {}
    expect(height).toBeGreaterThan(60)
    await fits(page)
  })

  test('on iOS the keyboard overlays the page, and the composer is above it', async ({ page, server }) => {
    await page.addInitScript(() => {
      const viewport = Object.assign(new EventTarget(), { scale: 1, offsetTop: 0, height: innerHeight })
      Object.defineProperty(window, 'visualViewport', { value: viewport })
      Object.assign(window, {
        cover: (height: number, scale = 1) => {
          Object.assign(viewport, { height: document.documentElement.clientHeight - height, scale })
          viewport.dispatchEvent(new Event('resize'))
        },
      })
    })
    await signUp(page, server.url)
    await goToNewChat(page)
    const cover = (height: number, scale?: number) =>
      page.evaluate(([covered, zoom]) => Reflect.get(window, 'cover')(covered, zoom), [
        height,
        scale,
      ] as const)
    const before = await footOf(page)
    await composerOf(page).tap()
    await cover(336)
    await expect.poll(() => footOf(page)).toBeLessThanOrEqual(844 - 336)
    await expect.poll(() => footOf(page)).toBeGreaterThan(844 - 336 - 60)
    await expect(page.getByRole('banner').first()).toBeInViewport()
    await cover(0)
    await expect.poll(() => footOf(page)).toBe(before)
    // Zooming shrinks the visual viewport too, without a keyboard.
    await cover(400, 2)
    await expect.poll(() => footOf(page)).toBe(before)
    await cover(336)
    await page.goBack()
    await expect(page.getByRole('link', { name: 'Abrir a conversa' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.dataset.keyboard)).toBeUndefined()
  })

  test('the composer is above the safe area at the bottom', async ({ page, server }) => {
    await openNewChat(page, server.url)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34, top: 47 } })
    await expect.poll(() => footOf(page)).toBeLessThanOrEqual(844 - 34)
    await expect
      .poll(() =>
        page
          .getByRole('banner')
          .first()
          .evaluate((bar) => getComputedStyle(bar).paddingTop),
      )
      .toBe('47px')
  })
})

test.describe('the smallest phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

  test('nothing is cut off, with a short and with a long text', async ({ page, server }) => {
    await openNewChat(page, server.url)
    await fits(page)
    await expect(composerOf(page)).toBeInViewport({ ratio: 1 })
    for (const name of ['Anexar arquivos', 'Enviar mensagem']) {
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    }
    await composerOf(page).fill('Uma pergunta que já não cabe numa linha só do telefone')
    await fits(page)
    // A long text has the full width, and the buttons their own line.
    const field = await composerOf(page).boundingBox()
    const button = await page.getByRole('button', { name: 'Enviar mensagem' }).boundingBox()
    expect(field?.width).toBeGreaterThan(280)
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual((button?.y ?? 0) + 1)
    await expectAccessible(page)
  })
})

test.describe('a phone in landscape', () => {
  test.use({ viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true })

  test('there is room to read and to type, also above the keyboard', async ({ page, server }) => {
    await openNewChat(page, server.url)
    await composerOf(page).fill('Oi')
    await page.getByRole('button', { name: 'Enviar mensagem' }).tap()
    await expect(page.getByRole('article', { name: /^Resposta de/ })).toHaveAttribute('aria-busy', 'false')
    const heightOf = async () => (await page.getByLabel('Mensagens').boundingBox())?.height ?? 0
    expect(await heightOf()).toBeGreaterThan(140)
    await expect.poll(() => footOf(page)).toBeLessThanOrEqual(360)
    await fits(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 740, height: 190 })
    await expect.poll(() => footOf(page)).toBeLessThanOrEqual(190)
    await expect(composerOf(page)).toBeInViewport({ ratio: 1 })
    expect(await heightOf()).toBeGreaterThan(20)
  })
})

test.describe('on a desktop', () => {
  test('the composer stays visible in a narrow window with a long chat', async ({ page, server }) => {
    await page.setViewportSize({ width: 900, height: 500 })
    await openNewChat(page, server.url)
    await exchange(page, 'Primeira')
    await expect.poll(() => footOf(page)).toBeLessThanOrEqual(500)
    await fits(page)
  })
})
