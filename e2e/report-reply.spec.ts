import type { Page } from '@playwright/test'
import { asAdministrator } from './helpers/admin-api.ts'
import {
  exchange,
  expect,
  expectAccessible,
  goToNewChat,
  newPerson,
  repliesOf,
  signUp,
  test,
} from './helpers/fixtures.ts'
import { fits } from './helpers/viewports.ts'

const QUESTION = 'Posso prometer R$ 50 mil por mês?'

const openReport = async (page: Page) => {
  await repliesOf(page).last().getByRole('button', { name: 'Mais ações desta resposta' }).click()
  await page.getByRole('menuitem', { name: 'Denunciar', exact: true }).click()
}
const sheetOf = (page: Page) => page.getByRole('dialog')
const cards = (page: Page) => page.getByRole('list', { name: 'Denúncias' }).locator('> li')

test('a reply is reported, read with consent, answered, and taken back', async ({ page, server, admin }) => {
  const person = await signUp(page, server.url, newPerson('Rita Reclama'))
  await goToNewChat(page)
  await exchange(page, `${QUESTION} [[echo]]`)
  const chat = page.url()
  await openReport(page)
  const sheet = sheetOf(page)
  await sheet.getByRole('button', { name: 'Denunciar' }).click()
  await expect(sheet.getByText('Escolha o motivo')).toBeVisible()
  await sheet.getByLabel('Informação perigosa').check()
  await sheet.getByLabel('Comentário (opcional)').fill('Promete um ganho certo')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await sheet.getByRole('button', { name: 'Denunciar' }).click()
  await expect(page.getByText('Denúncia enviada.')).toBeVisible()

  // Without consent the administration sees no text, and not whose report it is.
  const goAs = async ({ email, password }: { email: string; password: string }) => {
    await page.context().clearCookies()
    const house = await asAdministrator(page.request, server.url, admin)
    if (email !== admin.email) await house.post('/sign-in/email', { email, password })
  }
  await goAs(admin)
  await page.goto('/app/admin/avaliacoes')
  await page.getByRole('link', { name: 'Denúncias', exact: true }).click()
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('Promete um ganho certo')
  await expect(cards(page)).toContainText('A pessoa não autorizou a leitura da resposta.')
  await expect(page.locator('main')).not.toContainText('Rita')
  await expect(cards(page).getByRole('button', { name: 'Ler a resposta' })).toHaveCount(0)

  await goAs(person)
  await page.goto(chat)
  await openReport(page)
  await expect(sheet.getByRole('heading', { name: 'Você denunciou esta resposta' })).toBeVisible()
  await expect(sheet.getByLabel('Informação perigosa')).toBeChecked()
  await sheet.getByLabel(/^Autorizo que a administração leia/).check()
  await sheet.getByRole('button', { name: 'Salvar denúncia' }).click()
  await expect(page.getByText('Denúncia salva.')).toBeVisible()

  await goAs(admin)
  await page.goto('/app/admin/denuncias')
  await cards(page).getByRole('button', { name: 'Ler a resposta' }).click()
  await sheet.getByRole('button', { name: 'Ler a resposta' }).click()
  await expect(cards(page).getByRole('region')).toContainText(QUESTION)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await cards(page).getByRole('button', { name: 'Responder' }).click()
  await sheet.getByRole('button', { name: 'Enviar resposta' }).click()
  await expect(sheet.getByText('Escreva a resposta que a pessoa vai ler')).toBeVisible()
  await sheet.getByLabel('Resposta à pessoa').fill('O agente não promete mais ganhos.')
  await sheet.getByRole('button', { name: 'Enviar resposta' }).click()
  await expect(page.getByText('Nenhuma denúncia aberta')).toBeVisible()
  await page.goto('/app/admin/auditoria')
  await expect(page.getByText(/leu o texto de uma denúncia sobre/).first()).toBeVisible()

  await goAs(person)
  await page.goto('/app/me')
  const own = page.getByRole('list', { name: 'Suas denúncias' }).getByRole('listitem')
  await expect(own).toContainText('O agente não promete mais ganhos.')
  await expect(own).toContainText('Resolvida')
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await expectAccessible(page)
  await own.getByRole('button', { name: 'Retirar denúncia' }).click()
  await sheet.getByRole('button', { name: 'Retirar denúncia' }).click()
  await expect(page.getByText('Nenhuma. Para denunciar uma resposta')).toBeVisible()
})
