import { HUBLA_TOKEN, hublaPurchase, sendHubla } from '#server/testing/doubles/hubla-sender.ts'
import { asAdministrator } from './helpers/admin-api.ts'
import { expect, expectAccessible, newPerson, signUp, test } from './helpers/fixtures.ts'
import { changeCreator, confirmAddress, planOf, sellCreator, ticketOf } from './helpers/plans.ts'
import { fits } from './helpers/viewports.ts'

test.use({ variables: { HUBLA_WEBHOOK_TOKEN: HUBLA_TOKEN } })

test('a plan is given until a day, ended, given again and taken back; then its owner can buy', async ({
  page,
  browser,
  server,
  admin,
  secrets,
}) => {
  secrets.add(HUBLA_TOKEN)
  const person = await signUp(page, server.url, newPerson('Bruna Alves'))
  await confirmAddress(server, person.email)
  const house = await asAdministrator(page.request, server.url, admin)
  await sellCreator(page.request, server.url)
  const address = `/app/admin/users/${await house.idOf(person.email)}/edit`
  await page.goto(address)
  const plan = page.getByLabel('Plano dado pela administração')
  const until = page.getByLabel('Até quando (opcional)')
  const row = page.getByRole('list', { name: 'Assinaturas' }).getByRole('listitem').first()
  const save = async () => {
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Conta salva.').last()).toBeVisible()
  }
  await expect(until).toHaveCount(0)
  await plan.selectOption({ label: 'Big Player' })
  await until.fill('2020-01-01')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(until).toHaveAccessibleDescription(/A data já passou/)
  await until.fill('2031-11-30')
  await save()
  await expect(page.getByText('Vale o Big Player (dado pela administração, até 30 de novembro')).toBeVisible()
  await expect(row).toContainText(/Big Player.*até 30 de novembro de 2031.*Em uso/)
  await page.reload()
  await expect(until).toHaveValue('2031-11-30')

  // The page names the paid plan, and says why it does not count.
  const purchase = hublaPurchase(person.email)
  await sendHubla({ baseUrl: server.url }, purchase.event('customer.member_added', 1))
  await page.reload()
  const paid = page.getByText(
    /^Criador \(por compra na Hubla.*não conta: o Big Player dá mais mensagens por mês\.$/,
  )
  await expect(paid).toBeVisible()
  await expectAccessible(page)
  const own = await browser.newPage()
  await own.request.post(`${server.url}/api/auth/sign-in/email`, {
    data: { email: person.email, password: person.password },
    headers: { Origin: server.url },
  })
  await own.goto(`${server.url}/app/me`)
  await expect(planOf(own)).toContainText('Você também tem o Criador, cobrado por Hubla')
  await expect(planOf(own)).toContainText('Ele não conta agora: o Big Player dá mais mensagens por mês.')
  await expectAccessible(own)
  await own.close()
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // With more space than Big Player, Criador is a paid plan that the given one holds back.
  await changeCreator(page.request, server.url, { storageMegabytes: 500_000 })
  await page.goto('/app/admin')
  const alert = page.getByRole('list', { name: 'Quem paga e não recebe tudo' })
  await expect(alert).toContainText('Bruna Alves paga o Criador, mas vale o Big Player')
  await expectAccessible(page)
  await alert.getByRole('link', { name: 'Bruna Alves' }).click()
  await expect(page).toHaveURL(address)
  await changeCreator(page.request, server.url, { storageMegabytes: 1_000 })
  await page.goto('/app/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(alert).toHaveCount(0)
  await page.goto(address)

  await page.getByRole('button', { name: /^Encerrar agora/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Encerrar agora' }).click()
  await expect(page.getByText('Plano encerrado.')).toBeVisible()
  await expect(page.getByText('Vale o Criador (por compra na Hubla', { exact: false })).toBeVisible()
  await expect(plan).toHaveValue('')
  await sendHubla({ baseUrl: server.url }, purchase.event('customer.member_removed', 2))

  await plan.selectOption({ label: 'Big Player' })
  await save()
  await plan.selectOption({ label: 'Nenhum: Gratuito, ou o que a pessoa assina' })
  await save()
  await expect(page.getByText('Vale o Gratuito (de toda conta), porque')).toBeVisible()

  await page.context().clearCookies()
  await house.post('/sign-in/email', { email: person.email, password: person.password })
  await page.goto('/app/me')
  await expect(planOf(page)).toContainText(/Gratuito.*Não tem cobrança e não vence\./)
  await planOf(page).getByRole('button', { name: 'Ver planos' }).click()
  await expect(ticketOf(page, 'Criador').getByRole('button', { name: 'Assinar Criador' })).toBeVisible()
})
