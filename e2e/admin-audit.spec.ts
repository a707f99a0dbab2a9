import { asAdministrator } from './helpers/admin-api.ts'
import { expect, expectAccessible, newPerson, signUp, test } from './helpers/fixtures.ts'
import { fits, looks } from './helpers/viewports.ts'

test('the audit log can be read, searched, filtered and expanded', { tag: '@smoke' }, async ({
  page,
  server,
  admin,
}) => {
  const name = `Zoraide ${Date.now()}`
  const person = await signUp(page, server.url, newPerson(name))
  await page.context().clearCookies()
  const calls = await asAdministrator(page.request, server.url, admin)
  const userId = await calls.idOf(person.email)
  const banReason = `Spam ${'Desentupimentoinstitucionalizado'.repeat(4)}`
  for (let round = 0; round < 26; round += 1) {
    await calls.post('/admin/ban-user', { userId, banReason })
    await calls.post('/admin/unban-user', { userId })
  }
  await page.goto('/app/admin/auditoria')
  const entries = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('time') })
  await expect(page.getByRole('heading', { name: 'hoje' })).toBeVisible()
  await expect(entries).toHaveCount(50)
  await expect(entries.first()).toContainText(`Dona da Casa encerrou a suspensão de ${name}`)
  await page.getByLabel('Buscar na auditoria').fill(`${name.toUpperCase()} suspendeu`)
  await expect(entries).toHaveCount(26)
  await expect(page).toHaveURL(/q=ZORAIDE/)
  await expect(entries.first()).toContainText(`Dona da Casa suspendeu ${name}`)
  await page.getByLabel('Buscar na auditoria').fill(name)
  await expect(entries).toHaveCount(50)
  await page.getByRole('button', { name: 'Mostrar mais' }).click()
  await expect(entries).toHaveCount(52)
  await page.getByLabel('Ação', { exact: true }).selectOption('Suspendeu uma conta')
  await expect(entries).toHaveCount(26)
  await entries
    .first()
    .getByText(/^O que mudou: Suspensa/)
    .click()
  const row = entries.first().getByRole('row', { name: /^Motivo/ })
  await expect(row).toContainText('nada')
  await expect(row).toContainText(banReason)
  await expectAccessible(page)
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await expect(row).toBeVisible()
    await fits(page)
  }
  await page.getByLabel('De', { exact: true }).fill('2020-01-01')
  await page.getByLabel('Até', { exact: true }).fill('2020-01-02')
  await expect(page.getByRole('heading', { name: 'Nenhum registro assim' })).toBeVisible()
  await page.getByRole('button', { name: 'Ver tudo' }).click()
  await expect(entries).toHaveCount(50)
  await page.getByLabel('Buscar na auditoria').fill(name)
  await expect(page).toHaveURL(/q=Zoraide/)
  await entries.first().getByRole('link', { name }).click()
  await page.waitForURL(`**/app/admin/users/${userId}/edit`)
})
