import { and, eq, gt } from 'drizzle-orm'
import { connect } from '#server/db/connect.ts'
import { messages } from '#server/db/schema/index.ts'
import { createLogger } from '#server/log.ts'
import type { ServerProcess } from '#server/testing/processes/server-process.ts'
import {
  chatIdOf,
  exchange,
  expect,
  expectAccessible,
  openNewChat,
  repliesOf,
  say,
  test,
} from './helpers/fixtures.ts'

/** Stores that all replies of a chat but the first were written from a summary of the oldest messages. */
async function condenseReplies(server: ServerProcess, chatId: string) {
  const { db, close } = connect({ connectionString: server.databaseUrl }, createLogger('silent'))
  const later = and(eq(messages.chatId, chatId), eq(messages.sender, 'ai'), gt(messages.seq, 2))
  await db.update(messages).set({ condensedTurns: 8 }).where(later)
  await close()
}

test('a chat says once that its oldest messages were summarised', async ({ page, server }) => {
  await openNewChat(page, server.url)
  for (const text of ['Um [[echo]]', 'Dois [[echo]]', 'Três [[echo]]']) await exchange(page, text)
  await condenseReplies(server, chatIdOf(page))
  await page.reload()
  await expect(repliesOf(page)).toHaveCount(3)
  await expect(page.getByText('entraram resumidas')).toHaveCount(1)
  await expect(repliesOf(page).nth(1)).toContainText('entraram resumidas')
})

test('a stopped reply has one button that tries again', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await say(page, 'Texto longo [[tokens=900 delay=30]]')
  const reply = repliesOf(page).last()
  await expect(reply).toContainText('Pesquise')
  await page.keyboard.press('Escape')
  await expect(reply.getByRole('button', { name: 'Copiar resposta' })).toBeVisible()
  await expect(reply.getByRole('button', { name: /Tentar de novo|Gerar outra resposta/ })).toHaveCount(1)
})

test('a sheet closes by its ×, which stays in view while it scrolls', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await page.getByRole('textbox', { name: /^Mensagem/ }).blur()
  await page.setViewportSize({ width: 390, height: 400 })
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Atalhos do teclado' })
  const close = sheet.getByRole('button', { name: 'Fechar' })
  await expect(close).toBeInViewport()
  await sheet.getByText('Quebrar a linha').scrollIntoViewIfNeeded()
  await expect(close).toBeInViewport()
  await expectAccessible(page)
  await close.click()
  await expect(sheet).toHaveCount(0)
})
