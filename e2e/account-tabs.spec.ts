import { expect, fillSignIn, newPerson, signUp, test } from './helpers/fixtures.ts'

test('signing out in one tab signs out the other, and so does signing in', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  const person = await signUp(page, server.url)
  await page.goto('/app')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/app/me')
  await expect(other.getByText('Este aparelho')).toBeVisible()
  await page.getByRole('button', { name: /Sua conta/ }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await page.waitForURL(/\/sign-in/)
  await other.waitForURL(/\/sign-in/)
  await expect(other.getByText(person.email)).toHaveCount(0)
  await fillSignIn(page, person)
  await page.waitForURL(/\/app/)
  await other.waitForURL(/\/app/)
})

test('signing in as another user in one tab switches the other', async ({ page, server }) => {
  await signUp(page, server.url, newPerson('Primeira Pessoa'))
  await page.goto('/app/me')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Primeira Pessoa')
  const other = await page.context().newPage()
  await other.goto('/app')
  await other.getByRole('button', { name: /Sua conta/ }).click()
  await other.getByRole('button', { name: 'Sair' }).click()
  await other.waitForURL(/\/sign-in/)
  await page.waitForURL(/\/sign-in/)
  const second = await signUp(other, server.url, newPerson('Segunda Pessoa'))
  await other.reload()
  await other.waitForURL(/\/app/)
  await page.waitForURL(/\/app/)
  await page.goto('/app/me')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Segunda Pessoa')
  await expect(page.getByRole('main').getByText(second.email)).toBeVisible()
})

test('a changed name appears in both tabs', async ({ page, server }) => {
  await signUp(page, server.url)
  await page.goto('/app/me/edit')
  const other = await page.context().newPage()
  await other.goto('/app')
  await expect(other.getByRole('heading', { name: /Marina/ })).toBeVisible()
  await page.getByLabel('Nome').fill('Zuleica Nova')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.waitForURL(/\/app\/me$/)
  await expect(other.getByRole('button', { name: /Zuleica Nova/ })).toBeVisible()
})

test('a call without a session is logged on the console, as the specification says', async ({
  page,
  server,
}) => {
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  const person = await signUp(page, server.url)
  await page.goto('/app/me')
  await expect(page.getByText('Este aparelho')).toBeVisible()
  await page.getByRole('button', { name: 'Trocar senha' }).click()
  await page.context().clearCookies()
  await page.getByLabel('Senha atual').fill(person.password)
  await page.getByLabel('Nova senha', { exact: true }).fill('Outra-senha-2')
  await page.getByLabel('Confirme a nova senha').fill('Outra-senha-2')
  await page.getByRole('button', { name: 'Salvar senha' }).click()
  await expect(page.getByText('Sua sessão expirou. Entre de novo para continuar.').first()).toBeVisible()
  expect(warnings).toContain('Authentication failed or session expired')
})
