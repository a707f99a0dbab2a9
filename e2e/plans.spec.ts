import { HUBLA_TOKEN, hublaPurchase, sendHubla } from '#server/testing/doubles/hubla-sender.ts'
import { asAdministrator } from './helpers/admin-api.ts'
import {
  composerOf,
  exchange,
  expect,
  expectAccessible,
  goToNewChat,
  messagesOf,
  newPerson,
  replyEnded,
  say,
  signUp,
  test,
} from './helpers/fixtures.ts'
import { CHECKOUT, confirmAddress, planOf, sellCreator, ticketOf, useMessages } from './helpers/plans.ts'
import { fits } from './helpers/viewports.ts'

test.use({ variables: { HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN } })

test.beforeEach(async ({ playwright, server, admin, secrets }) => {
  secrets.add(HUBLA_TOKEN)
  const request = await playwright.request.newContext({ baseURL: server.url })
  await asAdministrator(request, server.url, admin)
  await sellCreator(request, server.url)
  await request.dispose()
})

test('a locked agent shows its plan, and unlocks automatically after the payment', {
  tag: '@smoke',
}, async ({ page, server, offences }) => {
  await page.context().route('https://pay.hub.la/**', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: '<!doctype html><html lang="pt-BR"><title>Pagamento</title><h1>Pagamento</h1></html>',
    }),
  )
  const person = await signUp(page, server.url, newPerson('Bruna Alves'))
  await confirmAddress(server, person.email)
  await page.goto('/app')
  const cast = page.getByRole('region', { name: 'O elenco', exact: true })
  const lock = cast.getByRole('button', { name: /como abrir Kenji/ })
  const sheet = page.getByRole('dialog')
  await lock.click()
  await expect(sheet.getByRole('heading', { name: 'Chame Kenji para o seu elenco' })).toBeVisible()
  await expect(ticketOf(page, 'Criador')).toContainText('R$ 97 por mês')
  await expect(ticketOf(page, 'Criador')).toContainText('2.000 mensagens por mês')
  await expect(ticketOf(page, 'Gratuito')).toHaveCount(0)
  await expectAccessible(page)
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await fits(page)
    expect(await sheet.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0)
    // On a laptop nothing of it has to be scrolled to.
    if (width === 1280)
      expect(await sheet.evaluate((it) => it.scrollHeight - it.clientHeight)).toBeLessThanOrEqual(0)
  }
  await sheet.getByRole('button', { name: 'Agora não' }).click()
  await expect(lock).toBeFocused()

  await cast.getByRole('link', { name: /Kenji/ }).click()
  await expect(page.getByRole('heading', { name: 'O que você pode pedir a Kenji' })).toBeVisible()
  await expectAccessible(page)
  // A reload would remove this flag.
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.getByRole('button', { name: 'Ver os planos' }).click()
  const opening = page.waitForEvent('popup')
  await ticketOf(page, 'Criador').getByRole('button', { name: 'Assinar Criador' }).click()
  const payment = await opening
  await expect(payment.getByRole('heading', { name: 'Pagamento' })).toBeVisible()
  const asked = new URL(payment.url())
  expect(`${asked.origin}${asked.pathname}`).toBe(CHECKOUT)
  expect(asked.searchParams.get('email')).toBe(person.email)
  expect(offences.splice(0)).toEqual([`foreign request: ${payment.url()}`])
  await expect(sheet.getByText('Esperando o pagamento.')).toBeVisible()
  await payment.close()
  await page.bringToFront()

  const purchase = hublaPurchase(person.email)
  const delivered = await sendHubla({ baseUrl: server.url }, purchase.event('customer.member_added'))
  expect(delivered).toMatchObject({ status: 200, state: 'processed' })
  await expect(sheet.getByRole('heading', { name: 'Kenji já pode entrar em cena' })).toBeVisible()
  await expect(page.getByText('Seu plano agora é o Criador.')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('link', { name: 'Começar conversa' }).click()
  await exchange(page, 'Oi, Kenji [[tokens=2 delay=0]]')
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

  await page.goto('/app/me')
  await expect(planOf(page)).toContainText(/Criador.*Ativo.*cobrado por Hubla.*Renova em/)
  await expect(planOf(page)).toContainText('1 de 2.000 mensagens')
  await expect(planOf(page).getByRole('list', { name: 'Histórico' })).toContainText(
    'Criador ativado · pela Hubla',
  )
})

