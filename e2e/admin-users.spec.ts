import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { asAdministrator } from './helpers/admin-api.ts'
import {
  composerOf,
  expect,
  expectAccessible,
  fillSignIn,
  goToNewChat,
  newPerson,
  repliesOf,
  say,
  signUp,
  test,
} from './helpers/fixtures.ts'
import { mailedLink } from './helpers/mails.ts'
import { fits } from './helpers/viewports.ts'

const rowsOf = (page: Page) =>
  page
    .getByRole('table', { name: 'Contas de usuários' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

/** Finds a user in the table and opens the account. */
async function openAccount(page: Page, name: string): Promise<void> {
  await page.goto('/app/admin/users')
  await page.getByLabel('Buscar usuários').fill(name)
  await expect(rowsOf(page)).toHaveCount(1)
  await rowsOf(page).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('an account is created, found, given a plan, and exported with the others as a spreadsheet', {
  tag: '@smoke',
}, async ({ page, server, admin, secrets }) => {
  secrets.add('Chave-da-Olivia-7')
  await asAdministrator(page.request, server.url, admin)
  await page.goto('/app/admin/users')
  await expect(rowsOf(page).first()).toBeVisible()
  await expectAccessible(page)
  await fits(page)
  await page.getByRole('link', { name: 'Adicionar pessoas' }).click()
  await page.getByRole('link', { name: 'Com senha' }).click()
  const create = page.getByRole('button', { name: 'Criar conta' })
  await create.click()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const [name, email] = [field('Nome'), field('E-mail')]
  const [password, phone] = [field('Senha'), field('Telefone (opcional)')]
  await expect(name).toHaveAccessibleDescription('O nome é obrigatório')
  await expect(email).toHaveAccessibleDescription('Email inválido')
  await expect(password).toHaveAccessibleDescription(/A senha deve ter no mínimo 8 caracteres/)
  await expectAccessible(page)
  await name.fill('Olívia Conceição')
  await email.fill(admin.email)
  await password.fill('Chave-da-Olivia-7')
  await phone.fill('8591234')
  await create.click()
  await expect(phone).toHaveAccessibleDescription('Telefone deve conter 10 ou 11 dígitos')
  await phone.fill('85912340077')
  await create.click()
  await expect(email).toHaveAccessibleDescription('Este e-mail já tem uma conta.')
  // Every field but the password survives a reload.
  await page.reload()
  await expect(page.getByText('Recuperamos o que você tinha digitado.')).toBeVisible()
  await expect(name).toHaveValue('Olívia Conceição')
  await expect(password).toHaveValue('')
  const own = newPerson().email
  await email.fill(own)
  await password.fill('Chave-da-Olivia-7')
  await create.click()
  await page.waitForURL(/\/app\/admin\/users\/[\w-]+\/edit/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olívia Conceição')
  await expectAccessible(page)

  await page.getByLabel('Plano dado pela administração').selectOption({ label: 'Criador' })
  await page.getByLabel('Bio (opcional)').fill('Lança cursos de aquarela.')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Conta salva.')).toBeVisible()
  const history = page.getByRole('list', { name: 'Assinaturas' }).getByRole('listitem')
  await expect(history).toHaveCount(2)
  await expect(history.first()).toContainText(/Criador.*Dada pela administração.*Em uso/)

  await page.getByRole('link', { name: 'Voltar' }).click()
  await page.getByLabel('Buscar usuários').fill('(85) 91234-0077')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText(/Olívia Conceição.*Criador/)
  await page.getByLabel('Plano', { exact: true }).selectOption({ label: 'Gratuito' })
  await expect(page.getByRole('heading', { name: 'Ninguém por aqui' })).toBeVisible()
  await page.getByRole('button', { name: 'Ver todas as contas' }).click()
  await page.getByRole('button', { name: 'Nome' }).click()
  await expect(page).toHaveURL(/sort=name/)
  await page.getByLabel('Buscar usuários').fill('olivia conceicao')
  await expect(rowsOf(page)).toHaveCount(1)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar CSV' }).click()
  const copy = await saving
  expect(copy.suggestedFilename()).toMatch(/^elenco-contas-.*\.csv$/)
  const lines = String(await readFile(await copy.path()))
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"Olívia Conceição";"${own}";"(85) 91234-0077";"Usuário";"Criador"`)
})

test('an administrator’s password changes only by a link to their mailbox', async ({
  page,
  server,
  admin,
}) => {
  const house = await asAdministrator(page.request, server.url, admin)
  const other = newPerson('Sócia da Casa')
  await house.post('/admin/create-user', { ...other, role: 'admin' })
  await openAccount(page, other.name)
  await expect(page.getByText(/A senha de quem administra só muda pela própria pessoa/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Definir nova senha' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Enviar link para criar outra senha' }).click()
  await expect(page.getByText(`Link enviado para ${other.email}.`)).toBeVisible()
  await expectAccessible(page)
  await mailedLink(server, 'reset-password', other.email)
})

test('A24 banning a user during a reply ends the reply and the session, and shows the reason', async ({
  page,
  server,
  admin,
  browser,
}) => {
  const person = await signUp(page, server.url, newPerson('Ivone Teimosa'))
  await goToNewChat(page)
  await say(page, 'Fale sem parar [[tokens=2000 delay=50]]')
  await expect(repliesOf(page).last()).toContainText('Plano')

  const context = await browser.newContext({ baseURL: server.url })
  const house = await context.newPage()
  await asAdministrator(house.request, server.url, admin)
  await openAccount(house, 'Ivone Teimosa')
  await house.getByRole('button', { name: 'Suspender a conta' }).click()
  const sheet = house.getByRole('dialog', { name: 'Suspender Ivone Teimosa?' })
  await sheet.getByLabel('Por quanto tempo').selectOption({ label: 'Até uma data' })
  await sheet.getByLabel('Motivo (opcional)').fill('Envio de spam')
  await sheet.getByRole('button', { name: 'Suspender' }).click()
  await expect(sheet.getByLabel('Até quando')).toHaveAccessibleDescription('Escolha uma data no futuro')
  await expectAccessible(house)
  await sheet.getByLabel('Até quando').fill(`${new Date().getFullYear() + 1}-03-01T10:00`)
  await sheet.getByRole('button', { name: 'Suspender' }).click()
  await expect(house.getByText(/Suspensa até .* de março de 2\d{3}/)).toBeVisible()
  await expect(house.getByText('A conta não está aberta em nenhum aparelho.')).toBeVisible()

  await page.waitForURL(/\/sign-in/)
  await expect(composerOf(page)).toHaveCount(0)
  await fillSignIn(page, person)
  const said = page.getByRole('alert').filter({ hasText: 'suspensa' })
  await expect(said).toContainText(/suspensa até .*2\d{3}.* Motivo: Envio de spam/)

  await house.getByRole('button', { name: 'Encerrar suspensão' }).click()
  await expect(house.getByText('Ivone Teimosa pode entrar de novo.')).toBeVisible()
  await context.close()
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(repliesOf(page).last()).toContainText('Plano')
  await expect(repliesOf(page).last()).toHaveAttribute('aria-busy', 'false')
})

test('an administrator impersonates a user for a reason that the user reads, sees the banner, and returns', {
  tag: '@smoke',
}, async ({ page, server, admin }) => {
  const person = await signUp(page, server.url, newPerson('Raimunda Visitada'))
  await page.goto('/app/me')
  await expect(page.getByText('A administração nunca entrou na sua conta.')).toBeVisible()
  await page.context().clearCookies()
  await asAdministrator(page.request, server.url, admin)
  await openAccount(page, 'Raimunda Visitada')
  const enter = page.getByRole('button', { name: 'Entrar na conta' })
  await enter.click()
  const sheet = page.getByRole('dialog', { name: 'Entrar na conta de Raimunda Visitada?' })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(enter).toBeFocused()
  await enter.click()
  await sheet.getByLabel('Motivo').fill('Ajuda')
  await sheet.getByRole('button', { name: 'Entrar na conta' }).click()
  await expect(sheet.getByText('O motivo deve ter de 10 a 300 caracteres')).toBeVisible()
  await sheet.getByLabel('Motivo').fill('Ela não achava uma conversa')
  await sheet.getByRole('button', { name: 'Entrar na conta' }).click()
  const banner = page.getByRole('region', { name: 'Acesso de administração' })
  await expect(banner).toContainText('Você está na conta de Raimunda Visitada')
  // An impersonated session can't open the administration.
  await page.goto('/app/admin/users')
  await page.waitForURL(`${server.url}/app`)
  await banner.getByRole('button', { name: 'Voltar para a minha conta' }).click()
  await expect(banner).toHaveCount(0)
  await openAccount(page, 'Raimunda Visitada')

  await page.context().clearCookies()
  await page.goto('/sign-in?redirect=/app/me')
  await fillSignIn(page, person)
  const visits = page.getByRole('list', { name: 'Acessos da administração' }).getByRole('listitem')
  await expect(visits).toHaveText([/da administração.* · menos de um minuto.*Ela não achava uma conversa/])
})

test('an account’s page reports failures and keeps inputs, and has sessions, password and deletion', async ({
  page,
  server,
  admin,
  secrets,
}) => {
  secrets.add('Outra-chave-da-casa-9')
  const person = await signUp(page, server.url, newPerson('Quitéria Provisória'))
  await page.context().clearCookies()
  await asAdministrator(page.request, server.url, admin)
  await openAccount(page, 'Quitéria Provisória')
  await page.getByLabel('Bio (opcional)').fill('Quase salvo')
  await page.getByRole('link', { name: 'Voltar' }).click()
  await page.getByRole('button', { name: 'Continuar editando' }).click()
  await page.route('**/api/v1/users/admin/*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'indisponível' })).toBeVisible()
  await expect(page.getByLabel('Bio (opcional)')).toHaveValue('Quase salvo')
  await page.unroute('**/api/v1/users/admin/*')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Conta salva.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Salvar' })).toBeFocused()

  await page.route('**/api/v1/users/admin/*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
  const said = page.getByRole('alert').filter({ hasText: 'Não foi possível carregar os dados.' })
  await expect(said).toBeVisible()
  await page.unroute('**/api/v1/users/admin/*')
  await said.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByLabel('Bio (opcional)')).toHaveValue('Quase salvo')

  await page.getByRole('button', { name: /^Encerrar / }).click()
  await expect(page.getByText('A conta não está aberta em nenhum aparelho.')).toBeVisible()
  await page.getByRole('button', { name: 'Definir nova senha' }).click()
  const password = page.getByLabel('Nova senha')
  await password.fill('password123')
  await page.getByRole('button', { name: 'Definir senha' }).click()
  await expect(password).toHaveAccessibleDescription(/muito comum e fácil de adivinhar/)
  await password.fill('Outra-chave-da-casa-9')
  await password.press('Enter')
  await expect(page.getByText(/^Senha definida/)).toBeVisible()

  await page.getByRole('button', { name: 'Excluir a conta' }).click()
  const sheet = page.getByRole('dialog', { name: /^Excluir a conta de Quitéria/ })
  await sheet.getByLabel('Digite EXCLUIR para confirmar').fill('excluir')
  await sheet.getByRole('button', { name: 'Excluir para sempre' }).click()
  await page.waitForURL(/\/app\/admin\/users\/?$/)
  await page.getByLabel('Buscar usuários').fill(person.email)
  await expect(page.getByRole('heading', { name: 'Ninguém por aqui' })).toBeVisible()
})
