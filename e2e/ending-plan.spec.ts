import { HUBLA_TOKEN, hublaPurchase, sendHubla } from '#server/testing/doubles/hubla-sender.ts'
import { asAdministrator } from './helpers/admin-api.ts'
import { expect, newPerson, signUp, test } from './helpers/fixtures.ts'
import { CHECKOUT, confirmAddress, planOf, sellCreator, ticketOf } from './helpers/plans.ts'
import { holdsInEveryLook } from './helpers/viewports.ts'

test.use({ variables: { HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN } })

test('a Hubla plan whose renewal is off is bought again before its last day', async ({
  page,
  playwright,
  server,
  admin,
  secrets,
  offences,
}) => {
  secrets.add(HUBLA_TOKEN)
  const request = await playwright.request.newContext({ baseURL: server.url })
  const { idOf } = await asAdministrator(request, server.url, admin)
  await sellCreator(request, server.url)
  await page.context().route('https://pay.hub.la/**', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: '<!doctype html><html lang="pt-BR"><title>Pagamento</title><h1>Pagamento</h1></html>',
    }),
  )
  const person = await signUp(page, server.url, newPerson('Bruna Alves'))
  await confirmAddress(server, person.email)
  const first = hublaPurchase(person.email)
  const tell = (event: unknown) => sendHubla({ baseUrl: server.url }, event)
  await tell(first.event('customer.member_added', 1))
  await tell(first.event('subscription.renewal_disabled', 2, { autoRenew: false }))

  await page.goto('/app/me')
  await expect(planOf(page)).toContainText(/Criador.*Vai terminar.*A renovação foi desligada/)
  const history = planOf(page).getByRole('list', { name: 'Histórico' })
  await expect(history).toContainText('Renovação do Criador desligada; vale até')
  await planOf(page).getByRole('button', { name: 'Ver planos' }).click()
  await expect(page.getByRole('dialog')).toContainText('não fica nenhum dia sem plano')
  await holdsInEveryLook(page)
  const opening = page.waitForEvent('popup')
  await ticketOf(page, 'Criador').getByRole('button', { name: 'Assinar de novo Criador' }).click()
  const payment = await opening
  await expect(payment.getByRole('heading', { name: 'Pagamento' })).toBeVisible()
  expect(payment.url().startsWith(CHECKOUT)).toBe(true)
  expect(offences.splice(0)).toEqual([`foreign request: ${payment.url()}`])
  await payment.close()
  await page.bringToFront()
  await tell(hublaPurchase(person.email).event('customer.member_added', 1))
  // The same plan goes on: the wait for the payment ends.
  await expect(page.getByText('Seu plano agora é o Criador.')).toBeVisible()
  await page.goto('/app/me')
  await expect(planOf(page)).toContainText(/Criador.*Ativo.*Renova em/)

  // An administrator reads which one ends.
  const userId = await idOf(person.email)
  await page.context().clearCookies()
  await asAdministrator(page.request, server.url, admin)
  await page.goto(`/app/admin/users/${userId}/edit`)
  await expect(page.getByRole('list', { name: 'Assinaturas' })).toContainText('renovação desligada')
  await request.dispose()
})
