import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { RECONNECTING } from '#client/features/chats/session/chat-texts.ts'
import { databasePid } from '#server/testing/processes/server-process.ts'
import {
  composerOf,
  expect,
  goToNewChat,
  messagesOf,
  openNewChat,
  repliesOf,
  replyEnded,
  say,
  test,
} from './helpers/fixtures.ts'

const BEGINNING = 'Plano de lançamento'

for (const [fault, signal] of [
  ['F25 a deployment', 'SIGTERM'],
  ['F26 a kill', 'SIGKILL'],
] as const) {
  test(`${fault} during a reply: the page reconnects, and the reply goes on to its end`, {
    tag: '@smoke',
  }, async ({ page, server }) => {
    await openNewChat(page, server.url)
    await say(page, 'Texto longo [[tokens=120 delay=30 exact=1]]')
    await expect(repliesOf(page).last()).toContainText('palavra 20,')
    await server.stop(signal)
    await expect(repliesOf(page).last()).toContainText(RECONNECTING)
    await server.start()
    await expect(repliesOf(page).last()).toContainText('palavra 120', { timeout: 40_000 })
    await replyEnded(page)
    await expect(messagesOf(page)).toHaveCount(1)
    const shown = await repliesOf(page).last().textContent()
    const words = shown?.match(/palavra \d+/g)
    expect(words).toEqual(Array.from({ length: 120 }, (_, index) => `palavra ${index + 1}`))
    await page.reload()
    await replyEnded(page)
    expect(await repliesOf(page).last().textContent()).toBe(shown)
  })
}

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
