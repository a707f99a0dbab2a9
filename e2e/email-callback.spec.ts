import type { Page } from '@playwright/test'
import { expect, expectAccessible, newPerson, signUp, test } from './helpers/fixtures.ts'
import { mailedLink, mailsTo } from './helpers/mails.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a signed-in user verifies the email, and sees a confirmation', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  const { email } = await signUp(page, server.url)
  await page.goto('/app/me')
  await expect(page.getByText('Seu e-mail ainda não está confirmado.')).toBeVisible()
  const link = await mailedLink(server, 'verify-email', email)
  await page.goto(link)
  await page.waitForURL(/\/app\/?$/)
  await expect(page.getByText('E-mail confirmado. Obrigado!')).toBeVisible()
  await page.goto('/app/me')
  await expect(page.getByText('confirmado', { exact: true })).toBeVisible()
  await page.goto(link)
  await page.waitForURL(/\/app\/?$/)
})

test('a used verification link offers another mail, also to a visitor', async ({ page, server }) => {
  const { email } = await signUp(page, server.url)
  await page.goto('/api/auth/verify-email?token=nunca-existiu&callbackURL=/callback')
  await page.waitForURL(/\/callback\?error=/)
  await expect(heading(page)).toHaveText('Este link já não vale')
  await expect(page.getByRole('alert')).toContainText(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enviar outro e-mail' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Enviamos outro link' })).toContainText(email)
  await expect.poll(async () => (await mailsTo(server, 'verify-email', email)).length).toBe(2)

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/callback?error=TOKEN_EXPIRED')
  await expect(heading(page)).toHaveText('Este link já não vale')
  await page.getByRole('button', { name: 'Enviar outro e-mail' }).click()
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('Email inválido')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('E-mail').press('Enter')
  await expect(heading(page)).toHaveText('Confirme seu e-mail')
  await expectAccessible(page)
})

test('a failure at Google is explained', async ({ page }) => {
  for (const [code, text] of [
    ['access_denied', 'Você cancelou a entrada com o Google.'],
    ['account_not_linked', 'Já existe uma conta com esse e-mail.'],
    ['anything_else', 'A entrada com o Google não se completou.'],
  ] as const) {
    await page.goto(`/callback?error=${code}`)
    await expect(page.getByRole('alert')).toContainText(text)
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Voltar para a entrada' }).click()
  await page.waitForURL(/\/sign-in/)
})

test('a successful callback leads to the requested page of this site, or to sign-in without a session', async ({
  page,
  server,
}) => {
  await page.goto('/callback')
  await page.waitForURL(/\/sign-in/)
  await signUp(page, server.url, newPerson())
  await page.goto('/callback?redirect=/app/me')
  await page.waitForURL(/\/app\/me$/)
  for (const target of ['https://mal.exemplo', '//mal.exemplo', '/\\mal.exemplo']) {
    await page.goto(`/callback?redirect=${encodeURIComponent(target)}`)
    await page.waitForURL(`${server.url}/app`)
  }
})
