import { asAdministrator } from './helpers/admin-api.ts'
import { expect, expectAccessible, newPerson, test } from './helpers/fixtures.ts'
import { ageProofs } from './helpers/second-factor.ts'
import { fits } from './helpers/viewports.ts'

test('a key is made after a proof, shown once, used by a program, and revoked', async ({
  page,
  server,
  admin,
  playwright,
  secrets,
}) => {
  await asAdministrator(page.request, server.url, admin)
  await page.goto('/app/admin/auditoria')
  await page.getByRole('link', { name: 'Chaves da API' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Chaves da API' })).toBeVisible()
  await expect(page.getByText('Nenhuma chave ainda')).toBeVisible()
  await expectAccessible(page)

  const form = page.getByRole('dialog', { name: 'Criar chave da API' })
  await page.getByRole('button', { name: 'Criar chave' }).click()
  await form.getByRole('button', { name: 'Criar chave' }).click()
  await expect(form.getByText('Dê um nome à chave')).toBeVisible()
  await expect(form.getByText('Escolha ao menos um assunto')).toBeVisible()
  await form.getByLabel('Nome').fill('Planilha da turma')
  await form.getByLabel('Pessoas e convites').check()
  await form.getByLabel('Vale até').fill('2020-01-01')
  await form.getByRole('button', { name: 'Criar chave' }).click()
  await expect(form.getByText('A data já passou')).toBeVisible()
  await expectAccessible(page)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await form.getByLabel('Vale até').fill(inDays(60))
  await ageProofs(server)
  await form.getByRole('button', { name: 'Criar chave' }).click()
  await page.getByRole('dialog', { name: 'Confirme que é você' }).getByLabel('Sua senha').fill(admin.password)
  await page.keyboard.press('Enter')

  const shown = page.getByRole('dialog', { name: 'Guarde a chave Planilha da turma' })
  const secret = (await shown.getByText(/^elenco_/).textContent()) ?? ''
  secrets.add(secret)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(shown).toBeVisible()
  await shown.getByRole('button', { name: 'Já guardei' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Planilha da turma' })
  await expect(row).toContainText('Nunca usada')
  await fits(page)

  const program = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { Authorization: `Bearer ${secret}` },
  })
  const invite = () =>
    program.post('/api/v1/invitations/admin', { data: { name: 'Iara Campos', email: newPerson().email } })
  expect((await invite()).status()).toBe(200)
  expect((await program.get('/api/v1/usage/admin')).status()).toBe(403)
  await page.reload()
  await expect(row).not.toContainText('Nunca usada')
  await expect(row).not.toContainText(secret)

  await row.getByRole('button', { name: 'Revogar a chave Planilha da turma' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revogar chave' }).click()
  await expect(page.getByText('A chave Planilha da turma não vale mais.')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect((await invite()).status()).toBe(401)
  await program.dispose()

  await page.getByRole('link', { name: 'Voltar ao registro' }).click()
  const entries = page.getByRole('listitem')
  await expect(entries.filter({ hasText: 'revogou a chave da API Planilha da turma' })).toBeVisible()
  await expect(entries.filter({ hasText: /^.*Chave Planilha da turma de .* convidou/ })).toBeVisible()
  const made = entries.filter({ hasText: 'criou a chave da API Planilha da turma' })
  await made.getByText('Como ficou:').click()
  await expect(made).toContainText('Pessoas e convites')
})
