import type { Page } from '@playwright/test'
import { connect } from '#server/db/connect.ts'
import { createLogger } from '#server/log.ts'
import { CREATOR_PLAN, makePurchase } from '#server/testing/factories/purchases.ts'
import type { ServerProcess } from '#server/testing/processes/server-process.ts'
import { expect, expectAccessible, newPerson, signUp, test } from './helpers/fixtures.ts'
import { mailedLink, mailsTo } from './helpers/mails.ts'
import { fits, looks } from './helpers/viewports.ts'

/** Inserts a purchase under an email, as a provider's events would. */
async function buy(server: ServerProcess, email: string): Promise<void> {
  const { db, close } = connect({ connectionString: server.databaseUrl }, createLogger('silent'))
  try {
    await makePurchase(db, { email })
  } finally {
    await close()
  }
}

/** A user who bought with another email, at the claim form. */
async function openClaim(page: Page, server: ServerProcess) {
  const person = newPerson()
  const { email } = newPerson()
  await buy(server, email)
  await signUp(page, server.url, person)
  await page.goto('/app/me')
  const opener = page.getByRole('button', { name: 'Já comprei com outro e-mail' })
  await opener.click()
  const field = page.getByLabel('E-mail da compra')
  const send = page.getByRole('button', { name: 'Enviar link' })
  return { person, email, opener, field, send }
}

/** The link in a purchase claim's mail. */
async function claimLink(server: ServerProcess, email: string): Promise<string> {
  await expect.poll(async () => (await mailsTo(server, 'claim-purchase', email)).length).toBe(1)
  const [mail] = await mailsTo(server, 'claim-purchase', email)
  return mail?.links.find((address) => address.includes('compra=')) ?? ''
}

test('a purchase is pending until the email is verified, and appears without a reload', {
  tag: '@smoke',
}, async ({ page, context, server }) => {
  const person = newPerson()
  await buy(server, person.email)
  await signUp(page, server.url, person)
  await page.goto('/app/me')
  const waiting = page.getByText('Confirme seu e-mail para liberar seu plano.').first()
  await expect(waiting).toBeVisible()
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await fits(page)
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reenviar e-mail' }).first().click()
  await expect(page.getByText(`Enviamos um link para ${person.email}.`)).toBeVisible()
  await expect.poll(async () => (await mailsTo(server, 'verify-email', person.email)).length).toBe(2)

  const mailbox = await context.newPage()
  await mailbox.goto(await mailedLink(server, 'verify-email', person.email, 2))
  await mailbox.waitForURL(/\/app/)
  await mailbox.close()
  await page.bringToFront()
  // A headless browser does not dispatch focus on its own.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(waiting).toBeHidden()
  await expect(page.getByText('confirmado', { exact: true })).toBeVisible()
  await expect(page.getByText(CREATOR_PLAN.displayName, { exact: true }).first()).toBeVisible()
})

test('a purchase under another email is claimed by mail, for the account that asked', async ({
  page,
  server,
}) => {
  const { person, email, opener, field, send } = await openClaim(page, server)
  await expect(field).toBeFocused()
  await field.fill('recibos')
  await send.click()
  await expect(page.getByText('Email inválido')).toBeVisible()
  await field.fill(person.email)
  await send.click()
  await expect(page.getByText('Este é o e-mail desta conta. Informe o outro, o da compra.')).toBeVisible()
  await expect(field).toBeFocused()
  // The input survives closing and reopening.
  await opener.click()
  await expect(field).toBeHidden()
  await opener.click()
  await expect(field).toHaveValue(person.email)
  await expectAccessible(page)
  await field.fill(email.toUpperCase())
  await send.click()
  await expect(page.getByText(`Confira a caixa de entrada de ${email}.`)).toBeVisible()

  const link = await claimLink(server, email)
  await page.goto(link)
  const done = page.getByRole('dialog', { name: 'Compra confirmada' })
  await expect(done).toContainText(CREATOR_PLAN.displayName)
  await expectAccessible(page)
  await done.getByRole('button', { name: 'Ver meu plano' }).click()
  await expect(page).toHaveURL(`${server.url}/app/me`)
  await expect(page.getByText(CREATOR_PLAN.displayName, { exact: true }).first()).toBeVisible()

  // The link does nothing in another account.
  await page.context().clearCookies()
  await signUp(page, server.url)
  await page.goto(link)
  const refused = page.getByRole('dialog', { name: 'Não deu para confirmar a compra' })
  await expect(refused).toContainText('foi pedido por outra conta')
  await refused.getByRole('button', { name: 'Fechar' }).click()
  await expect(page).toHaveURL(`${server.url}/app/me`)
})

test('a plan read just before a purchase was confirmed is read again, even if that response is late', async ({
  page,
  server,
}) => {
  const { email, field, send } = await openClaim(page, server)
  await field.fill(email)
  await send.click()
  const link = await claimLink(server, email)

  const wasRead = Promise.withResolvers<void>()
  const mayBeTold = Promise.withResolvers<void>()
  await page.route(
    '**/api/v1/me/subscription',
    async (route) => {
      const response = await route.fetch()
      wasRead.resolve()
      await mayBeTold.promise
      // The page may have gone.
      await route.fulfill({ response }).catch(() => undefined)
    },
    { times: 1 },
  )
  await page.route('**/api/v1/me/purchase-claims/confirm', async (route) => {
    await wasRead.promise
    await route.continue()
  })
  await page.goto(link)
  const done = page.getByRole('dialog', { name: 'Compra confirmada' })
  await expect(done).toBeVisible()
  mayBeTold.resolve()
  await done.getByRole('button', { name: 'Ver meu plano' }).click()
  await expect(done).toBeHidden()
  await expect(page.getByText(CREATOR_PLAN.displayName, { exact: true }).first()).toBeVisible()
})
