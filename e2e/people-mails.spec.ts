import { asAdministrator } from './helpers/admin-api.ts'
import { expect, expectAccessible, newPerson, test } from './helpers/fixtures.ts'
import { mailsTo } from './helpers/mails.ts'
import { fits } from './helpers/viewports.ts'

test('a segment is saved, chosen and renamed, and its people get a mail that one press ends', async ({
  page,
  browser,
  server,
  admin,
  secrets,
}) => {
  secrets.add('Chave-da-Turma-7')
  const house = await asAdministrator(page.request, server.url, admin)
  // A word that only these accounts have.
  const word = `turma${Date.now().toString(36)}`
  const people = [0, 1].map((at) => newPerson(`Iara ${word} ${at}`))
  for (const person of people) {
    await house.post('/admin/create-user', { ...person, password: 'Chave-da-Turma-7', role: 'user' })
  }
  const [first, second] = people
  const ids = await Promise.all(people.map(({ email }) => house.idOf(email)))
  const headers = { Origin: server.url }
  await page.request.post(`/api/v1/users/admin/${ids[0]}/confirm-email`, { headers })
  await page.request.post(`/api/v1/users/admin/${ids[1]}/confirm-email`, { headers })

  await page.goto(`/app/admin/users?q=${word}`)
  await page.getByRole('button', { name: 'Salvar como segmento' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome do segmento').fill(`Segmento ${word}`)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  const segment = page.getByLabel('Segmento', { exact: true })
  await expect(segment.locator('option:checked')).toHaveText(`Segmento ${word}`)
  await page.goto('/app/admin/users')
  await segment.selectOption({ label: `Segmento ${word}` })
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: `Ações do segmento Segmento ${word}` }).click()
  await page.getByRole('menuitem', { name: 'Renomear' }).click()
  await dialog.getByLabel('Nome do segmento').fill(`Alunas ${word}`)
  await dialog.getByRole('button', { name: 'Renomear' }).click()
  await expect(segment.locator('option:checked')).toHaveText(`Alunas ${word}`)

  await page.getByRole('checkbox', { name: 'Escolher todas desta página' }).check()
  await page.getByRole('button', { name: 'O que fazer com as pessoas escolhidas' }).click()
  await page.getByRole('menuitem', { name: 'Enviar um e-mail' }).click()
  await dialog.getByLabel('Assunto').fill(`Aula de ${word}, {nome}`)
  await dialog.getByRole('button', { name: 'Conferir' }).click()
  const content = dialog.getByLabel('Texto')
  await expect(content).toHaveAccessibleDescription(/Escreva o texto/)
  await content.fill('Olá, {nome}!\n\nVeja em https://escola.com.br/aula.')
  await expectAccessible(page)
  // The closed sheet kept the text.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'O que fazer com as pessoas escolhidas' }).click()
  await page.getByRole('menuitem', { name: 'Enviar um e-mail' }).click()
  await dialog.getByRole('button', { name: 'Conferir' }).click()
  const preview = dialog.getByRole('region', { name: 'Como o e-mail chega' })
  await expect(preview).toContainText(`Aula de ${word}, Ana`)
  await expect(preview.getByRole('link')).toHaveAttribute('href', 'https://escola.com.br/aula')
  await expect(dialog).toContainText('2 pessoas recebem este e-mail')
  await dialog.getByRole('button', { name: 'Enviar um teste para mim' }).click()
  await expect(page.getByText(`O teste foi para ${admin.email}.`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Enviar a 2 pessoas' }).click()
  await expect(page.getByText('2 enviados.')).toBeVisible()
  const [mail] = await mailsTo(server, 'people-mail', first?.email ?? '')
  expect(mail?.subject).toBe(`Aula de ${word}, Iara`)
  expect(await mailsTo(server, 'people-mail', second?.email ?? '')).toHaveLength(1)

  const stranger = await browser.newPage()
  await stranger.goto(mail?.links.find((link) => link.includes('#avisos=')) ?? '')
  await stranger.getByRole('button', { name: 'Não receber mais' }).click()
  await expect(stranger.getByRole('heading', { name: 'Pronto, sem mais e-mails' })).toBeVisible()
  await stranger.close()

  await page.getByRole('checkbox', { name: 'Escolher todas desta página' }).check()
  await page.getByRole('button', { name: 'O que fazer com as pessoas escolhidas' }).click()
  await page.getByRole('menuitem', { name: 'Enviar um e-mail' }).click()
  await dialog.getByLabel('Assunto').fill('Outra aula')
  await dialog.getByLabel('Texto').fill('Oi.')
  await dialog.getByRole('button', { name: 'Conferir' }).click()
  await expect(dialog).toContainText('1 pessoa recebe este e-mail')
  await expect(dialog).toContainText('Ficam de fora: 1 que não quer receber.')
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await page.keyboard.press('Escape')

  await page.goto(`/app/admin/users/${ids[0]}/edit`)
  await page.getByLabel('Nova nota').fill('Pediu para sair dos e-mails.')
  await page.getByRole('button', { name: 'Guardar nota' }).click()
  const notes = page.getByRole('list', { name: 'Notas da administração' })
  await expect(notes).toContainText('Pediu para sair dos e-mails.')
  await expectAccessible(page)
  await notes.getByRole('button', { name: /^Excluir a nota/ }).click()
  await expect(notes).toHaveCount(0)
})
