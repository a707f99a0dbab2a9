import type { Page } from '@playwright/test'
import { asAdministrator } from './helpers/admin-api.ts'
import { expect, newPerson, signUp, test } from './helpers/fixtures.ts'
import { mailsTo } from './helpers/mails.ts'
import { holdsInEveryLook } from './helpers/viewports.ts'

const TOKEN = 'canario-do-token-da-hubla'
const OFFER = 'oferta-da-turma'

// A server of its own, so that every buyer is known.
test.use({ variables: { HUBLA_WEBHOOK_TOKEN: TOKEN } })

/** Sends Hubla's event of a purchase by this address. */
async function buy(page: Page, email: string): Promise<void> {
  const now = new Date().toISOString()
  const product = { id: 'produto-elenco', name: 'Elenco' }
  const answer = await page.request.post('/api/webhooks/hubla', {
    headers: { 'x-hubla-token': TOKEN, 'x-hubla-idempotency': email },
    data: {
      type: 'customer.member_added',
      version: '2.0.0',
      event: {
        product,
        products: [{ ...product, offers: [{ id: OFFER, name: 'Turma de novembro', cohorts: [] }] }],
        subscription: {
          ...{ id: `assinatura-${email}`, type: 'recurring', status: 'active', version: 1, autoRenew: true },
          ...{ billingCycleMonths: 12, activatedAt: now, modifiedAt: now, createdAt: now },
        },
        user: { id: 'membro-1', firstName: 'Bia', lastName: 'Lima', email },
      },
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test('a buyer gets one mail that leads in, and is on the list until then', async ({
  page,
  browser,
  server,
  admin,
  secrets,
}) => {
  await asAdministrator(page.request, server.url, admin)
  const headers = { Origin: server.url }
  await page.goto('/app/admin/webhooks')
  const section = page.getByRole('region', { name: 'Comprou e não entrou' })
  await expect(section.getByText('Todo mundo que comprou já entrou.')).toBeVisible()

  const plans = await (await page.request.get('/api/v1/plans', { headers })).json()
  const planId = plans.data.at(-1).id
  const mapping = { provider: 'hubla', kind: 'offer', externalId: OFFER, name: 'Turma de novembro', planId }
  const mapped = await page.request.post('/api/v1/webhooks/admin/mappings', { headers, data: mapping })
  expect(mapped.ok(), await mapped.text()).toBe(true)
  const person = newPerson()
  await buy(page, person.email)

  await test.step('the list names the buyer, and the event does not say that it is done', async () => {
    await page.reload()
    await expect(section.getByText(person.email)).toBeVisible()
    await expect(section.getByText('1 e-mail', { exact: true })).toBeVisible()
    const events = page.getByRole('table', { name: 'Eventos' })
    await expect(events.getByText('Falta a conta')).toBeVisible()
    await expect(events.getByText('Processado')).toHaveCount(0)
    await section.getByRole('button', { name: `Reenviar o e-mail para ${person.email}` }).click()
    await expect(page.getByText('recebeu um e-mail há menos de uma hora')).toBeVisible()
    await holdsInEveryLook(page)
  })

  await test.step('the page of an account that did not confirm its address names what waits for it', async () => {
    const late = newPerson('Lia Sem Link')
    secrets.add(late.password)
    const elsewhere = await browser.newContext()
    await signUp(await elsewhere.newPage(), server.url, late)
    await elsewhere.close()
    await buy(page, late.email)
    await page.goto(`/app/admin/users?q=${late.email}`)
    await page.getByRole('link', { name: late.name }).click()
    await expect(page.getByText(/^Compra à espera deste e-mail: /)).toBeVisible()
    await holdsInEveryLook(page)
    await page.getByRole('button', { name: 'Confirmar e-mail' }).click()
    const sheet = page.getByRole('dialog', { name: 'Confirmar este e-mail?' })
    await sheet.getByRole('button', { name: 'Confirmar e-mail' }).click()
    await expect(page.getByText(/^Compra à espera/)).toHaveCount(0)
    await page.goto('/app/admin/webhooks')
  })

  await test.step('the mail leads to the sign-up with the address', async () => {
    await expect.poll(async () => (await mailsTo(server, 'way-in', person.email)).length).toBe(1)
    const [mail] = await mailsTo(server, 'way-in', person.email)
    const visitor = await browser.newContext()
    const phone = await visitor.newPage()
    await phone.goto(mail?.links.find((address) => address.includes('/sign-up')) ?? '')
    await expect(phone.getByLabel('E-mail', { exact: true })).toHaveValue(person.email)
    secrets.add(person.password)
    await phone.getByLabel('Nome', { exact: true }).fill(person.name)
    await phone.getByLabel('Senha', { exact: true }).fill(person.password)
    await phone.getByLabel('Confirme a senha').fill(person.password)
    await phone.getByRole('checkbox').check()
    await phone.getByRole('button', { name: 'Criar conta' }).click()
    await phone.waitForURL(/\/app/)
    await page.reload()
    await expect(section.getByText('Falta confirmar')).toBeVisible()
    await visitor.close()
  })
})
