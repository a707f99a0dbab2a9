import type { Locator, Page } from '@playwright/test'
import type { FirstHours } from '#shared/contract/getting-started.ts'
import { asAdministrator } from './helpers/admin-api.ts'
import { answerOnboarding, keepProduct } from './helpers/business.ts'
import { makeDocument } from './helpers/documents.ts'
import { expect, expectAccessible, fillSignIn, newPerson, signUp, test } from './helpers/fixtures.ts'
import { makeChat } from './helpers/history.ts'

const tourOf = (page: Page): Locator => page.getByRole('dialog')
const listOf = (page: Page): Locator => page.getByRole('region', { name: 'Primeiros passos' })
const stepOf = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title })

/** The stored progress of this browser's user. */
async function hoursOf(page: Page): Promise<FirstHours> {
  const response = await page.request.get('/api/v1/me/first-hours')
  return (await response.json()).data
}

/** Opens home and waits until it knows the progress. */
async function openHome(page: Page, path = '/app'): Promise<void> {
  const known = page.waitForResponse('**/api/v1/me/first-hours')
  await page.goto(path)
  await known
  await expect(page.locator('[data-tour="cast"]').getByRole('article')).toHaveCount(8)
}

/** Asserts absence after home has loaded, including the separate code of tour and list. */
async function expectNone(page: Page, it: Locator): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(it).toHaveCount(0)
}

const openMenu = (page: Page) => page.getByRole('button', { name: /^Sua conta/ }).click()

