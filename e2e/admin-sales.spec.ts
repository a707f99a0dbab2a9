import type { Page } from '@playwright/test'
import {
  HUBLA_TOKEN,
  type HublaEvent,
  hublaPurchase,
  sendHubla,
} from '#server/testing/doubles/hubla-sender.ts'
import { asAdministrator } from './helpers/admin-api.ts'
import { expect, newPerson, signUp, test } from './helpers/fixtures.ts'
import { confirmAddress } from './helpers/plans.ts'
import { holdsInEveryLook } from './helpers/viewports.ts'

test.use({ variables: { HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN } })
test.beforeEach(({ secrets }) => secrets.add(HUBLA_TOKEN))

const OFFER = 'Criador mensal'
const waiting = (page: Page) => page.getByRole('region', { name: 'Vendas sem plano' })
const decided = (page: Page) => page.getByRole('region', { name: 'Códigos já decididos' })

test('a code is mapped after a look at who gets in, undone with its grants, and marked as no plan', async ({
  page,
  browser,
  server,
  admin,
}) => {
  const visitor = await browser.newContext({ baseURL: server.url })
  const bia = await signUp(await visitor.newPage(), server.url, newPerson('Bia Lima'))
  await visitor.close()
  await confirmAddress(server, bia.email)
  await asAdministrator(page.request, server.url, admin)
  const sell = async (email: string) => {
    const purchase = hublaPurchase(email, { offerId: 'oferta-1', productId: 'produto-1' })
    return (await sendHubla({ baseUrl: server.url }, purchase.event('customer.member_added'))).state
  }
  expect([await sell(bia.email), await sell('caio@exemplo.com.br')]).toEqual(['parked', 'parked'])

  await page.goto('/app/admin/webhooks')
  const choices = page.getByRole('group', { name: `Que plano é ${OFFER}?` })
  await choices.getByRole('button', { name: 'É o Criador' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('1 compra recebe o Criador na hora.')
  await expect(sheet).toContainText('1 compra fica guardada até que o e-mail da compra seja confirmado')
  await expect(sheet.getByRole('list', { name: 'Quem comprou' })).toContainText(/Bia Lima.*até .*Entra agora/)
  await holdsInEveryLook(page)
  await sheet.getByRole('button', { name: 'Liberar o acesso' }).click()
  await expect(page.getByText(`“${OFFER}” agora é o plano Criador.`)).toBeVisible()
  await expect(decided(page)).toContainText('É o plano Criador · 2 compras')
  await expect(waiting(page)).not.toContainText(OFFER)

  await decided(page)
    .getByRole('button', { name: `Desfazer: ${OFFER}` })
    .click()
  await expect(sheet).toContainText('1 compra perde o Criador na hora')
  await holdsInEveryLook(page)
  await sheet.getByRole('button', { name: 'Desfazer e encerrar os acessos' }).click()
  await expect(page.getByText(`“${OFFER}” já não é o plano Criador.`)).toBeVisible()
  await expect(waiting(page)).toContainText(OFFER)

  // It was a mentorship all along.
  await choices.getByRole('button', { name: 'Não é plano desta casa' }).click()
  await expect(decided(page)).toContainText('Não é plano desta casa · 2 eventos sem efeito')
  await expect(page.getByRole('list', { name: 'Webhooks que precisam de você' })).toHaveCount(0)
  expect(await sell('davi@exemplo.com.br')).toBe('ignored')
  await holdsInEveryLook(page)
  await decided(page)
    .getByRole('button', { name: `Desfazer: ${OFFER}` })
    .click()
  await expect(page.getByText(`“${OFFER}” voltou a esperar um plano.`)).toBeVisible()
  await expect(waiting(page)).toContainText('3 eventos de 3 pessoas esperam')
})

test('a purchase that names nobody is given to a person by hand, and taken back', async ({
  page,
  browser,
  server,
  admin,
}) => {
  const visitor = await browser.newContext({ baseURL: server.url })
  const dora = await signUp(await visitor.newPage(), server.url, newPerson('Dora Nunes'))
  await visitor.close()
  await asAdministrator(page.request, server.url, admin)
  const plans = (await (await page.request.get('/api/v1/plans')).json()) as {
    data: { id: string; name: string }[]
  }
  const planId = plans.data.find(({ name }) => name === 'creator')?.id
  await page.request.post('/api/v1/webhooks/admin/mappings', {
    headers: { Origin: server.url },
    data: { provider: 'hubla', kind: 'offer', externalId: 'oferta-2', planId },
  })
  const { id, event } = hublaPurchase(undefined, { offerId: 'oferta-2', productId: 'produto-2' })
  const told: HublaEvent = event('customer.member_added')
  const nameless = { ...told, event: { ...told.event, user: null } }
  expect((await sendHubla({ baseUrl: server.url }, nameless)).state).toBe('parked')

  await page.goto(`/app/admin/webhooks?q=${id}`)
  await page.getByRole('row').filter({ hasText: 'Acesso liberado' }).getByRole('link').click()
  await page.getByRole('button', { name: 'Dar a uma pessoa' }).click()
  const sheet = page.getByRole('dialog', { name: 'De quem é esta compra?' })
  await sheet.getByLabel('Pessoa').fill('ninguém assim')
  await expect(sheet).toContainText('Ninguém com esse nome ou e-mail.')
  await sheet.getByLabel('Pessoa').fill(dora.email)
  await sheet.getByRole('radio', { name: /Dora Nunes/ }).check()
  await holdsInEveryLook(page)
  await sheet.getByRole('button', { name: 'Dar a Dora Nunes' }).click()
  await expect(page.getByText('A compra agora é de Dora Nunes.')).toBeVisible()
  const outcome = page.getByRole('region', { name: 'O que aconteceu com ele' })
  await expect(outcome).toContainText('Processado')
  await expect(outcome).toContainText('Dada à mão a Dora Nunes.')
  await holdsInEveryLook(page)
  await outcome.getByRole('button', { name: /^Desfazer/ }).click()
  await expect(page.getByText('A compra voltou a esperar por quem a fez.')).toBeVisible()
  await expect(outcome).toContainText('O evento ainda não diz de quem é a compra.')
})
