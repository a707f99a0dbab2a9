import { expect, expectAccessible, fillSignIn, newPerson, test } from './helpers/fixtures.ts'
import { mailedLink, mailsTo } from './helpers/mails.ts'

const CONTACT_EMAIL = 'privacidade@exemplo.com.br'

// One server for both tests, because starting it takes longer than they do.
test.use({ variables: { REQUIRE_EMAIL_VERIFICATION: 'true', CONTACT_EMAIL } })

test('a new account is asked to verify its email, and told how', async ({ page, server }) => {
  const person = newPerson()
  await page.goto('/sign-up')
  await page.getByLabel('Nome').fill(person.name)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await page.getByLabel('Confirme a senha').fill(person.password)
  await page.getByLabel(/Li e aceito/).check()
  await page.getByRole('button', { name: 'Criar conta' }).click()
  const waiting = page.getByRole('heading', { name: 'Confirme seu e-mail' })
  await expect(waiting).toBeVisible()
  await expect(page.getByText(person.email)).toBeVisible()
  await expectAccessible(page)
  await mailedLink(server, 'verify-email', person.email)

  const again = page.getByRole('button', { name: /Reenviar e-mail/ })
  await page.route('**/send-verification-email', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '3' },
      json: { code: 'RATE_LIMITED', message: 'x' },
    }),
  )
  await again.click()
  await expect(page.getByText('Tente de novo em 3 segundos.')).toBeVisible()
  await expect(again).toBeDisabled()
  await page.unroute('**/send-verification-email')
  await expect(again).toBeEnabled()
  await again.click()
  await expect(page.getByText('Enviamos de novo.')).toBeVisible()
  await expect.poll(async () => (await mailsTo(server, 'verify-email', person.email)).length).toBe(2)

  await page.getByRole('link', { name: 'Entrar' }).click()
  await fillSignIn(page, person)
  await expect(waiting).toBeVisible()
  await page.goto(await mailedLink(server, 'verify-email', person.email))
  await page.waitForURL(/\/sign-in/)
  await expect(page.getByText('E-mail confirmado. Entre para continuar.')).toBeVisible()
  await fillSignIn(page, person)
  await page.waitForURL(/\/app/)
})

test('terms and privacy policy contain the configured contact address', async ({ page }) => {
  for (const path of ['/terms', '/privacy']) {
    await page.goto(path)
    const address = page.getByRole('link', { name: CONTACT_EMAIL }).first()
    await expect(address).toHaveAttribute('href', `mailto:${CONTACT_EMAIL}`)
  }
})
