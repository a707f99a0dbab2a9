import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { noticesOf } from './administration.ts'
import {
  adminScreens,
  beAdministrator,
  memberScreens,
  openScreen,
  PUBLIC_SCREENS,
  type Screen,
} from './every-screen.ts'
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
} from './fixtures.ts'
import { fits } from './looks.ts'
import { bearsSpacing } from './text-spacing.ts'

/** 1280 px at 200 %, and at the 400 % that a page must still be read at in one direction. */
const ENLARGED = [
  { width: 640, height: 400 },
  { width: 320, height: 256 },
] as const

const PHONE = { width: 390, height: 844 }

/** What a page must have whatever is on it, by day and by night, as large and as spaced out as anybody needs it. */
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

test('every page that anybody may open holds up: its name, its outline, by day, by night and enlarged', {
  tag: '@smoke',
}, async ({ page }) => {
  for (const screen of PUBLIC_SCREENS) await holdUp(page, screen)
})

test('so does every page of a person', { tag: '@smoke' }, async ({ page, server }) => {
  test.setTimeout(300_000)
  await signUp(page, server.url)
  await page.goto('/favicon.svg')
  for (const screen of await memberScreens(page, server.url)) await holdUp(page, screen)
})

test('so does every page of the administration', { tag: '@smoke' }, async ({ page, server, admin }) => {
  test.setTimeout(300_000)
  await beAdministrator(page, server, admin)
  for (const screen of await adminScreens(page, server)) await holdUp(page, screen)
  await noticesOf(page.request, server.url).removeAll()
})

/** What is moving on the screen. */
const moving = (page: Page) =>
  page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)

test('whoever asks for less motion gets none, where others see a reply come', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openNewChat(page, server.url)
  // Counted in every frame: what moves for a moment moves.
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
  await expect(page.getByRole('combobox', { name: 'Agente, conversa ou ação' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Opções da conversa' }).click()
  await page.getByRole('menuitem', { name: 'Renomear' }).click()
  await expect(page.getByRole('dialog', { name: 'Renomear conversa' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await moved()).toBe(0)
  // The same reply, for somebody who did not ask: the test can tell.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(() => moving(page)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Parar a resposta' }).click()
  await replyEnded(page)
})

/** Keeps what live regions say from now on, in order, as a screen reader would speak it. */
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

test('who only hears it is told of a reply, a failure, a notice and another page, each once', async ({
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
  await page.getByRole('link', { name: 'Elenco, início' }).click()
  await expect.poll(() => said(page)).toContain('Início')
  await page
    .getByRole('region', { name: 'O elenco', exact: true })
    .getByRole('link', { name: /Clara/ })
    .click()
  await expect.poll(() => said(page)).toContainEqual(expect.stringMatching(/^Clara/))
  // Tab goes on in the page that came.
  await expect(page.getByRole('main')).toBeFocused()
  expect((await said(page)).filter((text) => text === 'Início')).toHaveLength(1)
})

test('a chat reads as one: who speaks, what is said, what can be done', async ({ page, server }) => {
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
  // As large as it was meant, and still right below the name of who speaks.
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
