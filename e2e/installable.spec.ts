import type { Page } from '@playwright/test'
import { asAdministrator } from './helpers/admin-api.ts'
import { startChangedBuild } from './helpers/changed-build.ts'
import { addTextSource, makeCollection } from './helpers/collections.ts'
import {
  chatIdOf,
  composerOf,
  exchange,
  expect,
  expectAccessible,
  fillSignIn,
  goToNewChat,
  messagesOf,
  newPerson,
  repliesOf,
  replyEnded,
  say,
  signUp,
  test,
} from './helpers/fixtures.ts'
import { isKept, keptIn, nothingIsKept, offlineBanner, queuedOf, workerTakesOver } from './helpers/offline.ts'

test.use({ serviceWorkers: 'allow' })

const SECRET = /zuleica|segredo/i

/** From the page, so that the request passes its service worker. */
const call = (page: Page, path: string, body: object = {}) =>
  page.evaluate(
    async ([address, data]) => {
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: data }
      return (await fetch(address, init)).status
    },
    [path, JSON.stringify(body)] as const,
  )

test('offline, recent chats can be read with their sources, drafts are kept, and signing out deletes everything', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await signUp(page, server.url, newPerson('Zuleica Primeira'))
  const collection = await makeCollection(page, server.url, 'Guias')
  const guide = { name: 'segredo.md', text: '# Oferta\n\n## Garantia\n\nO segredo vale sete dias.' }
  await addTextSource(page, server.url, collection, guide)
  await page.goto('/app')
  await workerTakesOver(page)
  await goToNewChat(page)
  await exchange(page, 'Segredo para ler no avião [1] [[repeat]]')
  const chat = page.url()
  await isKept(page, chatIdOf(page), 'Segredo para ler no avião')

  await page.context().setOffline(true)
  await page.reload()
  await expect(messagesOf(page)).toHaveText(['Segredo para ler no avião [1] [[repeat]]'])
  await expect(repliesOf(page)).toHaveCount(1)
  await expect(offlineBanner(page)).toBeVisible()
  // The panel was not opened before: its files are there, the passage is not.
  const citation = repliesOf(page).getByRole('button', { name: 'Fonte 1: segredo.md, Oferta › Garantia' })
  const panel = page.getByRole('dialog')
  await citation.click()
  await expect(panel.getByRole('heading')).toHaveText('Fonte 1: segredo.md')
  await expect(panel).toContainText('Oferta › Garantia. O trecho abre com internet.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await say(page, 'Segredo escrito no avião')
  await expect(queuedOf(page)).toContainText('Segredo escrito no avião')
  await composerOf(page).fill('Segredo em rascunho')
  await page.getByRole('link', { name: 'Elenco, início' }).click()
  await expect(page.getByRole('region', { name: 'O elenco', exact: true })).toContainText('Clara')
  // A page never opened before says that it is unavailable offline.
  await page.goto('/app/personalizacao/produtos')
  await expect(page.getByRole('button', { name: 'Tentar de novo' })).toHaveCount(2)
  await page.goto(chat)
  await expect(queuedOf(page)).toContainText('Segredo escrito no avião')
  await expect(composerOf(page)).toHaveValue('Segredo em rascunho')
  await page.context().setOffline(false)
  await expect(offlineBanner(page)).toHaveCount(0)
  await expect(messagesOf(page)).toHaveCount(2)
  await replyEnded(page)
  await citation.click()
  await expect(panel.getByRole('blockquote')).toHaveText('O segredo vale sete dias.')
  await page.keyboard.press('Escape')
  await isKept(page, chatIdOf(page), 'Segredo escrito no avião')

  await page.context().setOffline(true)
  await say(page, 'Segredo na fila')
  await expect(queuedOf(page)).toHaveCount(1)
  await page.getByRole('button', { name: /Sua conta/ }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await page.waitForURL(/\/sign-in/)
  await nothingIsKept(page, SECRET)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(SECRET)
  await page.goBack()
  await page.goto(chat)
  await page.waitForURL(/\/sign-in/)
  await expect(page.getByText(SECRET)).toHaveCount(0)

  // The offline sign-out is sent to the server first.
  await page.context().setOffline(false)
  await page.goto('/app')
  await page.waitForURL(/\/sign-in/)
  // The mark of the device opens nothing.
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['elenco.known_device'])
  await signUp(page, server.url, newPerson('Outra Pessoa'))
  await page.goto('/app')
  await expect(page.getByRole('button', { name: /Outra Pessoa/ })).toBeVisible()
  await page.context().setOffline(true)
  await page.goto(chat)
  await page.waitForURL(/\/app\/?$/)
  await expect(page.getByText(SECRET)).toHaveCount(0)
  expect((await keptIn(page)).text).not.toMatch(SECRET)
})

