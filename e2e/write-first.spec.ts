import type { Locator, Page, Route } from '@playwright/test'
import { MOST_STEPS, walkToFirstWord } from '../bench/lib/web/first-word.ts'
import { agentPath } from './helpers/context.ts'
import {
  composerOf,
  expect,
  expectAccessible,
  fillSignIn,
  messagesOf,
  newPerson,
  openChat,
  repliesOf,
  replyEnded,
  say,
  signUp,
  test,
} from './helpers/fixtures.ts'
import { makeChat } from './helpers/history.ts'
import { fits } from './helpers/viewports.ts'

const chipOf = (page: Page): Locator => page.getByRole('button', { name: /^Quem responde/ })
const OWN_ADDRESS = /\/app\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/

async function openHome(page: Page): Promise<void> {
  await page.goto('/app')
  await expect(chipOf(page)).toBeVisible()
}

test('four fields and two presses lead from the sign-up to the first streamed word', {
  tag: '@smoke',
}, async ({ page, server }) => {
  const way = await walkToFirstWord(page, server.url, newPerson())
  expect(way.fields.length).toBeLessThanOrEqual(MOST_STEPS.fields)
  expect(way.presses.length).toBeLessThanOrEqual(MOST_STEPS.presses)
  expect(way.detours).toEqual([])
  expect(way.ticks).toEqual(['Li e aceito'])
  // The words chose the agent.
  await expect(repliesOf(page).last()).toHaveAccessibleName(/^Resposta de Clara/)
  await replyEnded(page)
  await page.goBack()
  await expect(composerOf(page)).toHaveValue('')
  await expect(page.getByRole('region', { name: 'Primeiros passos' })).toContainText('1 de 4')
})

test('home proposes the agent by the words, the last one by default, and the own choice wins', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openHome(page)
  await expect(composerOf(page)).toBeFocused()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => path === '/api/v1/agents')).toHaveLength(1)
  await page.keyboard.type('Preciso de um e-mail de carrinho')
  await expect(chipOf(page)).toHaveAccessibleName('Quem responde: Iara. Trocar')
  await expect(page.getByRole('status').filter({ hasText: 'pelo que você escreveu' })).toContainText('Iara')
  await expectAccessible(page)

  // By keyboard: the chip's menu, with the locked agents marked.
  await page.keyboard.press('Tab')
  await expect(chipOf(page)).toBeFocused()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem')).toHaveCount(8)
  await expectAccessible(page)
  await menu.getByRole('menuitem', { name: 'Kenji · Tráfego pago (plano pago)' }).click()
  await expect(page.getByRole('dialog', { name: /Kenji/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chipOf(page)).toHaveAccessibleName(/Iara/)
  await chipOf(page).click()
  await menu.getByRole('menuitem', { name: /^Duda/ }).click()
  await expect(chipOf(page)).toHaveAccessibleName(/Duda/)
  await expect(page.getByText('pelo que você escreveu')).toHaveCount(0)
  // Text and choice survive a reload; a locked agent is never proposed.
  await composerOf(page).fill('Tráfego pago no Google')
  await page.reload()
  await expect(composerOf(page)).toHaveValue('Tráfego pago no Google')
  await expect(chipOf(page)).toHaveAccessibleName(/Duda/)
  await composerOf(page).press('Enter')
  await expect(page).toHaveURL(OWN_ADDRESS)
  await expect(messagesOf(page)).toHaveText(['Tráfego pago no Google'])
  await replyEnded(page)
  await page.reload()
  await expect(messagesOf(page)).toHaveCount(1)

  // The last agent used comes next, also for words of a locked one; Shift+Enter is a new line.
  await page.goto('/app')
  await expect(chipOf(page)).toHaveAccessibleName(/Duda/)
  await composerOf(page).fill('Tráfego pago no Google')
  await page.keyboard.press('Shift+Enter')
  await expect(composerOf(page)).toHaveValue('Tráfego pago no Google\n')
  await expect(chipOf(page)).toHaveAccessibleName(/Duda/)
})

test('a message sent before the agents have loaded goes to the agent that its words propose', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await signUp(page, server.url)
  const held = Promise.withResolvers<void>()
  const holdBack = async (route: Route) => {
    await held.promise
    await route.continue()
  }
  // Home's list of agents and the rules that choose by words.
  await page.route(/\/api\/v1\/agents(\?|$)|\/assets\/propose-agent/, holdBack)
  await page.goto('/app')
  // Without an agent its name says only "Mensagem".
  const composer = page.getByRole('textbox', { name: /^Mensagem/ })
  await composer.fill('Quero uma página de vendas para o meu curso')
  await composer.press('Enter')
  await expect(page.getByRole('button', { name: 'Enviar mensagem' })).toHaveAttribute('aria-disabled', 'true')

  // A person who leaves meanwhile is not pulled into the chat, and the text stays.
  await page.getByRole('link', { name: 'Personalização' }).click()
  held.resolve()
  await page.waitForLoadState('networkidle')
  await expect(page).not.toHaveURL(/\/app$|[0-9a-f-]{36}/)
  await page.goBack()
  await expect(composer).toHaveValue('Quero uma página de vendas para o meu curso')
  await composer.press('Enter')
  await expect(page).toHaveURL(OWN_ADDRESS)
  await expect(repliesOf(page).last()).toHaveAccessibleName(/^Resposta de Clara/)
  await replyEnded(page)
})

