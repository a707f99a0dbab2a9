import type { Page } from '@playwright/test'
import type { ServerProcess } from '#server/testing/processes/server-process.ts'
import { asAdministrator } from './helpers/admin-api.ts'
import { expect, fillSignIn, newPerson, signUp, test } from './helpers/fixtures.ts'
import { mailedLink, mailsTo } from './helpers/mails.ts'
import { ageProofs } from './helpers/second-factor.ts'
import { holdsInEveryLook } from './helpers/viewports.ts'

/** The link with a fragment in the newest mail of a kind. */
async function fragmentLink(server: ServerProcess, kind: string, email: string): Promise<string> {
  await expect.poll(async () => (await mailsTo(server, kind, email)).length).toBeGreaterThan(0)
  const mail = (await mailsTo(server, kind, email)).at(-1)
  return mail?.links.find((address) => address.includes('/callback#')) ?? ''
}

const contact = (page: Page) => page.getByRole('region', { name: 'Contato' })

test('an address is changed by its link, and given back by the one on the old address', async ({
  page,
  browser,
  server,
  secrets,
}) => {
  const person = await signUp(page, server.url, newPerson())
  const next = newPerson().email
  await page.goto(await mailedLink(server, 'verify-email', person.email))
  await ageProofs(server)

  await test.step('it is asked for, with the password', async () => {
    await page.goto('/app/me')
    await contact(page).getByRole('button', { name: 'Trocar e-mail' }).click()
    await page.getByLabel('Novo e-mail').fill(person.email)
    await page.getByRole('button', { name: 'Enviar link' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirme que é você' })
    await proof.getByLabel('Sua senha').fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Este já é o e-mail da sua conta.')).toBeVisible()
    await page.getByLabel('Novo e-mail').fill(next)
    await holdsInEveryLook(page)
    await page.getByRole('button', { name: 'Enviar link' }).click()
    await expect(page.getByText(`Falta confirmar ${next}.`)).toBeVisible()
    await holdsInEveryLook(page)
  })

  const elsewhere = await browser.newContext()
  const phone = await elsewhere.newPage()
  await test.step('its link works once, on a device without a session', async () => {
    const link = await fragmentLink(server, 'confirm-address', next)
    await phone.goto(link)
    await holdsInEveryLook(phone)
    await phone.getByRole('button', { name: 'Usar este e-mail' }).click()
    await expect(phone.getByRole('heading', { name: 'E-mail trocado' })).toBeVisible()
    await expect(phone.getByText(next)).toBeVisible()
    await phone.goto('about:blank')
    await phone.goto(link)
    await phone.getByRole('button', { name: 'Usar este e-mail' }).click()
    await expect(phone.getByRole('heading', { name: 'Não deu para usar este link' })).toBeVisible()
    await holdsInEveryLook(phone)
    await page.reload()
    await expect(contact(page).getByText(next)).toBeVisible()
  })

  await test.step('the old address gives it back, with another password', async () => {
    await phone.goto('about:blank')
    await phone.goto(await fragmentLink(server, 'address-changed', person.email))
    await holdsInEveryLook(phone)
    await phone.getByRole('button', { name: 'Desfazer a troca' }).click()
    await phone.waitForURL(/reset-password/)
    const password = 'Senha-devolvida-9'
    secrets.add(password)
    await phone.getByLabel('Nova senha', { exact: true }).fill(password)
    await phone.getByLabel(/Confirme/).fill(password)
    await phone.keyboard.press('Enter')
    await phone.waitForURL(/sign-in/)
    await page.goto('/app/me')
    await page.waitForURL(/sign-in/)
    await fillSignIn(phone, { ...person, password })
    await phone.waitForURL(/\/app/)
  })
  await elsewhere.close()
})

test('an administrator confirms an address, changes it and sends a password link', async ({
  page,
  browser,
  server,
  admin,
}) => {
  const visitor = await browser.newContext()
  const person = await signUp(await visitor.newPage(), server.url, newPerson('Quitéria Engano'))
  await visitor.close()
  const calls = await asAdministrator(page.request, server.url, admin)
  await page.goto(`/app/admin/users/${await calls.idOf(person.email)}/edit`)
  await page.getByRole('button', { name: 'Confirmar e-mail' }).click()
  const asked = page.getByRole('dialog', { name: 'Confirmar este e-mail?' })
  await holdsInEveryLook(page)
  await asked.getByRole('button', { name: 'Confirmar e-mail' }).click()
  await expect(page.getByText(`O e-mail de ${person.name} está confirmado.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirmar e-mail' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Trocar e-mail' }).click()
  const change = page.getByRole('dialog', { name: `Trocar o e-mail de ${person.name}?` })
  await change.getByLabel('Novo e-mail').fill(admin.email)
  await change.getByRole('button', { name: 'Trocar e-mail' }).click()
  await expect(change.getByText('Este e-mail já tem uma conta.')).toBeVisible()
  await holdsInEveryLook(page)
  const next = newPerson().email
  await change.getByLabel('Novo e-mail').fill(next)
  await change.getByRole('button', { name: 'Trocar e-mail' }).click()
  await expect(page.getByText(`${person.name} agora entra com ${next}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Enviar link para criar outra senha' }).click()
  await expect(page.getByText(`Link enviado para ${next}.`)).toBeVisible()
  await expect.poll(async () => (await mailsTo(server, 'reset-password', next)).length).toBe(1)
})
