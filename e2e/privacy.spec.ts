import type { Page } from '@playwright/test'
import {
  chooseAgent,
  composerOf,
  exchange,
  expect,
  messagesOf,
  newPerson,
  openChat,
  openNewChat,
  repliesOf,
  replyEnded,
  say,
  signUp,
  test,
} from './helpers/fixtures.ts'

async function signOut(page: Page) {
  await page.getByRole('button', { name: /Sua conta/ }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await page.waitForURL(/\/sign-in/)
}

test('A51 no screen violates the content security policy, and the check detects a violation', async ({
  page,
  server,
  offences,
}) => {
  const policies: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'document')
      policies.push(response.headers()['content-security-policy'] ?? 'none')
  })
  for (const path of ['/', '/sign-in', '/sign-up', '/nao-existe', '/api/docs']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await openNewChat(page, server.url)
  await exchange(page, 'Mostre\n\n```js\nconst a = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[[echo]]')
  await expect(repliesOf(page).last().locator('pre code span').first()).toBeVisible()
  await say(page, 'Escreva [[status=400]]')
  await expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
  await page.getByRole('button', { name: /Sua conta/ }).click()
  await page.getByText('Escuro').click()
  await page.getByText('Claro').click()
  await page.goto('/app')
  await chooseAgent(page, /Kenji/)
  await expect(page.getByText(/plano/i).first()).toBeVisible()
  await page.goto('/app/abc/chat')
  await page.waitForURL(/\/app\/?$/)
  expect(offences).toEqual([])
  expect(policies.length).toBeGreaterThan(6)
  expect(policies.filter((policy) => !/script-src 'self';/.test(policy) || /unsafe/.test(policy))).toEqual([])

  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.__pwned = 1'
    document.body.append(script)
  })
  await expect.poll(() => offences.join('\n')).toContain('policy violation: script-src-elem inline')
  expect(offences.splice(0).some((offence) => offence === 'script of a text ran')).toBe(false)
})

/** Everything personal that this browser stores or shows. */
const traces = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const kept = [...Object.entries(localStorage), ...Object.entries(sessionStorage)].flat()
    return [
      document.title,
      document.documentElement.outerHTML,
      JSON.stringify(history.state),
      ...kept,
      ...databases.map(({ name }) => name),
      ...(await caches.keys()),
    ].join('\n')
  })

test('A52 after signing out, the Back button and the next user see no data of the first', async ({
  page,
  server,
}) => {
  const first = newPerson('Zuleica Primeira')
  await signUp(page, server.url, first)
  await page.goto('/app')
  await chooseAgent(page, /Clara/)
  await openChat(page)
  await say(page, 'Segredo da primeira pessoa [[echo]]')
  await page.waitForURL(/[0-9a-f-]{36}$/)
  await replyEnded(page)
  const chatUrl = page.url()
  await composerOf(page).fill('Segredo em rascunho')
  await page.getByRole('main').getByRole('link', { name: 'Nova conversa', exact: true }).click()
  await openChat(page)
  await expect(composerOf(page)).toHaveValue('')
  // A failed send keeps its text and id for the retry.
  await page.route('**/api/v1/chats', (route) => route.fulfill({ status: 503, json: {} }))
  await say(page, 'Segredo sem rede')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/v1/chats')
  await page.getByRole('link', { name: 'Elenco, início' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: /Segredo da primeira pessoa/ })).toBeVisible()
  expect(await traces(page)).toMatch(/Segredo em rascunho[\s\S]*Segredo sem rede/)

  await signOut(page)
  const hidden = [/segredo/i, /Zuleica/, new RegExp(first.email)]
  const expectNothing = async (when: string) => {
    const found = await traces(page)
    expect(
      hidden.filter((pattern) => pattern.test(found)),
      when,
    ).toEqual([])
  }
  await expectNothing('signed out')
  for (let step = 1; step <= 4; step += 1) {
    await page.goBack()
    await expect(page).toHaveURL(/\/sign-in|\/$/)
    await expectNothing(`Back ${step}`)
  }

  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    if (/\/api\/v1\//.test(response.url())) answers.push(response.text().catch(() => ''))
  })
  const second = newPerson('Outra Pessoa')
  await signUp(page, server.url, second)
  await page.goto('/app')
  await expect(page.getByRole('heading', { name: 'O elenco', exact: true })).toBeVisible()
  await expectNothing('signed in as another')
  await page.goto(chatUrl)
  await page.waitForURL(/\/app\/?$/)
  await chooseAgent(page, /Clara/)
  await openChat(page)
  await expect(composerOf(page)).toHaveValue('')
  await expect(messagesOf(page)).toHaveCount(0)
  for (let step = 1; step <= 3; step += 1) {
    await page.goBack()
    await expectNothing(`Back ${step} as another`)
  }
  expect((await Promise.all(answers)).filter((text) => /segredo/i.test(text))).toEqual([])
})

test('A52 a page from the back-forward cache shows data of its own user only', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await say(page, 'Segredo da primeira pessoa [[echo]]')
  await page.waitForURL(/[0-9a-f-]{36}$/)
  await replyEnded(page)
  // A page in the back-forward cache gets no events of other tabs; only its restoration can check the
  // session.
  const wake = () =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await wake()
  await expect(messagesOf(page)).toHaveText(['Segredo da primeira pessoa [[echo]]'])
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('auth-storage'))
  await wake()
  await page.waitForURL(/\/sign-in/)
  await expect(page.getByText('Segredo')).toHaveCount(0)
})

test('A52 a page from the back-forward cache asks the server whether its session holds', async ({
  page,
  server,
}) => {
  const wake = () =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await openNewChat(page, server.url)
  await say(page, 'Segredo da primeira pessoa [[echo]]')
  await page.waitForURL(/[0-9a-f-]{36}$/)
  await replyEnded(page)
  // Without a network the page stays, as an open one does.
  await page.context().setOffline(true)
  await wake()
  await expect(messagesOf(page)).toHaveText(['Segredo da primeira pessoa [[echo]]'])
  await page.context().setOffline(false)
  // Ended elsewhere: this browser's storage still names the user.
  await page.context().clearCookies()
  await wake()
  await page.waitForURL(/\/sign-in/)
  await expect(page.getByText('Segredo')).toHaveCount(0)
})
