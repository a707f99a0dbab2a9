import { asAdministrator } from './helpers/admin-api.ts'
import { expect, expectAccessible, newPerson, signUp, test } from './helpers/fixtures.ts'
import { mailsTo } from './helpers/mails.ts'
import { fits } from './helpers/viewports.ts'

const ADD = '/app/admin/users/new'

test('a person is invited, sets a password by the mail’s link, and has the plan', {
  tag: '@smoke',
}, async ({ page, server, admin, browser, secrets }) => {
  secrets.add('Chave-da-Iara-7')
  const { email } = newPerson()
  await asAdministrator(page.request, server.url, admin)
  await page.goto('/app/admin/users')
  await page.getByRole('link', { name: 'Adicionar pessoas' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Convidar uma pessoa' })).toBeVisible()
  await page.getByRole('button', { name: 'Enviar convite' }).click()
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveAccessibleDescription('Email inválido')
  await page.getByLabel('Nome', { exact: true }).fill('Iara Campos')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Plano dado pela administração').selectOption({ label: 'Criador' })
  await page.getByLabel('Até quando (opcional)').fill('2031-11-30')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enviar convite' }).click()
  await expect(page.getByText('Convite para Iara Campos a caminho.')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText(/Criador, até 30/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)

  await expect.poll(async () => (await mailsTo(server, 'invitation', email)).length).toBe(1)
  const link = (await mailsTo(server, 'invitation', email))[0]?.links.find((it) => it.includes('convite='))
  const context = await browser.newContext({ baseURL: server.url })
  const own = await context.newPage()
  await own.goto(link ?? '')
  await expect(own.getByRole('heading', { level: 1, name: 'Boas-vindas ao Elenco' })).toBeVisible()
  await expect(own.getByLabel('E-mail', { exact: true })).toHaveValue(email)
  await own.getByRole('button', { name: 'Criar senha e entrar' }).click()
  await expect(own.getByText('Para criar a conta, é preciso aceitar os termos')).toBeVisible()
  await own.getByLabel('Senha', { exact: true }).fill('Chave-da-Iara-7')
  await own.getByRole('checkbox').check()
  await expectAccessible(own)
  await own.getByRole('button', { name: 'Criar senha e entrar' }).click()
  await own.waitForURL(/\/app$/)
  await own.goto('/app/me')
  await expect(own.getByText('Criador').first()).toBeVisible()
  await context.close()

  const later = await browser.newContext({ baseURL: server.url })
  const again = await later.newPage()
  await again.goto(link ?? '')
  await expect(again.getByRole('heading', { name: 'Este convite já não vale' })).toBeVisible()
  await expectAccessible(again)
  await later.close()
})

test('an invitation is accepted in an account that exists, is resent and canceled', async ({
  page,
  server,
  admin,
  browser,
}) => {
  const person = newPerson('Rui Teles')
  const context = await browser.newContext({ baseURL: server.url })
  const own = await context.newPage()
  await signUp(own, server.url, person)
  await asAdministrator(page.request, server.url, admin)
  const plans = (await (await page.request.get('/api/v1/plans/admin?limit=100')).json()) as {
    data: { items: { id: string; displayName: string }[] }
  }
  const planId = plans.data.items.find(({ displayName }) => displayName === 'Criador')?.id
  const add = (email: string) =>
    page.request.post('/api/v1/invitations/admin', {
      data: { name: 'Rui Teles', email, planId },
      headers: { Origin: server.url },
    })
  await add(person.email)
  await expect.poll(async () => (await mailsTo(server, 'invitation', person.email)).length).toBe(1)
  const [mail] = await mailsTo(server, 'invitation', person.email)
  await own.goto(mail?.links.find((it) => it.includes('convite=')) ?? '')
  await expect(own.getByText(/O plano Criador passa a valer nesta conta/)).toBeVisible()
  await expectAccessible(own)
  await own.getByRole('button', { name: 'Aceitar convite' }).click()
  await own.waitForURL(/\/app$/)
  await context.close()

  const { email } = newPerson()
  await add(email)
  await page.goto(`${ADD}?como=convites`)
  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByRole('button', { name: 'Reenviar' }).click()
  await expect(page.getByText('Outro convite para Rui Teles está a caminho.')).toBeVisible()
  await row.getByRole('button', { name: 'Cancelar o convite de Rui Teles' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar convite' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancelados' }).click()
  await expect(row).toBeVisible()
})

test('people come from a spreadsheet, with a preview of each row', async ({ page, server, admin }) => {
  const domain = newPerson().email.split('@')[0]
  const at = (name: string) => `${name}.${domain}@exemplo.com.br`
  await asAdministrator(page.request, server.url, admin)
  await page.goto(`${ADD}?como=planilha`)
  const choose = (content: string) =>
    page.getByLabel('Planilha de pessoas').setInputFiles({
      ...{ name: 'turma-de-novembro.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(content, 'latin1'),
    })
  await choose('PK\u0003\u0004')
  await expect(page.getByRole('alert')).toContainText('Este arquivo é uma planilha.')
  await expectAccessible(page)
  await choose(
    [
      'Aluno;Contato;Turma;Vale até',
      `José;${at('jose')};Criador;30/11/2031`,
      `Ana;${at('ana')};;`,
      'Sem;e-mail ruim;;',
      `Ana;${at('ana')};Plano que não há;`,
    ].join('\r\n'),
  )
  await expect(page.getByText('4 linhas, em Windows-1252, separadas por ponto e vírgula.')).toBeVisible()
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue('1')
  await expect(page.getByLabel('Até quando', { exact: true })).toHaveValue('3')
  await page.getByLabel('Plano', { exact: true }).first().selectOption({ label: 'Turma' })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Conferir linhas' }).click()
  await expect(page.getByText('2 pessoas de 4 linhas. Nada aconteceu ainda.')).toBeVisible()
  await page.getByRole('button', { name: '2 Com erro' }).click()
  const rows = page.getByRole('table', { name: 'Linhas da planilha' }).getByRole('row')
  await expect(rows.filter({ hasText: 'E-mail inválido' })).toBeVisible()
  await expect(rows.filter({ hasText: 'Não há plano com o nome “Plano que não há”' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  // The draft survives the browser.
  await page.reload()
  await page.getByRole('button', { name: 'Importar 2 pessoas' }).click()
  await expect(page.getByText(/: importada em /)).toBeVisible()
  await expectAccessible(page)
  await expect.poll(async () => (await mailsTo(server, 'invitation', at('jose'))).length).toBe(1)

  await page.getByRole('button', { name: 'Importar outra planilha' }).click()
  await choose(`nome;e-mail\nJosé;${at('jose')}`)
  await page.getByRole('button', { name: 'Conferir linhas' }).click()
  await expect(page.getByText('nada muda. Tudo o que o arquivo diz já está assim.')).toBeVisible()
  await page.getByRole('button', { name: 'Descartar' }).click()
})
