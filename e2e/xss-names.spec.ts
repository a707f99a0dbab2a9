import type { Page, Route } from '@playwright/test'
import {
  composerOf,
  expect,
  messagesOf,
  openNewChat,
  replyEnded,
  say,
  signUp,
  test,
} from './helpers/fixtures.ts'
import {
  agentOf,
  chatOf,
  envelope,
  failure,
  labelOf,
  messageOf,
  page as pageOf,
} from './helpers/stub-responses.ts'
import { XSS_CORPUS } from './helpers/xss-corpus.ts'

const HARMLESS = XSS_CORPUS.map((_, index) => `Texto comum ${index}`)
/** The whole corpus as one text, for places that hold one. */
const ALL = XSS_CORPUS.join(' ').replaceAll(' · ', ' ')

/** Kinds of elements with their attribute names, which must not depend on the texts. */
const kindsOf = (page: Page) =>
  page.locator('#root').evaluate((root) => {
    const kinds = [...root.querySelectorAll('*')].map((element) =>
      [element.tagName, ...element.getAttributeNames().sort()].join(' '),
    )
    return [...new Set(kinds)].sort()
  })

/** Links to anything but an address of this site. */
const outsideLinksOf = (page: Page) => page.locator('a:not([href^="/"], [href^="#"]), a[href^="//"]')

const answer = (page: Page, path: string | RegExp, json: unknown, status = 200) =>
  page.route(path, (route: Route) => route.fulfill({ status, json }))

/** Serves lists with agents, labels and chats of these names. */
async function fillHome(page: Page, names: readonly string[]) {
  const agents = names.map(agentOf)
  await answer(page, /\/api\/v1\/agents(\?.*)?$/, pageOf(agents))
  await answer(page, '**/api/v1/labels', envelope(names.map(labelOf)))
  await answer(page, /\/api\/v1\/chats\?/, pageOf(agents.map((agent) => chatOf(agent.name, agent))))
}

test('A27 XSS: hostile names of agents, labels and chats stay text', async ({ page, server }) => {
  await signUp(page, server.url)
  await fillHome(page, HARMLESS)
  await page.goto('/app')
  const cast = page.getByRole('region', { name: 'O elenco', exact: true })
  await expect(cast.getByRole('article')).toHaveCount(HARMLESS.length)
  // Appears on its own, and would add a kind.
  const invitation = page.getByRole('heading', { name: 'O elenco quer conhecer o seu negócio' })
  await expect(invitation).toBeVisible()
  const kinds = await kindsOf(page)

  await fillHome(page, XSS_CORPUS)
  await page.reload()
  await expect(cast.getByRole('article')).toHaveCount(XSS_CORPUS.length)
  expect(await cast.getByRole('heading', { level: 3 }).allTextContents()).toEqual([...XSS_CORPUS])
  expect(await cast.locator('fieldset button').allTextContents()).toEqual([...XSS_CORPUS])
  const chats = page.getByRole('region', { name: 'Continue de onde parou' })
  await expect(chats.getByRole('link')).toHaveCount(XSS_CORPUS.length)
  await expect(invitation).toBeVisible()
  expect(await kindsOf(page)).toEqual(kinds)
  await expect(outsideLinksOf(page)).toHaveCount(0)
})

test('A27 XSS: hostile names stay text on an agent’s page, in its chat and as a user’s name', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  const show = async (text: string) => {
    const agent = agentOf(text)
    const chat = chatOf(text, agent)
    await page.unrouteAll()
    await page.route('**/api/auth/get-session', async (route) => {
      const response = await route.fetch()
      const current = await response.json()
      await route.fulfill({ response, json: { ...current, user: { ...current.user, name: text } } })
    })
    await answer(page, `**/api/v1/agents/${agent.id}`, envelope(agent))
    await answer(page, /\/api\/v1\/chats\?/, pageOf([chat]))
    await answer(page, `**/api/v1/chats/${chat.id}`, envelope(chat))
    await answer(page, `**/api/v1/chats/${chat.id}/messages`, envelope([messageOf(chat.id, 'human', text)]))
    await answer(page, /\/api\/v1\/chats\/[^/]+\/stream/, null, 503)
    const kinds: string[][] = []
    for (const path of ['', '/chat', `/${chat.id}`]) {
      await page.goto(`/app/${agent.id}${path}`)
      const place = path === '' ? page.getByRole('link', { name: 'Abrir a conversa' }) : composerOf(page)
      await expect(place).toBeVisible()
      await expect(page.locator('main')).toContainText(text)
      await expect(page.getByRole('button', { name: 'Sua conta' })).toContainText(text)
      if (path === '') {
        await expect(page.getByRole('region', { name: 'Comece por aqui' })).toContainText(text)
        // Appears on its own, and would add a kind.
        await expect(page.getByRole('link', { name: 'Abrir a personalização' })).toBeVisible()
      }
      kinds.push(await kindsOf(page))
    }
    expect(await page.title()).toContain(text.slice(0, 20))
    return kinds
  }
  const hostile = ALL.replaceAll(/\s+/g, ' ')
  // As long, because long messages are folded.
  const kinds = await show('Texto comum '.repeat(hostile.length / 12))
  expect(await show(hostile)).toEqual(kinds)
})

test('A27 XSS: the server’s error messages stay text everywhere', async ({ page, server }) => {
  await openNewChat(page, server.url)
  const chatUrl = page.url()
  await answer(page, '**/api/v1/chats/*/messages', failure('CONFLICT', ALL), 409)
  await say(page, 'Oi')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('__pwned=1')
  expect(await alert.locator('*:not(svg, svg *)').count()).toBe(0)

  await page.unrouteAll()
  await answer(page, '**/api/v1/chats/*/messages', failure('VALIDATION_ERROR', ALL, { content: ALL }), 400)
  await composerOf(page).press('Enter')
  await expect(alert).toContainText('__pwned=1')
  expect(await alert.locator('*:not(svg, svg *)').count()).toBe(0)
  expect(page.url()).toBe(chatUrl)

  await page.unrouteAll()
  await answer(page, /\/api\/v1\/agents(\?.*)?$/, failure('UNAVAILABLE', ALL), 503)
  await page.goto('/app')
  await expect(page.getByRole('heading', { name: 'O elenco não apareceu' })).toBeVisible()
  await expect(alert.locator('p')).toContainText('__pwned=1')
  expect(await alert.locator('p *').count()).toBe(0)
  await answer(page, '**/api/v1/agents/*', failure('UNAVAILABLE', ALL), 503)
  await page.goto(chatUrl)
  await page.waitForURL(/\/app\/?$/)
  await expect(page.getByText('Não foi possível carregar o agente.')).toBeVisible()
})

test('A27 XSS: no part of an address becomes code or an external link', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await say(page, 'Oi')
  await replyEnded(page)
  await expect(messagesOf(page)).toHaveCount(1)
  const hostile = '"><img src=x onerror=__pwned=1>{{x}}'
  for (const path of [
    `/app?q=${encodeURIComponent(hostile)}`,
    `/app?etiqueta=${encodeURIComponent(hostile)}`,
    `/app#${hostile}`,
    `/${encodeURIComponent(hostile)}`,
    `/app/${encodeURIComponent(hostile)}/chat?sugestao=${encodeURIComponent(hostile)}`,
    `/app/${encodeURIComponent(hostile)}`,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
    await expect(outsideLinksOf(page)).toHaveCount(0)
  }
  await page.goto(`/app?q=${encodeURIComponent(hostile)}`)
  await expect(page.getByText(`“${hostile}”`)).toBeVisible()
})
