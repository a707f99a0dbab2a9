import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { unzip } from '../src/server/testing/unzip.ts'
import { expect, expectAccessible, fillSignIn, newPerson, signUp, test } from './helpers/fixtures.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

/** Signs in on another device; returns a call with its cookie. */
async function otherDevice(origin: string, person: { email: string; password: string }, userAgent: string) {
  const answer = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin, 'User-Agent': userAgent },
    body: JSON.stringify(person),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return async () => (await fetch(`${origin}/api/v1/me`, { headers: { cookie } })).status
}

const sessions = (page: Page) => page.getByRole('list', { name: 'Sessões ativas' }).getByRole('listitem')

test('the profile opens from the menu and shows the user', { tag: '@smoke' }, async ({ page, server }) => {
  const person = { ...newPerson(), phoneNumber: '11987654321' }
  await signUp(page, server.url, person)
  await page.goto('/app')
  await page.getByRole('button', { name: /Sua conta/ }).click()
  await page.getByRole('link', { name: 'Seu perfil' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(person.name)
  await expect(page.getByText(/No elenco desde \S+ de \d{4}/)).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText(person.email)).toBeVisible()
  await expect(main.getByText('(11) 98765-4321')).toBeVisible()
  await expect(main.getByText(/Sem bio por enquanto/)).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Baixar meus dados' }).click()
  const copy = await saving
  expect(copy.suggestedFilename()).toMatch(/^elenco-.*\.zip$/)
  const files = await unzip(await readFile(await copy.path()))
  expect(JSON.parse(String(files.get('dados.json')))).toMatchObject({ profile: { email: person.email } })
})

test('the profile without a session leads through sign-in and back', async ({ page, server }) => {
  const person = await signUp(page, server.url)
  await page.context().clearCookies()
  for (const path of ['/app/me', '/app/me/edit']) {
    await page.goto(path)
    await page.waitForURL(/\/sign-in\?redirect=/)
  }
  await fillSignIn(page, person)
  await page.waitForURL(/\/app\/me\/edit$/)
})

test('sessions are listed by device; one is ended, then all others', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  const person = await signUp(page, server.url)
  const phone = await otherDevice(server.url, person, IPHONE)
  const desk = await otherDevice(server.url, person, WINDOWS)
  const third = await otherDevice(server.url, person, WINDOWS)
  await page.goto('/app/me')
  await expect(sessions(page)).toHaveCount(4)
  await expect(sessions(page).first()).toContainText('Este aparelho')
  await expect(sessions(page).first()).toContainText('rede local')
  await expect(page.getByText('Safari no iPhone')).toBeVisible()
  expect(await phone()).toBe(200)
  await page.getByRole('button', { name: 'Encerrar Safari no iPhone' }).click()
  await expect(page.getByText('Sessão encerrada.')).toBeVisible()
  await expect(sessions(page)).toHaveCount(3)
  expect(await phone()).toBe(401)
  expect(await desk()).toBe(200)
  await page.getByRole('button', { name: 'Encerrar todas as outras' }).click()
  await expect(sessions(page)).toHaveCount(1)
  expect([await desk(), await third()]).toEqual([401, 401])
  await expect(page.getByRole('button', { name: /Encerrar/ })).toHaveCount(0)
})

test('sessions that fail to load are reported, with a retry', async ({ page, server }) => {
  await signUp(page, server.url)
  await page.route('**/api/auth/list-sessions', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/app/me')
  const said = page.getByRole('alert').filter({ hasText: 'indisponível' })
  await expect(said).toBeVisible()
  await page.unroute('**/api/auth/list-sessions')
  await said.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(sessions(page)).toHaveCount(1)
})

test('changing the password requires the old one, and signs out other devices', { tag: '@smoke' }, async ({
  page,
  server,
  secrets,
}) => {
  secrets.add('Outra-senha-2')
  const person = await signUp(page, server.url)
  const phone = await otherDevice(server.url, person, IPHONE)
  await page.goto('/app/me')
  await page.getByRole('button', { name: 'Trocar senha' }).click()
  const current = page.getByLabel('Senha atual')
  const next = page.getByLabel('Nova senha', { exact: true })
  const confirmation = page.getByLabel('Confirme a nova senha')
  await expect(current).toBeFocused()
  const save = page.getByRole('button', { name: 'Salvar senha' })
  await save.click()
  await expect(current).toHaveAccessibleDescription('Obrigatório')
  await expect(next).toHaveAccessibleDescription(/A senha deve ter no mínimo 8 caracteres/)
  await expect(confirmation).toHaveAccessibleDescription('Confirme sua senha')
  await expectAccessible(page)
  await current.fill('errada-mesmo')
  await next.fill('Outra-senha-2')
  await confirmation.fill('Outra-senha-2')
  await save.click()
  await expect(current).toHaveAccessibleDescription('Senha incorreta.')
  await expect(current).toBeFocused()
  await current.fill(person.password)
  await next.fill('Password123')
  await confirmation.fill('Password123')
  await save.click()
  await expect(next).toHaveAccessibleDescription(/muito comum e fácil de adivinhar/)
  await next.fill('Outra-senha-2')
  await confirmation.fill('Outra-senha-2')
  await confirmation.press('Enter')
  await expect(page.getByText('Senha trocada. Os outros aparelhos saíram da conta.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Trocar senha' })).toBeFocused()
  expect(await phone()).toBe(401)
  await page.reload()
  await expect(sessions(page)).toHaveCount(1)
})

test('deleting the account requires password and confirmation, and clears the browser', {
  tag: '@smoke',
}, async ({ page, server }) => {
  const person = await signUp(page, server.url)
  await page.goto('/app/me')
  const open = page.getByRole('button', { name: 'Excluir minha conta' })
  await open.click()
  const sheet = page.getByRole('dialog', { name: 'Excluir a conta para sempre?' })
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(open).toBeFocused()
  await open.click()
  await expectAccessible(page)
  const password = sheet.getByLabel('Sua senha')
  const word = sheet.getByLabel('Digite EXCLUIR para confirmar')
  const go = sheet.getByRole('button', { name: 'Excluir para sempre' })
  await go.click()
  await expect(password).toHaveAccessibleDescription('Obrigatório')
  await expect(word).toHaveAccessibleDescription('Digite EXCLUIR para confirmar')
  await password.fill('errada-mesmo')
  await word.fill('excluir')
  await go.click()
  await expect(password).toHaveAccessibleDescription('Senha incorreta.')
  await password.fill(person.password)
  await word.press('Enter')
  await page.waitForURL(/\/sign-in/)
  await expect(page.getByText('Sua conta foi excluída.')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(person.email)
  await fillSignIn(page, person)
  await expect(page.getByText('E-mail ou senha incorretos.')).toBeVisible()
})
