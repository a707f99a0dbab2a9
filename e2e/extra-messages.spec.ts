import { asAdministrator } from './helpers/admin-api.ts'
import {
  composerOf,
  exchange,
  expect,
  expectAccessible,
  goToNewChat,
  newPerson,
  say,
  signUp,
  test,
} from './helpers/fixtures.ts'
import { planOf, useMessages } from './helpers/plans.ts'
import { fits } from './helpers/viewports.ts'

test('extra messages are given, spent after the month, shown, and taken back', async ({
  page,
  server,
  admin,
}) => {
  const person = await signUp(page, server.url, newPerson('Bruna Alves'))
  await useMessages(server, person.email, 199)
  const house = await asAdministrator(page.request, server.url, admin)
  await page.goto(`/app/admin/users/${await house.idOf(person.email)}/edit`)
  const group = page.getByRole('region', { name: 'Mensagens extras' })
  const give = page.getByRole('button', { name: 'Dar mensagens extras' })
  const sheet = page.getByRole('dialog')
  await expect(group.getByText('Nenhuma mensagem extra até agora.')).toBeVisible()
  await give.click()
  await sheet.getByLabel('Quantas').fill('0')
  await sheet.getByRole('button', { name: 'Dar mensagens' }).click()
  await expect(sheet.getByLabel('Quantas')).toHaveAccessibleDescription(/de 1 a 100\.000/)
  await expect(sheet.getByLabel('Motivo')).toHaveAccessibleDescription(/Escreva o motivo/)
  await sheet.getByLabel('Quantas').fill('2')
  await sheet.getByLabel('Até quando (opcional)').fill('2031-11-30')
  await sheet.getByLabel('Motivo').fill('Ficou sem acesso durante a manutenção')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await sheet.getByRole('button', { name: 'Dar mensagens' }).click()
  await expect(page.getByText('Bruna Alves tem mais 2 mensagens.')).toBeVisible()
  const rows = page.getByRole('list', { name: 'Mensagens extras' }).getByRole('listitem')
  await expect(rows).toContainText(/2 mensagens.*0 usadas · restam 2 · até 30 de novembro de 2031.*Valem/)
  await give.click()
  await sheet.getByLabel('Quantas').fill('1.500')
  await sheet.getByLabel('Motivo').fill('Turma piloto')
  await sheet.getByRole('button', { name: 'Dar mensagens' }).click()
  await expect(rows).toHaveCount(2)
  await expectAccessible(page)

  await page.context().clearCookies()
  await house.post('/sign-in/email', { email: person.email, password: person.password })
  await goToNewChat(page)
  const note = page.getByRole('region', { name: 'Mensagens do mês', exact: true })
  await exchange(page, 'A última do plano [[tokens=2 delay=0]]')
  await expect(note).toContainText(/As mensagens de \p{L}+ do plano acabaram\. Restam 1\.502 extras\./u)
  await exchange(page, 'Uma extra [[tokens=2 delay=0]]')
  await expect(note).toContainText('Restam 1.501 extras.')
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await expect(composerOf(page)).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await note.getByRole('button').click()
  await expect(sheet).toContainText('Resta 1 de 2 mensagens extras, até 30 de novembro de 2031.')
  await expect(sheet).toContainText('Restam 1.500 de 1.500 mensagens extras, sem data para terminar.')
  await page.keyboard.press('Escape')
  await page.goto('/app/me')
  await expect(planOf(page).getByRole('list', { name: 'Mensagens extras' })).toContainText('Resta 1 de 2')
  await fits(page)

  await page.context().clearCookies()
  await house.post('/sign-in/email', { email: admin.email, password: admin.password })
  await page.goto(`/app/admin/users/${await house.idOf(person.email)}/edit`)
  for (const count of ['1.500 mensagens', '2 mensagens']) {
    await rows.filter({ hasText: count }).getByRole('button').click()
    await sheet.getByRole('button', { name: 'Tirar o resto' }).click()
    await expect(page.getByText('O resto das mensagens extras foi tirado.').last()).toBeVisible()
    await expect(rows.filter({ hasText: count })).toContainText(/O resto foi tirado por .*Tiradas/)
  }
  await expect(rows.filter({ hasText: /^2 mensagens/ })).toContainText('1 usada · restam 0')

  await page.context().clearCookies()
  await house.post('/sign-in/email', { email: person.email, password: person.password })
  await goToNewChat(page)
  await say(page, 'Mais uma [[tokens=2 delay=0]]')
  await expect(sheet.getByRole('heading', { name: /^As mensagens de \p{L}+ acabaram$/u })).toBeVisible()
})
