import { tellStripe } from '#server/testing/doubles/stripe/sender.ts'
import { type StripeDouble, startStripeDouble } from '#server/testing/doubles/stripe/stripe-double.ts'
import { asAdministrator } from './helpers/admin-api.ts'
import { test as base, expect, expectAccessible, newPerson, signUp } from './helpers/fixtures.ts'
import { planOf, ticketOf } from './helpers/plans.ts'
import { holdsInEveryLook } from './helpers/viewports.ts'

const test = base.extend<object, { stripe: StripeDouble }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from this pattern.
    async ({}, use) => {
      const stripe = await startStripeDouble()
      stripe.sell({ price_criador: 'Criador' })
      await use(stripe)
      await stripe.close()
    },
    { scope: 'worker' },
  ],
  variables: [async ({ stripe }, use) => use(stripe.variables), { scope: 'worker' }],
})

test('an administrator gives a plan days of trial; a person begins it and sees when the first charge comes', async ({
  page,
  server,
  stripe,
  admin,
  secrets,
  offences,
}) => {
  secrets.add(stripe.variables.STRIPE_SECRET_KEY)
  secrets.add(stripe.variables.STRIPE_WEBHOOK_SECRET)
  await asAdministrator(page.request, server.url, admin)
  await page.goto('/app/admin/planos')
  const rows = page.getByRole('list', { name: 'Planos em ordem' })
  await rows.getByRole('link', { name: /^Criador/ }).click()
  await expect(page.getByLabel('Preço no Stripe (opcional)')).toBeVisible()
  await expect(page.getByLabel('Dias de teste (opcional)')).toHaveCount(0)
  await page.getByLabel('Preço (opcional)', { exact: true }).fill('R$ 97 por mês')
  await page.getByLabel('Preço no Stripe (opcional)').fill('price_criador')
  await page.getByLabel('Dias de teste (opcional)').fill('400')
  await page.getByText('Cupons do Stripe').click()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText('Escreva um número inteiro de 0 a 90')).toBeVisible()
  await page.getByLabel('Dias de teste (opcional)').fill('7')
  await holdsInEveryLook(page)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText('Plano salvo.')).toBeVisible()

  await page.context().clearCookies()
  await signUp(page, server.url, newPerson('Bruna Alves'))
  await page.goto('/app/me')
  await planOf(page).getByRole('button', { name: 'Ver planos' }).click()
  const ticket = ticketOf(page, 'Criador')
  await expect(ticket).toContainText('Os primeiros 7 dias são grátis; depois, este preço.')
  await expectAccessible(page)
  await holdsInEveryLook(page)
  const opening = page.waitForEvent('popup')
  await ticket.getByRole('button', { name: 'Começar o teste Criador' }).click()
  const payment = await opening
  await expect(payment.getByRole('heading', { name: 'Pagamento' })).toBeVisible()
  const address = payment.url()
  await payment.close()
  offences.splice(0)
  await tellStripe({ baseUrl: server.url }, stripe, 'checkout.session.completed', stripe.pay(address))
  await page.bringToFront()
  await page.goto('/app/me')
  await expect(planOf(page)).toContainText(
    /Criador.*Em teste.*Você está em teste até .*: a primeira cobrança é nesse dia\./,
  )
  await planOf(page).getByRole('button', { name: 'Ver planos' }).click()
  await expect(ticketOf(page, 'Criador')).not.toContainText('grátis')
})