test('an ended session, a deleted account and an impersonation leave no offline data', async ({
  page,
  server,
  admin,
}) => {
  const person = await signUp(page, server.url, newPerson('Zuleica Primeira'))
  const read = async () => {
    await goToNewChat(page)
    await exchange(page, 'Segredo [[echo]]')
    await isKept(page, chatIdOf(page), 'Segredo')
  }
  await page.goto('/app')
  await workerTakesOver(page)
  await read()
  await page.request.post('/api/auth/revoke-sessions', { headers: { Origin: server.url }, data: {} })
  await page.getByRole('link', { name: 'Elenco, início' }).click()
  await page.waitForURL(/\/sign-in/)
  await nothingIsKept(page, SECRET)

  await fillSignIn(page, person)
  await page.waitForURL(/\/app/)
  await read()
  await call(page, '/api/auth/sign-out')
  const calls = await asAdministrator(page.request, server.url, admin)
  const userId = await calls.idOf(person.email)
  // Files that the worker does not hold come from the server: the administration's, and those of an older version.
  await page.goto('/app/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visão geral')
  expect(await page.evaluate(async () => (await fetch('/assets/shell-0000000.js')).status)).toBe(404)
  await page.goto('/app')
  await expect.poll(async () => (await keptIn(page)).paths).toContain('/api/v1/me')
  expect(await call(page, '/api/auth/admin/impersonate-user', { userId, reason: 'Pedido de ajuda' })).toBe(
    200,
  )
  await nothingIsKept(page, /dona da casa/i)
  await page.goto('/app')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Segredo/ })
    .first()
    .click()
  await expect(messagesOf(page)).toHaveCount(1)
  await nothingIsKept(page, SECRET)
  await page.getByRole('button', { name: 'Voltar para a minha conta' }).click()
  await expect(page.getByRole('button', { name: /Dona da Casa/ })).toBeVisible()
  await call(page, '/api/auth/sign-out')

  await page.goto('/sign-in')
  await fillSignIn(page, person)
  await page.waitForURL(/\/app/)
  await read()
  expect(await call(page, '/api/auth/delete-user', { password: person.password })).toBe(200)
  await nothingIsKept(page, SECRET)
})

test('a new version is installed on request only, also during a reply', async ({ browser, server }) => {
  test.setTimeout(180_000)
  const site = await startChangedBuild(server.url)
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  await signUp(page, site.url)
  await page.goto('/app')
  await workerTakesOver(page)
  await goToNewChat(page)
  const other = await context.newPage()
  await other.goto('/app')
  await page.evaluate(() => Object.assign(window, { isOld: true }))
  const isOld = () => page.evaluate(() => 'isOld' in window)
  const offer = page.getByText('Há uma versão nova do Elenco.')
  site.deploy()
  await say(page, 'Texto [[tokens=4000 delay=60]]')
  await expect(repliesOf(page).last()).toContainText('Plano de lançamento')
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50))
  })
  await expect(other.getByText('Há uma versão nova do Elenco.')).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.getByRole('button', { name: 'Parar a resposta' }).click()
  await expect(offer).toBeVisible()
  expect(await isOld()).toBe(true)

  await page.getByRole('button', { name: 'Atualizar' }).click()
  // The browser may delay the change of workers.
  await expect.poll(() => isOld().catch(() => true), { timeout: 60_000 }).toBe(false)
  await expect(page.locator('script[type=module][src$=".nova.js"]')).toHaveCount(1)
  await expect(repliesOf(page)).toHaveCount(1)
  await expect(offer).toHaveCount(0)
  // The other tab is notified once its worker has changed, which the browser may delay; until then the offer
  // stays.
  await expect(
    other.getByText(/O Elenco foi atualizado em outra aba|Há uma versão nova do Elenco/),
  ).not.toHaveCount(0)
  await context.close()
  await site.close()
})
