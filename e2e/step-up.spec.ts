import { asAdministrator } from './helpers/admin-api.ts'
import { expect, expectAccessible, newPerson, PROVIDER_KEY, signUp, test } from './helpers/fixtures.ts'
import { ageProofs, enrol } from './helpers/second-factor.ts'

const FIELD = { exact: true }

test('plans, roles and the access to an account wait for a proof, and keep what was typed', async ({
  page,
  server,
  admin,
}) => {
  const person = await signUp(page, server.url, newPerson('Zoraide Prova'))
  const calls = await asAdministrator(page.request, server.url, admin)
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' })
  const prove = async () => {
    await proof.getByLabel('Sua senha').fill(admin.password)
    await page.keyboard.press('Enter')
    await expect(proof).toHaveCount(0)
  }

  await test.step('a plan and its price', async () => {
    await page.goto('/app/admin/planos/new')
    await page.getByLabel('Nome', FIELD).fill('Turma da prova')
    await page.getByLabel('Preço (opcional)').fill('R$ 147 por mês')
    await page.getByLabel('Mensagens por mês', FIELD).fill('500')
    await ageProofs(server)
    const create = page.getByRole('button', { name: 'Criar plano' })
    await create.click()
    await expect(proof).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alert').filter({ hasText: 'faltou confirmar' })).toBeVisible()
    await expect(page.getByLabel('Preço (opcional)')).toHaveValue('R$ 147 por mês')
    await expect(create).toBeFocused()
    await create.click()
    await prove()
    await expect(page.getByText('Plano criado.')).toBeVisible()
  })

  const userId = await calls.idOf(person.email)
  await test.step('a role', async () => {
    await page.goto(`/app/admin/users/${userId}/edit`)
    await page.getByLabel('Nome', FIELD).fill('Zoraide Promovida')
    await page.getByLabel('Papel', FIELD).selectOption('admin')
    await ageProofs(server)
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(proof).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Papel', FIELD)).toHaveValue('admin')
    await expect(page.getByLabel('Nome', FIELD)).toHaveValue('Zoraide Promovida')
    await page.getByLabel('Papel', FIELD).selectOption('user')
    await page.getByRole('button', { name: 'Salvar' }).click()
    // The form is mounted anew then.
    await expect(page.getByText('Conta salva.')).toBeVisible()
  })

  await test.step('another account', async () => {
    await page.getByRole('button', { name: 'Entrar na conta' }).click()
    await ageProofs(server)
    await page.getByLabel('Motivo').fill('Pedido de ajuda por e-mail')
    await page.getByRole('dialog').getByRole('button', { name: 'Entrar na conta' }).click()
    await prove()
    await page.waitForURL(`${server.url}/app`)
    await expect(page.getByRole('region', { name: 'Acesso de administração' })).toBeVisible()
  })
})

test('an account of Google proves itself in another tab, and the key typed here is saved', async ({
  page,
  server,
}) => {
  const person = await signUp(page, server.url)
  // The account is one with a password, whose sign-in stands for that of Google.
  await page.route('**/api/v1/me/security', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, data: { ...answer.data, hasPassword: false } } })
  })
  await page.route('**/api/auth/sign-in/social', (route) =>
    route.fulfill({ json: { url: `${server.url}/terms`, redirect: true } }),
  )
  await page.goto('/app/personalizacao/credenciais')
  await page.getByRole('button', { name: 'Adicionar chave' }).click()
  const keySheet = page.getByRole('dialog').first()
  await keySheet.getByLabel('Nome').fill('Minha chave')
  await keySheet.getByLabel('Chave', FIELD).fill(PROVIDER_KEY)
  await ageProofs(server)
  await keySheet.getByRole('button', { name: 'Testar e salvar' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' })
  const opening = page.context().waitForEvent('page')
  await proof.getByRole('button', { name: 'Entrar de novo com o Google' }).click()
  const tab = await opening
  await tab.waitForURL(/\/terms$/)
  await asAdministrator(page.request, server.url, person)
  await tab.close()
  await expectAccessible(page)
  await proof.getByRole('button', { name: 'Já entrei, continuar' }).click()
  await expect(page.getByText('Chave salva. A OpenAI aceitou esta chave.')).toBeVisible()
})

test('an account with codes is deleted after one', async ({ page, server, secrets }) => {
  test.setTimeout(120_000)
  const person = await signUp(page, server.url)
  await page.goto('/app/me')
  const { authenticator, recoveryCodes } = await enrol(page, person)
  secrets.add(...recoveryCodes)
  await page.getByRole('button', { name: 'Guardei os códigos' }).click()
  await page.getByRole('button', { name: 'Excluir minha conta' }).click()
  const sheet = page.getByRole('dialog', { name: 'Excluir a conta para sempre?' })
  await sheet.getByLabel('Sua senha').fill(person.password)
  await sheet.getByLabel('Digite EXCLUIR para confirmar').fill('excluir')
  await ageProofs(server)
  await sheet.getByRole('button', { name: 'Excluir para sempre' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' })
  await expect(proof.getByLabel('Código do aplicativo')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet.getByLabel('Sua senha')).toHaveValue(person.password)
  await sheet.getByRole('button', { name: 'Excluir para sempre' }).click()
  await expect(proof.getByLabel('Código do aplicativo')).toBeFocused()
  await page.keyboard.insertText(await authenticator.next())
  await page.waitForURL(/\/sign-in/)
  await expect(page.getByText('Sua conta foi excluída.')).toBeVisible()
})
