import type { Page, Response } from '@playwright/test'
import { expect, expectAccessible, signUp, test } from './helpers/fixtures.ts'
import { fits } from './helpers/viewports.ts'

const GROUNDED = 'Em 45 dias você colhe o próprio tempero'
const demoOf = (page: Page) => page.locator('#exemplo')
const statusOf = (page: Page) => demoOf(page).getByRole('status')

test('the landing page is small, complete and indexable, in both schemes and on a narrow screen', {
  tag: '@smoke',
}, async ({ page, server }) => {
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page).toHaveTitle(/^Elenco: /)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/infoproduto/)
  const sizes = await Promise.all(scripts.map(async (response) => (await response.body()).length))
  expect(sizes.length).toBeGreaterThan(0)
  // Uncompressed, and less than any library.
  expect(sizes.reduce((sum, bytes) => sum + bytes)).toBeLessThan(10_000)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${server.url}/`)
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  const answer = await page.request.get(picture ?? '')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png'])
  const plans = page.getByRole('region', { name: /^Planos/ })
  await expect(plans.getByRole('heading', { level: 3 })).toHaveText(['Gratuito', 'Criador', 'Big Player'])
  await expect(
    page.getByRole('region', { name: /^O elenco/ }).getByRole('heading', { level: 3 }),
  ).toHaveCount(8)
  await expectAccessible(page)
  // The open page follows the system's scheme.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('body')).toHaveCSS('color-scheme', 'dark')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await expectAccessible(page)
  await fits(page)
})

test('the example switches between with and without context by keyboard, and says so', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Ver um exemplo' }).click()
  const demo = demoOf(page)
  await expect(demo).toBeInViewport()
  await expect(demo).toContainText('Exemplo escrito por nós.')
  const chat = demo.getByRole('region', { name: 'A conversa do exemplo' })
  await expect(chat.getByText(GROUNDED)).toBeVisible()

  const isTold = chat.getByRole('checkbox', { name: 'Usar o que a Luana contou' })
  await isTold.focus()
  await page.keyboard.press('Space')
  await expect(chat.getByText(GROUNDED)).toBeHidden()
  await expect(chat.getByText('Transforme a sua vida')).toBeVisible()
  await expect(statusOf(page)).toHaveText(/^Clara, sem saber nada do negócio .*quanto custa\?$/)
  await page.keyboard.press('Space')
  await expect(statusOf(page)).toHaveText(/^Clara, com o que a Luana contou /)

  await demo.getByRole('radio', { checked: true }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(demo.getByRole('radio', { name: /^Para Iara/ })).toBeChecked()
  await expect(chat.getByText(GROUNDED)).toBeHidden()
  await expect(statusOf(page)).toHaveText(/^Iara, com o que a Luana contou Oi!/)

  const address = page.url()
  const fact = chat.getByRole('link', { name: '12 × R$ 29,70' })
  await fact.focus()
  await page.keyboard.press('Enter')
  await expect(statusOf(page)).toHaveText('Veio de Preço: R$ 297 à vista ou 12 × R$ 29,70')
  await expect(demo.locator('[data-lit]')).toHaveText(/^Preço/)
  await expect(fact).toBeFocused()
  expect(page.url()).toBe(address)
  await page.keyboard.press('Shift+Tab')
  await expect(demo.locator('[data-lit]')).toHaveText(/^Produto/)
  const word = chat.getByRole('link', { name: 'Horta de Apartamento' })
  const { x = 0 } = (await word.boundingBox()) ?? {}
  await page.mouse.move(x + 10, 210)
  await fact.focus()
  // Text that appears under a resting mouse gets no hover until it moves.
  await expect(async () => {
    await word.evaluate((it) =>
      window.scrollBy({ top: it.getBoundingClientRect().top - 200, behavior: 'instant' }),
    )
    await expect.poll(() => word.evaluate((it) => it.matches(':hover')), { timeout: 1_000 }).toBe(true)
  }).toPass({ timeout: 15_000 })
  await expect(demo.locator('[data-lit]')).toHaveText(/^Preço/)
  await page.mouse.move(x + 20, 210)
  await expect(demo.locator('[data-lit]')).toHaveText(/^Produto/)
})

test('without scripts it can be read, tried, and left for sign-up', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByText('200 mensagens por mês')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ir para o app' })).toBeHidden()
  const demo = demoOf(page)
  await demo.getByRole('radio', { name: /Quanto posso pagar/ }).check()
  await expect(demo.getByText('até R$ 178,20 por venda')).toBeVisible()
  await demo.getByRole('checkbox').uncheck()
  await expect(demo.getByText('até R$ 178,20 por venda')).toBeHidden()
  const question = page.getByText('Posso levar tudo embora?')
  await question.click()
  await expect(page.getByText('Lá também você apaga a conta')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Criar conta grátis' })).toHaveAttribute('href', '/sign-up')
  await context.close()
})

test('a signed-in visitor is linked to the app, in the scheme chosen there, and may return', async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  await page.goto('/app')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/terms')
  await page.evaluate(() => localStorage.setItem('elenco-color-scheme', 'dark'))
  await page.getByRole('link', { name: 'Elenco, página inicial' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/infoproduto/)
  await expect(page.getByRole('link', { name: 'Criar conta grátis' })).toBeHidden()
  const picture = page.getByRole('main').getByRole('img', { name: /^Uma conversa/ })
  await expect
    .poll(() => picture.evaluate((it) => (it as HTMLImageElement).currentSrc))
    .toMatch(/\/assets\/chat-dark-[\w-]{6}\.webp$/)
  // The user's choice overrides the system's scheme.
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await page.getByRole('link', { name: 'Ir para o app' }).click()
  await expect(page).toHaveURL('/app')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/infoproduto/)
  // Signed out elsewhere while the page was in the back/forward cache.
  await page.evaluate(() => {
    localStorage.removeItem('auth-storage')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page.getByRole('link', { name: 'Criar conta grátis' })).toBeVisible()
})
