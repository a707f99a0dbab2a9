import type { Page } from '@playwright/test'
import { expect, expectAccessible, newPerson, test } from './helpers/fixtures.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const consent = (page: Page) => page.getByRole('checkbox', { name: /Li e aceito/ })

async function fillSignUp(page: Page, person = newPerson()) {
  await field(page, 'Nome').fill(person.name)
  await field(page, 'E-mail').fill(person.email)
  await field(page, 'Senha').fill(person.password)
  await field(page, 'Confirme a senha').fill(person.password)
  await consent(page).check()
  return person
}

test('a user who signs up with Enter lands on home, signed in', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/sign-up')
  const person = await fillSignUp(page)
  await field(page, 'Confirme a senha').press('Enter')
  await page.waitForURL(/\/app\/?$/)
  await expect(page.getByRole('heading', { name: /Marina/ })).toBeVisible()
  // The form's consent is the acceptance, so it is not asked again.
  const me = await page.request.get('/api/v1/me')
  expect((await me.json()).data).toMatchObject({ email: person.email, hasAcceptedTerms: true })
  await expect(page.getByRole('region', { name: 'Primeiros passos' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('without consent nothing is sent, and the checkbox shows the error', async ({ page }) => {
  await page.goto('/sign-up')
  await fillSignUp(page)
  await consent(page).uncheck()
  let isSent = false
  page.on('request', (request) => {
    if (request.url().includes('sign-up/email')) isSent = true
  })
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(consent(page)).toHaveAccessibleDescription('Para criar a conta, é preciso aceitar os termos')
  await expect(consent(page)).toBeFocused()
  await expectAccessible(page)
  expect(isSent).toBe(false)
})

test('the legal texts open beside the form, which keeps its inputs', async ({ page }) => {
  await page.goto('/sign-up')
  await field(page, 'Nome').fill('Marina Alves')
  for (const [name, title] of [
    ['termos de uso', 'Termos de uso'],
    ['política de privacidade', 'Política de privacidade'],
  ] as const) {
    const opening = page.waitForEvent('popup')
    await page.getByRole('link', { name }).click()
    const text = await opening
    await expect(text.getByRole('heading', { level: 1 })).toHaveText(title)
    await text.close()
  }
  await expect(field(page, 'Nome')).toHaveValue('Marina Alves')
})

test('the password’s strength is shown while typing', async ({ page }) => {
  await page.goto('/sign-up')
  for (const [password, word] of [
    ['1234567', 'Curta demais'],
    ['12345678', 'Muito fraca'],
    ['Senha-segura-1', 'Razoável'],
    ['girassol trovão caneca bigorna', 'Forte'],
  ] as const) {
    await field(page, 'Senha').fill(password)
    await expect(page.getByText(word, { exact: true })).toBeVisible()
  }
  await field(page, 'Nome').fill('Girassol Trovão Caneca Bigorna')
  await expect(page.getByText('Forte', { exact: true })).toHaveCount(0)
})

test('a common password is refused at its field by the server', async ({ page }) => {
  await page.goto('/sign-up')
  await fillSignUp(page, { ...newPerson(), password: 'password123' })
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(field(page, 'Senha')).toHaveAccessibleDescription(/muito comum e fácil de adivinhar/)
  await expect(field(page, 'Senha')).toBeFocused()
  await expect(field(page, 'Nome')).toHaveValue('Marina Alves')
})

test('a telephone number is accepted as pasted, with a country code', async ({ page }) => {
  await page.goto('/sign-up')
  const phone = field(page, 'Telefone (opcional)')
  await phone.focus()
  await page.keyboard.insertText('+55 11 98765-4321')
  await expect(phone).toHaveValue('(11) 98765-4321')
  await phone.fill('')
  await page.keyboard.insertText('1132221111')
  await expect(phone).toHaveValue('(11) 3222-1111')
})

test('fields declare their purpose to password managers', async ({ page }) => {
  const expected: [string, string, string][] = [
    ['/sign-in', 'E-mail', 'username'],
    ['/sign-in', 'Senha', 'current-password'],
    ['/sign-up', 'Nome', 'name'],
    ['/sign-up', 'E-mail', 'email'],
    ['/sign-up', 'Telefone (opcional)', 'tel'],
    ['/sign-up', 'Senha', 'new-password'],
    ['/sign-up', 'Confirme a senha', 'new-password'],
    ['/forgot', 'E-mail', 'username'],
    ['/reset-password?token=abc', 'Nova senha', 'new-password'],
    ['/reset-password?token=abc', 'Confirme a nova senha', 'new-password'],
  ]
  for (const [path, label, autocomplete] of expected) {
    if (!page.url().endsWith(path)) await page.goto(path)
    await expect(field(page, label)).toHaveAttribute('autocomplete', autocomplete)
  }
})

test('a used link for the first administrator is reported', async ({ page }) => {
  await page.goto('/sign-up?setup=ja-usado')
  await expect(page.getByRole('heading', { name: 'Crie a conta de administração' })).toBeVisible()
  await fillSignUp(page)
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByRole('alert')).toContainText('Este link de configuração não vale mais.')
})

test('too many sign-ups from one address report the time to wait', async ({ page }) => {
  await page.route('**/api/auth/sign-up/email', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '480' },
      json: { code: 'RATE_LIMITED', message: 'x' },
    }),
  )
  await page.goto('/sign-up')
  await fillSignUp(page)
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByRole('alert')).toContainText('Tente de novo em 8 minutos.')
})

test('without Google settings there is no Google button', async ({ page }) => {
  for (const path of ['/sign-in', '/sign-up']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: /Google/ })).toHaveCount(0)
  }
})

test('Google sign-in carries the requested page, and a refusal is reported', async ({ page }) => {
  await page.route('**/api/v1/settings', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, data: { ...answer.data, google: true } } })
  })
  const bodies: unknown[] = []
  await page.route('**/api/auth/sign-in/social', (route) => {
    bodies.push(route.request().postDataJSON())
    return bodies.length === 1
      ? route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: '' } })
      : route.fulfill({ json: { url: '/terms', redirect: true } })
  })
  await page.goto('/sign-in?redirect=/app/me')
  const button = page.getByRole('button', { name: 'Continuar com o Google' })
  await expectAccessible(page)
  await button.click()
  await expect(page.getByText(/indisponível agora/)).toBeVisible()
  await button.click()
  await page.waitForURL(/\/terms$/)
  expect(bodies.at(-1)).toEqual({
    provider: 'google',
    callbackURL: '/callback?redirect=%2Fapp%2Fme',
    errorCallbackURL: '/callback',
  })
})