test('the list is all that welcomes a new user; the tour starts by a press, and only then', {
  tag: '@smoke',
}, async ({ page, server, browser }) => {
  const person = await signUp(page, server.url)
  await openHome(page)
  await expect(listOf(page)).toBeVisible()
  await expectNone(page, tourOf(page))

  await listOf(page).getByRole('link', { name: 'Fazer o passeio' }).click()
  const welcome = stepOf(page, 'Boas-vindas ao Elenco')
  await expect(welcome).toHaveAccessibleDescription(/Dá para sair quando quiser/)
  const start = welcome.getByRole('button', { name: 'Começar o passeio' })
  await expect(start).toBeFocused()
  await expectAccessible(page)

  // The tour is modal: neither Tab nor a shortcut leaves it.
  await page.keyboard.press('Tab')
  await expect(welcome.getByRole('button', { name: 'Pular o passeio' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(start).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(page.locator('#root')).toHaveJSProperty('inert', true)
  await expect(tourOf(page)).toHaveCount(1)

  await page.keyboard.press('Enter')
  await expect(stepOf(page, 'Conte uma vez').getByRole('button', { name: 'Próximo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(stepOf(page, 'Quem entra em cena')).toContainText('3 de 5')
  await expectAccessible(page)
  await tourOf(page).getByRole('button', { name: 'Voltar' }).click()
  await expect(stepOf(page, 'Conte uma vez')).toBeVisible()
  for (const title of ['Quem entra em cena', 'Suas conversas', 'Sua conta']) {
    await tourOf(page).getByRole('button', { name: 'Próximo' }).click()
    await expect(stepOf(page, title)).toBeInViewport({ ratio: 1 })
  }
  await tourOf(page).getByRole('button', { name: 'Concluir' }).click()
  await expect(tourOf(page)).toHaveCount(0)
  await expect(listOf(page).getByRole('link', { name: 'Fazer o passeio' })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)

  const elsewhere = await browser.newContext({ baseURL: server.url })
  const other = await elsewhere.newPage()
  await other.goto('/sign-in')
  await fillSignIn(other, person)
  await other.waitForURL(/\/app\/?$/)
  await expect(listOf(other)).toBeVisible()
  await expectNone(other, tourOf(other))
  await elsewhere.close()

  await page.goto('/app/me')
  await openMenu(page)
  await page.getByRole('link', { name: 'Fazer o passeio' }).click()
  await expect(welcome).toBeVisible()
  await expect(page).toHaveURL(/\/app\/?$/)
  await page.keyboard.press('Escape')
  await expect(tourOf(page)).toHaveCount(0)
  await expect(listOf(page).getByRole('button', { name: 'Dispensar' })).toBeEnabled()
})

test('on a phone the tour starts from the address, and is not offered while impersonating', async ({
  page,
  server,
  admin,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signUp(page, server.url)
  await openHome(page)
  await expectNone(page, tourOf(page))

  // It shows the drawer, and closes when its page is left.
  await page.goto('/app?passeio=sim')
  for (const name of ['Começar o passeio', 'Próximo']) {
    await tourOf(page).getByRole('button', { name }).click()
  }
  await expect(stepOf(page, 'Quem entra em cena').getByRole('button', { name: 'Próximo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(stepOf(page, 'Suas conversas')).toContainText('Neste menu')
  await expectAccessible(page)
  await page.goBack()
  await expect(tourOf(page)).toHaveCount(0)

  const helped = await signUp(page, server.url, newPerson('Zuleica Ajudada'))
  await page.context().clearCookies()
  const calls = await asAdministrator(page.request, server.url, admin)
  await calls.post('/admin/impersonate-user', {
    userId: await calls.idOf(helped.email),
    reason: 'Pedido de ajuda',
  })
  await page.goto('/app?passeio=sim')
  await expect(page.locator('[data-tour="cast"]').getByRole('article')).toHaveCount(8)
  await openMenu(page)
  await expect(page.getByRole('link', { name: 'Tutoriais' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Fazer o passeio' })).toHaveCount(0)
  await expectNone(page, tourOf(page))
  await expect(listOf(page)).toHaveCount(0)
})

test('the first steps follow the progress, are celebrated once, and disappear', async ({ page, server }) => {
  await signUp(page, server.url)
  await openHome(page)
  await expect(listOf(page)).toContainText('0 de 4')
  await expect(listOf(page).getByRole('button', { name: 'Negócio (por fazer)' })).toHaveAttribute(
    'aria-current',
    'step',
  )
  await expectAccessible(page)
  await listOf(page).getByRole('button', { name: 'Conversa (por fazer)' }).click()
  await listOf(page).getByRole('button', { name: 'Escolher agente' }).click()
  await expect(page.getByRole('heading', { name: 'O elenco' })).toBeFocused()

  await answerOnboarding(page)
  await keepProduct(page)
  await openHome(page)
  await expect(listOf(page)).toContainText('2 de 4')
  await expect(listOf(page).getByRole('heading', { name: 'Com quem você quer começar?' })).toBeVisible()
  await listOf(page).getByRole('button', { name: 'Produto (feito)' }).click()
  await expect(listOf(page).getByRole('link', { name: 'Ver produtos' })).toBeVisible()
  const chat = await makeChat(page, server.url, 'Semana de lançamento')
  await openHome(page)
  await expect(listOf(page)).toContainText('3 de 4')
  await listOf(page).getByRole('link', { name: 'Ir para a conversa' }).click()
  await page.waitForURL(new RegExp(chat.id))

  await makeDocument(page, server.url, { title: 'Roteiro da aula', body: 'Texto' })
  await page.getByRole('link', { name: 'Elenco, início' }).first().click()
  const ending = page.getByRole('region', { name: 'O palco é seu' })
  await expect(ending.getByRole('status')).toContainText('Daqui em diante, é só pedir')
  await expectAccessible(page)
  await expect.poll(async () => (await hoursOf(page)).isChecklistOpen).toBe(false)
  // Leaving without closing counts as seen.
  await page.evaluate(() =>
    localStorage.removeItem(Object.keys(localStorage).find((it) => it.startsWith('elenco-home')) ?? ''),
  )
  await openHome(page)
  await expectNone(page, ending.or(listOf(page)))
})

test('dismissed first steps stay hidden, locally even if the server is unreachable', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  await openHome(page)
  await page.route('**/api/v1/me/first-hours', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await listOf(page).getByRole('button', { name: 'Dispensar' }).click()
  await expect(listOf(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByText('O que faltou continua em Personalização.')).toBeVisible()
  // The browser remembers, and sends it once the server is reachable.
  await page.unroute('**/api/v1/me/first-hours')
  const stored = () =>
    page.waitForResponse((it) => it.url().endsWith('/first-hours') && it.request().method() === 'PUT')
  const toldLater = stored()
  await openHome(page)
  await toldLater
  expect((await hoursOf(page)).isChecklistOpen).toBe(false)
  await expectNone(page, listOf(page))

  await signUp(page, server.url)
  await openHome(page)
  const told = stored()
  await listOf(page).getByRole('button', { name: 'Dispensar' }).click()
  await told
  await page.evaluate(() => localStorage.clear())
  await openHome(page)
  await expectNone(page, listOf(page))
})

test('a help button explains a field in place', async ({ page, server, admin }) => {
  await signUp(page, server.url)
  await page.goto('/app/personalizacao/produtos/new')
  const help = page.getByRole('button', { name: 'Ajuda: os dois preços' })
  await help.focus()
  await page.keyboard.press('Enter')
  const note = page.getByRole('note')
  await expect(note).toBeFocused()
  await expect(note).toContainText('Ancorado é o valor com que o de hoje se compara')
  await expect(note).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(note).toHaveCount(0)
  await expect(help).toBeFocused()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/app/me')
  await page.getByRole('button', { name: 'Ajuda: como o uso é contado' }).click()
  await expect(note).toContainText('Cada resposta de um agente conta uma vez')
  await expect(note).toBeInViewport({ ratio: 1 })
  // A popover follows its button when the page scrolls.
  await page.mouse.wheel(0, 400)
  await expect(note).toHaveCount(0)

  await page.context().clearCookies()
  await asAdministrator(page.request, server.url, admin)
  await page.goto('/app/admin/agents/new')
  await page.getByRole('button', { name: 'Ajuda: o que dá para inserir' }).click()
  await expect(note).toContainText('{{data_de_hoje}}')
  await expect(note).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
})
