import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { databasePid } from '#server/testing/processes/server-process.ts'
import { REPLY_ERROR_TEXT } from '#shared/contract/messages.ts'
import {
  composerOf,
  expect,
  goToNewChat,
  messagesOf,
  openNewChat,
  repliesOf,
  replyEnded,
  retryOf,
  say,
  test,
} from './helpers/fixtures.ts'

const BEGINNING = 'Plano de lançamento'

test('F25 a deployment during a reply keeps the text, explains the end, and a retry succeeds', {
  tag: '@smoke',
}, async ({ page, server }) => {
  await openNewChat(page, server.url)
  await say(page, 'Texto longo [[tokens=600 delay=30]]')
  await expect(repliesOf(page).last()).toContainText(BEGINNING)
  await server.stop('SIGTERM')
  await server.start()
  await expect(repliesOf(page).last()).toContainText(REPLY_ERROR_TEXT.server_stopped, { timeout: 40_000 })
  await expect(repliesOf(page).last()).toContainText(BEGINNING)
  await retryOf(page).click()
  await page.getByRole('button', { name: 'Parar a resposta' }).click()
  await expect(page.getByText('Resposta interrompida por você')).toBeVisible()
  await expect(messagesOf(page)).toHaveCount(1)
})

test('F26 a server killed during a reply keeps the text, and a retry succeeds', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await say(page, 'Texto longo [[tokens=600 delay=30]]')
  await expect(repliesOf(page).last()).toContainText('Quer que eu detalhe')
  // Long enough for several saves.
  await page.waitForTimeout(2_000)
  await server.stop('SIGKILL')
  await server.start()
  await expect(page.getByText('interrompida por uma atualização')).toBeVisible({ timeout: 40_000 })
  await expect(repliesOf(page).last()).toContainText('Plano de lançamento')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await page.getByRole('button', { name: 'Parar a resposta' }).click()
  await expect(page.getByText('Resposta interrompida por você')).toBeVisible()
})

test('F27 F28 without the database a running reply continues, and a new message stays in the composer', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  const other = await page.context().newPage()
  await goToNewChat(other)
  await say(page, 'Texto longo [[tokens=220 delay=60]]')
  await expect(repliesOf(page).last()).toContainText(BEGINNING)

  const folder = join(server.dataDir, 'pg')
  const pid = await databasePid(server.dataDir)
  expect(pid).toBeDefined()
  // Without its folder it can't be restarted.
  await rename(folder, `${folder}-away`)
  try {
    process.kill(pid ?? 0, 'SIGQUIT')
    const before = (await repliesOf(page).last().textContent())?.length ?? 0
    await say(other, 'Mensagem que não pode se perder')
    await expect(other.getByRole('alert')).toContainText('A mensagem não foi salva.')
    await expect(other.getByRole('alert')).toContainText('Seu texto continua aqui.')
    await expect(composerOf(other)).toHaveValue('Mensagem que não pode se perder')
    await expect(messagesOf(other)).toHaveCount(0)
    await expect
      .poll(async () => (await repliesOf(page).last().textContent())?.length ?? 0)
      .toBeGreaterThan(before)
  } finally {
    await rename(`${folder}-away`, folder)
  }
  await expect
    .poll(async () => (await other.request.get('/api/ready')).status(), { timeout: 40_000 })
    .toBe(200)
  await composerOf(other).press('Enter')
  await expect(repliesOf(other)).toHaveCount(1)
  await replyEnded(other)
  await expect(messagesOf(other)).toHaveCount(1)
  await expect(composerOf(other)).toHaveValue('')
  await replyEnded(page)
  await expect(repliesOf(page).last()).not.toContainText('Não conseguimos')
  const shown = await repliesOf(page).last().textContent()
  await page.reload()
  await replyEnded(page)
  expect(await repliesOf(page).last().textContent()).toBe(shown)
})