test('“Nova conversa” leads to home’s composer from everywhere, with the agent of the page', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  const { id, agentId } = await makeChat(page, server.url, 'Oferta')
  await page.goto(`/app/${agentId}/${id}`)
  await expect(messagesOf(page)).toHaveCount(1)
  await page
    .getByRole('navigation', { name: 'Conversas' })
    .getByRole('link', { name: 'Nova conversa' })
    .click()
  await expect(composerOf(page)).toBeFocused()
  await expect(page).toHaveURL(/#escrever$/)
  // Pressed again, it takes the focus back.
  await page.getByLabel('Buscar agentes').fill('copy')
  await expect(page).toHaveURL(/q=copy/)
  await expect(page.getByLabel('Buscar agentes')).toBeFocused()
  await page.keyboard.press('Control+Shift+O')
  await expect(composerOf(page)).toBeFocused()
  await page.goto(await agentPath(page, 'Baltazar'))
  await expect(composerOf(page)).toHaveAccessibleName(/^Mensagem para Baltazar/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nova conversa')
  await page.getByRole('option', { name: 'Nova conversa' }).click()
  await expect(chipOf(page)).toHaveAccessibleName(/Baltazar/)
  await expect(composerOf(page)).toBeFocused()
})

test('a refused or failed first message loses nothing, and is sent once', async ({ page, server }) => {
  const person = await signUp(page, server.url)
  await openHome(page)
  // The chat's code and the agent load with the first character, so that a broken network shows in the chat.
  const known = page.waitForResponse(/\/api\/v1\/agents\/[0-9a-f-]{36}$/)
  await composerOf(page).fill('Primeira de todas')
  await known
  await page.waitForLoadState('networkidle')
  await page.route('**/api/v1/chats', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503 }) : route.continue(),
  )
  await composerOf(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('A mensagem não foi salva.')
  await expect(page.getByRole('alert')).toContainText('Seu texto continua aqui.')
  await expect(page).toHaveURL(/\/chat$/)
  await page.reload()
  await expect(composerOf(page)).toHaveValue('Primeira de todas')
  await page.unroute('**/api/v1/chats')

  // Another text from home changes places with it.
  await page.goto('/app')
  await say(page, 'Segunda, antes dela')
  await expect(page).toHaveURL(OWN_ADDRESS)
  await expect(messagesOf(page)).toHaveText(['Segunda, antes dela'])
  await replyEnded(page)
  await page.goto('/app')
  await expect(composerOf(page)).toHaveValue('Primeira de todas')

  // The session ends while one types.
  await composerOf(page).fill('Primeira de todas, afinal')
  await page.context().clearCookies()
  await composerOf(page).press('Enter')
  await page.waitForURL(/\/sign-in/)
  await fillSignIn(page, person)
  await expect(composerOf(page)).toHaveValue('Primeira de todas, afinal')
  await composerOf(page).press('Enter')
  await expect(page).toHaveURL(OWN_ADDRESS)
  await expect(messagesOf(page)).toHaveText(['Primeira de todas, afinal'])
  await replyEnded(page)

  // An agent that left since the list was loaded takes nothing along.
  await openHome(page)
  await page.route(/\/api\/v1\/agents\/[0-9a-f-]{36}$/, (route) =>
    route.fulfill({
      status: 404,
      json: { success: false, error: { code: 'NOT_FOUND', message: 'Não encontramos esse agente.' } },
    }),
  )
  await say(page, 'Para quem saiu')
  await expect(page.getByRole('alert')).toContainText('Este agente saiu do elenco.')
  await expect(composerOf(page)).toHaveValue('Para quem saiu')
})

test('what is mentioned or pasted on home goes along to the chat', async ({ page, server }) => {
  await signUp(page, server.url)
  await openHome(page)
  await composerOf(page).fill('Leia isto')
  await composerOf(page).evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['Um roteiro'], 'roteiro.txt', { type: 'text/plain' }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await page.waitForURL(/\/chat$/)
  await expect(composerOf(page)).toHaveValue('Leia isto')
  await expect(page.getByText('roteiro.txt').first()).toBeVisible()
  await page.goto('/app')
  await composerOf(page).fill('Só abrir')
  await openChat(page)
  await expect(composerOf(page)).toHaveValue('Só abrir')
  await expect(messagesOf(page)).toHaveCount(0)
  await page.goto('/app')
  await expect(composerOf(page)).toHaveValue('Leia isto')
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test.describe(`at ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport, hasTouch: viewport.width < 500, isMobile: viewport.width < 500 })

    test('composer and suggestions stand above the fold, and a suggestion is sent by a press', async ({
      page,
      server,
    }) => {
      await signUp(page, server.url)
      await page.goto(await agentPath(page, 'Clara'))
      const suggestions = page.getByRole('region', { name: 'Comece por aqui' }).getByRole('link')
      await expect(suggestions).toHaveCount(3)
      for (const it of [composerOf(page), ...(await suggestions.all())]) {
        await expect(it).toBeInViewport({ ratio: 1 })
      }
      await fits(page)
      await openHome(page)
      await expect(composerOf(page)).toBeInViewport({ ratio: 1 })
      await fits(page)
      await composerOf(page).fill('Uma ideia de página')
      await page.getByRole('button', { name: 'Enviar mensagem' }).click()
      await expect(page).toHaveURL(OWN_ADDRESS)
      await replyEnded(page)
    })
  })
}