test('the composer shows the month’s messages, to the last one and beyond', {
  tag: '@smoke',
}, async ({ page, server }) => {
  const person = await signUp(page, server.url)
  await useMessages(server, person.email, 158)
  await goToNewChat(page)
  const note = page.getByRole('region', { name: 'Mensagens do mês', exact: true })
  const counted = page.waitForResponse('**/api/v1/me/usage')
  await exchange(page, 'Falta muito [[tokens=2 delay=0]]')
  expect((await (await counted).json()).data).toMatchObject({ limit: 200 })
  await expect(note).toHaveCount(0)
  await exchange(page, 'Falta menos [[tokens=2 delay=0]]')
  await expect(note).toContainText('Restam 40 de 200 mensagens em')
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await expect(composerOf(page)).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await useMessages(server, person.email, 199)
  await exchange(page, 'A última [[tokens=2 delay=0]]')
  await expect(note).toContainText(/As suas mensagens de \p{L}+ acabaram\./u)
  await say(page, 'Mais uma [[tokens=2 delay=0]]')
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('heading', { name: /^As mensagens de \p{L}+ acabaram$/u })).toBeVisible()
  await expect(sheet).toContainText('200 de 200 mensagens do plano Gratuito')
  await expect(sheet).toContainText(/A contagem volta a zero em 1º de \p{L}+/u)
  await expect(sheet.getByRole('link', { name: 'a sua própria chave' })).toBeVisible()
  await expect(ticketOf(page, 'Criador')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Agora não' }).click()
  await expect(composerOf(page)).toBeFocused()
  await expect(composerOf(page)).toHaveValue('Mais uma [[tokens=2 delay=0]]')
  await expect(page.getByRole('alert').filter({ hasText: 'Seu texto continua aqui.' })).toBeVisible()
  await page.getByRole('button', { name: 'Como continuar' }).press('Enter')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Como continuar' })).toBeFocused()

  await page.getByRole('button', { name: /Sua conta/ }).click()
  await page.getByRole('link', { name: 'Seu perfil' }).click()
  await expect(planOf(page)).toContainText('200 de 200 mensagens em')
  await expect(planOf(page)).toContainText('Não tem cobrança e não vence.')
  await expect(planOf(page).getByRole('meter', { name: 'Mensagens usadas neste mês' })).toHaveCount(1)
  await expectAccessible(page)
  // A dismissed hint does not return.
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Como continuar' })).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await page.goForward()
  await useMessages(server, person.email, 0)
  await page.goBack()
  await expect(page.getByRole('alert').filter({ hasText: 'Seu texto continua aqui.' })).toHaveCount(0)
  await expect(sheet).toHaveCount(0)
  await composerOf(page).press('Enter')
  await expect(messagesOf(page)).toHaveCount(4)
  await replyEnded(page)
  await expect(note).toHaveCount(0)
})

test('a manually granted plan outlives a cancellation at the provider', async ({ page, server, admin }) => {
  const person = await signUp(page, server.url, newPerson('Bruna Alves'))
  await confirmAddress(server, person.email)
  const purchase = hublaPurchase(person.email)
  const send = async (type: string, version: number) =>
    expect(await sendHubla({ baseUrl: server.url }, purchase.event(type, version))).toMatchObject({
      status: 200,
      state: 'processed',
    })
  await send('customer.member_added', 1)
  const house = await asAdministrator(page.request, server.url, admin)
  await page.goto(`/app/admin/users/${await house.idOf(person.email)}/edit`)
  await page.getByLabel('Plano dado pela administração').selectOption({ label: 'Big Player' })
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Conta salva.')).toBeVisible()
  await send('subscription.deactivated', 5)

  await page.context().clearCookies()
  await house.post('/sign-in/email', { email: person.email, password: person.password })
  await page.goto('/app/me')
  await expect(planOf(page)).toContainText(/Big Player.*Ativo.*Não tem data para terminar\./)
  await expect(planOf(page)).toContainText('Este plano foi dado pela administração')
  await expect(planOf(page)).toContainText('0 de 10.000 mensagens')
  const history = planOf(page).getByRole('list', { name: 'Histórico' })
  await expect(history.getByRole('listitem').first()).toContainText(
    /Criador (cancelado|suspenso) · pela Hubla/,
  )
  await expect(history).toContainText('Big Player ativado · pela administração')
  await planOf(page).getByRole('button', { name: 'Ver planos' }).click()
  await expect(ticketOf(page, 'Big Player')).toContainText('Seu plano')
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Assinar/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Agora não' }).click()
  await page.goto('/app')
  const cast = page.getByRole('region', { name: 'O elenco', exact: true })
  await expect(cast.getByRole('link', { name: /Kenji/ })).toBeVisible()
  await expect(cast.getByText('Plano pago')).toHaveCount(0)
})
