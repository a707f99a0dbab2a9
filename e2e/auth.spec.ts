import { composerOf, expect, fillSignIn, newPerson, openNewChat, signUp, test } from './helpers/fixtures.ts'

test('a wrong password is reported, and keeps the email', { tag: '@smoke' }, async ({ page, server }) => {
  const person = await signUp(page, server.url)
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await fillSignIn(page, { ...person, password: 'outra-senha' })
  await expect(page.getByText('E-mail ou senha incorretos.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
  await fillSignIn(page, person)
  await page.waitForURL(/\/app/)
})

test('every error in the sign-up form is at its field', async ({ page }) => {
  await page.goto('/sign-up')
  await page.getByLabel('Telefone (opcional)').fill('119876')
  await page.getByLabel('Senha', { exact: true }).fill('1234567')
  await page.getByLabel('Confirme a senha').fill('12345678')
  await page.getByRole('button', { name: 'Criar conta' }).click()
  const expected: [string, string][] = [
    ['Nome', 'O nome é obrigatório'],
    ['E-mail', 'Email inválido'],
    ['Telefone (opcional)', 'Telefone deve conter 10 ou 11 dígitos'],
    ['Senha', 'A senha deve ter no mínimo 8 caracteres'],
    ['Confirme a senha', 'As senhas não coincidem'],
    ['Li e aceito os termos de uso e a política de privacidade', 'é preciso aceitar os termos'],
  ]
  for (const [label, text] of expected) {
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(text))
  }
  await expect(page.getByLabel('Telefone (opcional)')).toHaveValue(/119\)? ?876|\(11\) 9876/)

  // Correcting the password corrects its repetition too, before the form is sent again.
  await page.getByLabel('Senha', { exact: true }).fill('12345678')
  await expect(page.getByText('As senhas não coincidem')).toHaveCount(0)
  await expect(page.getByText('O nome é obrigatório')).toBeVisible()
})

test('the sign-in form names missing fields, and a refusal goes with the first correction', async ({
  page,
  server,
}) => {
  const person = await signUp(page, server.url)
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('Informe o e-mail')
  await expect(page.getByLabel('Senha', { exact: true })).toHaveAccessibleDescription('Obrigatório')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Senha', { exact: true }).fill('outra-senha-9')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  const refusal = page.getByText('E-mail ou senha incorretos')
  await expect(refusal).toBeVisible()
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await expect(refusal).toHaveCount(0)
})

test('an email that has an account is reported at its field', async ({ page, server }) => {
  const person = await signUp(page, server.url)
  await page.context().clearCookies()
  await page.goto('/sign-up')
  await page.getByLabel('Nome').fill('Outra Pessoa')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Senha', { exact: true }).fill('senha-segura-1')
  await page.getByLabel('Confirme a senha').fill('senha-segura-1')
  await page.getByLabel(/Li e aceito/).check()
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByText('Este e-mail já tem uma conta.')).toBeVisible()
  await expect(page.getByLabel('Nome')).toHaveValue('Outra Pessoa')
})

test('only user and session are stored, under auth-storage, and signing out clears them', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await signUp(page, server.url)
  await page.goto('/app')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage') ?? '{}').state)
  expect(Object.keys(await stored()).sort()).toEqual(['session', 'user'])
  await page.getByRole('button', { name: /Sua conta/ }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await page.waitForURL(/\/sign-in/)
  expect(await stored()).toEqual({ session: null, user: null })
})

test('a signed-in user is redirected from the sign-in page, and a visitor to it', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await page.goto('/app')
  await page.waitForURL(/\/sign-in/)
  await signUp(page, server.url)
  for (const path of ['/sign-in', '/sign-up']) {
    await page.goto(path)
    await page.waitForURL(/\/app\/?$/)
  }
})

test('after a session ended elsewhere, signing in restores the draft', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  const person = await openNewChat(page, server.url)
  await composerOf(page).fill('Texto que não pode se perder')
  const url = page.url()
  await page.context().clearCookies()
  await composerOf(page).press('Enter')
  await page.waitForURL(/\/sign-in/)
  await fillSignIn(page, person)
  await page.waitForURL(url)
  await expect(composerOf(page)).toHaveValue('Texto que não pode se perder')
})

// local-path.test.ts holds the other kinds of addresses.
test('after signing in, an address of another host leads nowhere but home', async ({ page, server }) => {
  const person = await signUp(page, server.url, newPerson())
  for (const target of ['//mal.exemplo', 'javascript:alert(1)']) {
    await page.context().clearCookies()
    await page.goto(`/sign-in?redirect=${encodeURIComponent(target)}`)
    await fillSignIn(page, person)
    await page.waitForURL(`${server.url}/app`)
  }
})
