import type { Page, Response, Route } from '@playwright/test'
import { expect, expectAccessible, signUp, test } from './helpers/fixtures.ts'

const TEXTS = [
  ['/terms', 'Termos de uso', 11],
  ['/privacy', 'Política de privacidade', 10],
] as const

test('terms and privacy policy are complete and dated, and their contents link to each part', async ({
  page,
}) => {
  for (const [path, title, parts] of TEXTS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText('Versão de 24 de novembro de 2026')).toBeVisible()
    const contents = page.getByRole('navigation', { name: 'Neste texto' }).getByRole('link')
    await expect(contents).toHaveCount(parts)
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(parts)
    await contents.last().click()
    await expect(page.getByRole('heading', { level: 2 }).last()).toBeInViewport()
    await page.emulateMedia({ media: 'print' })
    await expect(contents.first()).toBeHidden()
    await page.emulateMedia({ media: null })
  }
})

test('the texts load none of the app’s code, and link back', { tag: '@smoke' }, async ({ page, server }) => {
  for (const [path, title] of TEXTS) {
    const scripts: Response[] = []
    const note = (response: Response) => {
      if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response)
    }
    page.on('response', note)
    await page.goto(path, { waitUntil: 'networkidle' })
    page.off('response', note)
    const sizes = await Promise.all(scripts.map(async (response) => (await response.body()).length))
    expect(sizes.length).toBeGreaterThan(0)
    // Uncompressed, and less than any library.
    expect(sizes.reduce((sum, bytes) => sum + bytes)).toBeLessThan(10_000)
    await expect(page).toHaveTitle(`${title} · Elenco`)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', server.url + path)
    // The open page follows the system's scheme.
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('body')).toHaveCSS('color-scheme', 'dark')
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.locator('body')).toHaveCSS('color-scheme', 'light')
  }
  await page.getByRole('link', { name: 'termos de uso' }).last().click()
  await expect(page).toHaveURL('/terms')
  await page.getByRole('link', { name: 'Elenco, página inicial' }).click()
  await expect(page).toHaveURL('/?apresentacao')
})

test('the texts can be read without scripts', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })
  const page = await context.newPage()
  for (const [path, title, parts] of TEXTS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(parts)
  }
  await context.close()
})

test('both texts are linked from the landing page, sign-up and profile', async ({ page, server }) => {
  const links = (names: [string, string]) =>
    Promise.all(
      names.map((name, index) =>
        expect(
          page.getByRole('main').or(page.getByRole('banner')).getByRole('link', { name }).first(),
        ).toHaveAttribute('href', index === 0 ? '/terms' : '/privacy'),
      ),
    )
  await page.goto('/')
  await links(['Termos', 'Privacidade'])
  await page.goto('/sign-up')
  await links(['termos de uso', 'política de privacidade'])
  await signUp(page, server.url)
  await page.goto('/app/me')
  await links(['termos de uso', 'política de privacidade'])
  await page.getByRole('main').getByRole('link', { name: 'política de privacidade' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Política de privacidade')
  // Another document, which the app's code has not drawn.
  await expect(page.locator('#root')).toHaveCount(0)
})

/** Simulates terms newer than the accepted ones. */
async function pretendNewTerms(page: Page, termsAcceptedAt: string | null) {
  await page.route('**/api/v1/me', async (route: Route) => {
    const answer = await (await route.fetch()).json()
    const data = { ...answer.data, hasAcceptedTerms: false, termsAcceptedAt }
    await route.fulfill({ json: { ...answer, data } })
  })
}

test('new terms are shown before everything else, and their acceptance is stored', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  await signUp(page, server.url)
  await pretendNewTerms(page, '2025-01-01T00:00:00.000Z')
  await page.goto('/app')
  const sheet = page.getByRole('dialog', { name: 'Os termos mudaram' })
  await expect(sheet).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeVisible()
  await page.route('**/api/v1/me/terms', (route) => route.fulfill({ status: 503, json: {} }))
  await sheet.getByRole('button', { name: 'Li e aceito' }).click()
  await expect(sheet.getByRole('alert')).toContainText('indisponível')
  await page.unroute('**/api/v1/me/terms')
  const stored = page.waitForResponse('**/api/v1/me/terms')
  await sheet.getByRole('button', { name: 'Li e aceito' }).click()
  expect((await stored).status()).toBe(200)
  await expect(sheet).toHaveCount(0)
})

test('a user who does not accept the terms can sign out', async ({ page, server }) => {
  await signUp(page, server.url)
  await pretendNewTerms(page, null)
  await page.goto('/app')
  const sheet = page.getByRole('dialog', { name: 'Antes de entrar em cena' })
  await sheet.getByRole('button', { name: 'Agora não, sair' }).click()
  await page.waitForURL(/\/sign-in/)
})
