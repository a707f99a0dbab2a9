import {
  attach,
  attachmentsOfFirst,
  chipsOf,
  csv,
  isStored,
  picker,
  statusOf,
} from './helpers/attachments.ts'
import {
  composerOf,
  expect,
  expectAccessible,
  messagesOf,
  openNewChat,
  replyEnded,
  say,
  test,
} from './helpers/fixtures.ts'

test('a file that can’t be attached shows the reason, and nothing is sent without it', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await picker(page).setInputFiles({ name: 'filme.mp4', mimeType: 'video/mp4', buffer: Buffer.from('x') })
  await expect(statusOf(page, '“filme.mp4” não pode ser anexado')).toBeVisible()
  await picker(page).setInputFiles([0, 1, 2, 3, 4, 5].map((number) => csv(`${number}.csv`)))
  await expect(statusOf(page, 'Uma mensagem leva até 5 anexos: um arquivo ficou de fora.')).toBeVisible()
  await expect(chipsOf(page)).toHaveCount(5)
  for (const number of [0, 1, 2, 3, 4])
    await page.getByRole('button', { name: `Tirar ${number}.csv` }).click()
  const broken = { name: 'quebrado.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 nada') }
  await picker(page).setInputFiles(broken)
  // Five discarded files may be in the queue before it, each read in its own process.
  await expect(chipsOf(page).getByText('Não conseguimos ler este PDF')).toBeVisible({ timeout: 60_000 })
  await expect(chipsOf(page).getByRole('button', { name: /Tentar de novo/ })).toHaveCount(0)
  await expectAccessible(page)
  await say(page, 'Leia o PDF')
  await expect(statusOf(page, 'Um anexo não foi enviado.')).toBeVisible()
  await expect(messagesOf(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Tirar quebrado.pdf' }).press('Enter')
  await expect(composerOf(page)).toBeFocused()
  await composerOf(page).press('Enter')
  await expect(messagesOf(page)).toHaveCount(1)
  await replyEnded(page)
})

test('a failed upload is retried', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await page.route('**/api/v1/attachments', (route) => route.abort(), { times: 1 })
  await picker(page).setInputFiles(csv('teimosa.csv'))
  await expect(chipsOf(page).getByText('Sem conexão com o servidor.')).toBeVisible()
  await chipsOf(page).getByRole('button', { name: 'Tentar de novo: teimosa.csv' }).click()
  await isStored(page, 'teimosa.csv')
})

test('an upload interrupted by a reload says so', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await page.route('**/api/v1/attachments', () => undefined)
  await picker(page).setInputFiles(csv('cortada.csv'))
  await expect(chipsOf(page)).toHaveCount(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(chipsOf(page).getByText('O envio parou no meio.')).toBeVisible()
})

test('a missing attachment is named, the text stays, and the rest can be sent', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await attach(page, csv('some.csv'), csv('fica.csv'))
  const address = await chipsOf(page)
    .getByRole('link', { name: /some.csv/ })
    .getAttribute('href')
  const gone = await page.request.delete((address ?? '').replace(/\/file$/, ''), {
    headers: { Origin: server.url, 'Content-Type': 'application/json' },
    data: {},
  })
  expect(gone.ok()).toBe(true)
  await say(page, 'Compare as duas listas')
  await expect(page.getByRole('alert')).toContainText('Um anexo desta mensagem não está mais guardado.')
  await expect(composerOf(page)).toHaveValue('Compare as duas listas')
  await expect(chipsOf(page).filter({ hasText: 'some.csv' })).toContainText('não está mais guardado aqui')
  await isStored(page, 'fica.csv')
  await page.getByRole('button', { name: 'Tirar some.csv' }).click()
  await composerOf(page).press('Enter')
  await expect(messagesOf(page)).toHaveCount(1)
  expect(await attachmentsOfFirst(page)).toEqual(['fica.csv'])
  await replyEnded(page)
})
