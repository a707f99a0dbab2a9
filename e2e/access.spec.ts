import type { Page } from '@playwright/test'
import { expectAccessible } from './helpers/accessibility.ts'
import { noticesOf } from './helpers/admin-api.ts'
import {
  adminScreens,
  beAdministrator,
  memberScreens,
  openScreen,
  PUBLIC_SCREENS,
  type Screen,
} from './helpers/every-screen.ts'
import {
  composerOf,
  exchange,
  expect,
  goToNewChat,
  openNewChat,
  repliesOf,
  replyEnded,
  say,
  signUp,
  test,
} from './helpers/fixtures.ts'
import { bearsSpacing } from './helpers/text-spacing.ts'
import { fits } from './helpers/viewports.ts'

/** 1280 px at 200 % zoom, and at the 400 % at which WCAG requires a page to reflow. */
const ENLARGED = [
  { width: 640, height: 400 },
  { width: 320, height: 256 },
] as const

const PHONE = { width: 390, height: 844 }

/**
 * Asserts the requirements of every page: title, outline, contrast in both schemes, zoom, and text spacing.
 */
async function holdUp(page: Page, { path, title }: Screen): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openScreen(page, path)
  await expect(page, path).toHaveTitle(title)
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  await expect(page.getByRole('main'), path).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await expectAccessible(page)
  }
  await bearsSpacing(page)
  for (const size of ENLARGED) {
    await page.setViewportSize(size)
    await fits(page)
  }
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
  await bearsSpacing(page)
}

// The longest file: its journeys are spread over the workers.
test.describe.configure({ mode: 'parallel' })

test('every public page passes: title, outline, both schemes, and zoom', {
  tag: '@smoke',
}, async ({ page }) => {
  for (const screen of PUBLIC_SCREENS) await holdUp(page, screen)
})

test('every page of a user passes', { tag: '@smoke' }, async ({ page, server }) => {
  test.setTimeout(300_000)
  await signUp(page, server.url)
  await page.goto('/favicon.svg')
  for (const screen of await memberScreens(page, server.url)) await holdUp(page, screen)
})

test('every page of the administration passes', { tag: '@smoke' }, async ({ page, server, admin }) => {
  test.setTimeout(300_000)
  await beAdministrator(page, server, admin)
  for (const screen of await adminScreens(page, server)) await holdUp(page, screen)
  await noticesOf(page.request, server.url).removeAll()
})

/** Running animations on the screen. */
const moving = (page: Page) =>
  page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)

test('reduced motion shows no animation, where a reply is otherwise animated', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openNewChat(page, server.url)
  // Counted in every frame, to catch brief animations.
  await page.evaluate(() => {
    Reflect.set(window, 'moved', 0)
    const look = () => {
      const running = document.getAnimations().filter(({ playState }) => playState === 'running').length
      Reflect.set(window, 'moved', Reflect.get(window, 'moved') + running)
      requestAnimationFrame(look)
    }
    look()
  })
  const moved = () => page.evaluate(() => Number(Reflect.get(window, 'moved')))
  await say(page, 'Devagar [[tokens=4000 delay=30]]')
  await expect(repliesOf(page).last()).toContainText('Plano de lançamento')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Buscar em tudo' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Opções da conversa' }).click()
  await page.getByRole('menuitem', { name: 'Renomear' }).click()
  await expect(page.getByRole('dialog', { name: 'Renomear conversa' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await moved()).toBe(0)
  // Control: the same reply without the preference is animated.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(() => moving(page)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Parar a resposta' }).click()
  await replyEnded(page)
})

/** Records the announcements of live regions from now on, in order. */
const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const said: string[] = []
    Reflect.set(window, 'said', said)
    const LIVE = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]'
    const hear = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement
      const inside = element ? [...element.querySelectorAll('[role="alert"]')] : []
      for (const region of [element?.closest(LIVE), ...inside]) {
        const text = region?.textContent?.trim()
        if (text && said.at(-1) !== text) said.push(text)
      }
    }
    new MutationObserver((changes) => {
      for (const { target } of changes) hear(target)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
const said = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'said'))

test('a screen reader announces a reply, a failure, a toast and another page once each', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await listen(page)
  await exchange(page, 'Oi [[tokens=60 delay=20]]')
  await expect.poll(() => said(page)).toContain('Resposta concluída')
  const ofReply = (await said(page)).filter((text) => /respondendo|Resposta/.test(text))
  expect(ofReply).toEqual(['Clara está respondendo', 'Resposta concluída'])

  await page.route('**/api/v1/chats/*/messages', (route) => route.fulfill({ status: 503, json: {} }))
  await say(page, 'E agora?')
  await expect.poll(() => said(page)).toContainEqual(expect.stringMatching(/não foi salva/))
  await page.unroute('**/api/v1/chats/*/messages')
  await composerOf(page).fill('')

  await page.getByRole('button', { name: 'Opções da conversa' }).click()
  await page.getByRole('menuitem', { name: 'Fixar' }).click()
  await page.getByRole('link', { name: 'Arquivadas' }).click()
  await expect.poll(() => said(page)).toContain('Conversas arquivadas')
  expect((await said(page)).filter((text) => text === 'Conversas arquivadas')).toHaveLength(1)
  // Home focuses its composer, which a screen reader announces by itself.
  await page.getByRole('link', { name: 'Elenco, início' }).click()
  await expect(composerOf(page)).toBeFocused()
  await page.getByRole('link', { name: 'Começar', exact: true }).click()
  await expect(page).toHaveURL(/personalizacao/)
  // The pressed link is gone: Tab continues inside the new page.
  await expect(page.getByRole('main')).toBeFocused()
})

test('a chat is structured: sender, text, and actions of each message', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, '## Promessa\n\nVenda **todo dia**.\n\n- [x] roteiro\n\n[[echo]]')
  await expect(page.getByRole('region', { name: 'Mensagens' })).toMatchAriaSnapshot(`
    - region "Mensagens":
      - list:
        - listitem:
          - article "Sua mensagem":
            - paragraph
            - button "Copiar mensagem"
            - button "Editar e reenviar"
        - listitem:
          - article /Resposta de Clara/:
            - heading /Clara/ [level=2]
            - heading "Promessa"
            - paragraph:
              - strong: todo dia
            - list:
              - listitem:
                - checkbox "Tarefa" [checked] [disabled]
            - button "Copiar resposta"
  `)
  // The heading keeps its relative level, below the sender's heading.
  await expect(page.getByRole('heading', { name: 'Promessa' })).toHaveAttribute('aria-level', '3')
  await goToNewChat(page)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - region /Conversa com Clara/:
        - link /Clara/:
          - heading /Clara/ [level=1]
        - region "Mensagens":
          - heading /Clara/ [level=2]
          - list "Sugestões para começar"
        - textbox /Mensagem para Clara/
        - button "Enviar mensagem"
  `)
})
