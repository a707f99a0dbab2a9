import type { Page } from '@playwright/test'
import { expect, expectAccessible, fillSignIn, newPerson, signUp, test } from './helpers/fixtures.ts'
import { mailedLink, mailsTo } from './helpers/mails.ts'

const newPassword = (page: Page) => page.getByLabel('Nova senha', { exact: true })
const confirmation = (page: Page) => page.getByLabel('Confirme a nova senha')

async function askForLink(page: Page, email: string) {
  await page.goto('/forgot')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('E-mail').press('Enter')
  await expect(page.getByRole('heading', { name: 'Agora, veja seu e-mail' })).toBeVisible()
}

test('a forgotten password is reset, with every error on the way', { tag: '@smoke' }, async ({
  page,
  server,
  secrets,
}) => {
  const person = await signUp(page, server.url)
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
  await page.getByLabel('E-mail').fill('sem-arroba')
  await page.getByRole('button', { name: 'Enviar link' }).click()
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('Email inválido')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('button', { name: 'Enviar link' }).click()
  await expect(page.getByText(person.email)).toBeVisible()
  await expectAccessible(page)

  await page.goto(await mailedLink(server, 'reset-password', person.email))
  await page.waitForURL(/\/reset-password\?token=/)
  const save = page.getByRole('button', { name: 'Salvar senha' })
  await save.click()
  await expect(newPassword(page)).toHaveAccessibleDescription(/A senha deve ter no mínimo 8 caracteres/)
  await expect(confirmation(page)).toHaveAccessibleDescription('Confirme sua senha')
  await expect(newPassword(page)).toBeFocused()
  for (const [password, text] of [
    ['abcdefg1', 'A senha deve conter pelo menos uma letra maiúscula'],
    ['ABCDEFG1', 'A senha deve conter pelo menos uma letra minúscula'],
    ['Abcdefgh', 'A senha deve conter pelo menos um número'],
    ['Ab1', 'A senha deve ter no mínimo 8 caracteres'],
  ] as const) {
    await newPassword(page).fill(password)
    await save.click()
    await expect(newPassword(page)).toHaveAccessibleDescription(new RegExp(text))
  }
  await newPassword(page).fill('Outra-senha-2')
  await confirmation(page).fill('Outra-senha-3')
  await save.click()
  await expect(confirmation(page)).toHaveAccessibleDescription('As senhas não coincidem')
  await newPassword(page).fill('Password123')
  await confirmation(page).fill('Password123')
  await save.click()
  await expect(newPassword(page)).toHaveAccessibleDescription(/muito comum e fácil de adivinhar/)

  secrets.add('Outra-senha-2')
  await newPassword(page).fill('Outra-senha-2')
  await confirmation(page).fill('Outra-senha-2')
  await confirmation(page).press('Enter')
  await page.waitForURL(/\/sign-in/)
  await expect(page.getByText('Senha nova salva. Entre com ela.')).toBeVisible()
  await fillSignIn(page, person)
  await expect(page.getByText('E-mail ou senha incorretos.')).toBeVisible()
  await fillSignIn(page, { ...person, password: 'Outra-senha-2' })
  await page.waitForURL(/\/app/)
})

test('whoever confirms an address in another browser chooses the password, and the first one is signed out', async ({
  page,
  server,
  browser,
  secrets,
}) => {
  const stranger = await signUp(page, server.url)
  const context = await browser.newContext({ baseURL: server.url })
  const mailbox = await context.newPage()
  await mailbox.goto(await mailedLink(server, 'verify-email', stranger.email))
  await expect(mailbox.getByRole('heading', { name: 'Crie sua senha' })).toBeVisible()
  await expect(mailbox.getByText('Seu e-mail está confirmado.')).toBeVisible()
  await expectAccessible(mailbox)
  secrets.add('Senha-da-dona-5')
  await newPassword(mailbox).fill('Senha-da-dona-5')
  await confirmation(mailbox).fill('Senha-da-dona-5')
  await mailbox.getByRole('button', { name: 'Salvar senha' }).click()
  await mailbox.waitForURL(/\/sign-in/)
  await fillSignIn(mailbox, { ...stranger, password: 'Senha-da-dona-5' })
  await mailbox.waitForURL(/\/app/)
  await context.close()

  await page.goto('/app')
  await page.waitForURL(/\/sign-in/)
  await fillSignIn(page, stranger)
  await expect(page.getByText('E-mail ou senha incorretos.')).toBeVisible()
})

test('a used or invalid link is reported, and offers a new one', async ({ page, server }) => {
  const person = await signUp(page, server.url)
  await page.context().clearCookies()
  await askForLink(page, person.email)
  const link = await mailedLink(server, 'reset-password', person.email)
  for (const round of [1, 2]) {
    await page.goto(link)
    if (round === 2) break
    await newPassword(page).fill('Outra-senha-2')
    await confirmation(page).fill('Outra-senha-2')
    await page.getByRole('button', { name: 'Salvar senha' }).click()
    await page.waitForURL(/\/sign-in/)
  }
  await page.waitForURL(/\/reset-password\?error=/)
  for (const path of [undefined, '/reset-password', '/reset-password?token=']) {
    if (path) await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Este link já não vale' })).toBeVisible()
    await expectAccessible(page)
  }
  await page.goto('/reset-password?token=nunca-existiu')
  await newPassword(page).fill('Outra-senha-2')
  await confirmation(page).fill('Outra-senha-2')
  await page.getByRole('button', { name: 'Salvar senha' }).click()
  await expect(page.getByRole('heading', { name: 'Este link já não vale' })).toBeVisible()
  await page.getByRole('link', { name: 'Pedir outro link' }).click()
  await expect(page.getByRole('heading', { name: 'Esqueceu a senha?' })).toBeVisible()
})

test('an unknown email gets the same text, and no mail', async ({ page, server }) => {
  const { email } = newPerson()
  await askForLink(page, email)
  await expect(page.getByRole('status').filter({ hasText: email })).toHaveText(
    `Se ${email} tem uma conta no Elenco, um link para criar outra senha está a caminho.`,
  )
  const again = page.getByRole('button', { name: /Enviar outro link/ })
  await again.click()
  await expect(page.getByText('Pedido feito de novo.')).toBeVisible()
  await expect(again).toBeDisabled()
  await expect(again).toHaveText(/em \d+ s/)
  expect(await mailsTo(server, 'reset-password', email)).toEqual([])
  await page.getByRole('button', { name: 'use outro e-mail' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
})

test('a signed-in user is told where to change the password', async ({ page, server }) => {
  await signUp(page, server.url)
  for (const path of ['/forgot', '/reset-password?token=abc']) {
    await page.goto(path)
    await page.waitForURL(/\/app\/?$/)
    await expect(page.getByText(/Para trocar a senha, abra o seu perfil/)).toBeVisible()
  }
})
