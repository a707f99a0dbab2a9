import type { Page } from '@playwright/test'
import {
  chatIdOf,
  composerOf,
  exchange,
  expect,
  expectAccessible,
  goToNewChat,
  messagesOf,
  openNewChat,
  repliesOf,
  replyEnded,
  say,
  test,
} from './helpers/fixtures.ts'
import { isKept, queuedOf, workerTakesOver } from './helpers/offline.ts'

/** The files for a queue are loaded some seconds after the page. */
const isReady = (page: Page) =>
  page.waitForFunction(() =>
    ['queued-list', 'send-queued'].every((file) =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes(file)),
    ),
  )

/** The texts of a chat's own messages, as the server has them. */
async function storedOf(page: Page, chatId: string): Promise<string[]> {
  const { data } = await (await page.request.get(`/api/v1/chats/${chatId}/messages`)).json()
  return data.flatMap(({ sender, content }: { sender: string; content: string }) =>
    sender === 'human' ? [content] : [],
  )
}

test.describe('with its files on this device', () => {
  test.use({ serviceWorkers: 'allow' })

  test('F19 without a network messages wait, survive a reload and a killed worker, and go by themselves, once and in order', {
    tag: '@smoke',
  }, async ({ page, server }) => {
    await openNewChat(page, server.url)
    await page.reload()
    await workerTakesOver(page)
    await isReady(page)
    await exchange(page, 'Com rede')
    const chatId = chatIdOf(page)
    await isKept(page, chatId, 'Com rede')
    await page.context().setOffline(true)
    await say(page, 'Primeira sem rede')
    await expect(queuedOf(page)).toContainText('Na fila. Vai sozinha quando a conexão voltar.')
    await expect(composerOf(page)).toHaveValue('')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expectAccessible(page)
    const browser = await page.context().newCDPSession(page)
    await browser.send('ServiceWorker.enable')
    await browser.send('ServiceWorker.stopAllWorkers')
    await page.reload()
    await expect(queuedOf(page)).toContainText('Primeira sem rede')
    await say(page, 'Tirada a tempo')
    await say(page, 'Segunda sem rede')
    await expect(queuedOf(page)).toHaveCount(3)
    await expect(page.getByText('Sem conexão · 3 na fila')).toBeVisible()
    await expect(page.getByText('Esta página é a última cópia que este aparelho guardou.')).toBeVisible()
    await composerOf(page).fill('já escrevendo')
    await queuedOf(page).nth(1).getByRole('button', { name: 'Tirar da fila' }).click()
    await expect(composerOf(page)).toHaveValue('Tirada a tempo\n\njá escrevendo')
    await expect(composerOf(page)).toBeFocused()
    await page.context().setOffline(false)
    await expect(queuedOf(page)).toHaveCount(0, { timeout: 30_000 })
    await expect(repliesOf(page)).toHaveCount(3)
    await replyEnded(page)
    await expect(messagesOf(page)).toHaveText(['Com rede', 'Primeira sem rede', 'Segunda sem rede'])
    expect(await storedOf(page, chatId)).toEqual(['Com rede', 'Primeira sem rede', 'Segunda sem rede'])
    await expect(composerOf(page)).toHaveValue('Tirada a tempo\n\njá escrevendo')
  })
})

test('F26 a killed server and a lost answer: a new chat and its message are stored once', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await isReady(page)
  await server.stop('SIGKILL')
  await say(page, 'Durante a queda')
  await expect(queuedOf(page)).toContainText('Durante a queda')
  // The first answer after the restart gets lost, though the server has stored the message.
  let lost = 0
  await page.route('**/api/v1/chats/*/messages', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort()
  })
  await server.start()
  await expect(page).toHaveURL(/\/app\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/, { timeout: 60_000 })
  await expect(queuedOf(page)).toHaveCount(0)
  await replyEnded(page)
  await expect(messagesOf(page)).toHaveText(['Durante a queda'])
  expect(lost).toBe(1)
  expect(await storedOf(page, chatIdOf(page))).toEqual(['Durante a queda'])
})

test('another tab sends the messages of a closed one, and says so', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Com rede')
  const chatId = chatIdOf(page)
  await isReady(page)
  await page.context().setOffline(true)
  await say(page, 'De uma aba que se fecha')
  await expect(queuedOf(page)).toHaveCount(1)
  await page.close({ runBeforeUnload: false })
  const context = page.context()
  const other = await context.newPage()
  await context.setOffline(false)
  await other.goto(`${server.url}/app`)
  await other.getByRole('button', { name: 'Ver conversa' }).click()
  await expect(other).toHaveURL(new RegExp(`/${chatId}$`))
  await expect(messagesOf(other)).toHaveText(['Com rede', 'De uma aba que se fecha'])
  expect(await storedOf(other, chatId)).toEqual(['Com rede', 'De uma aba que se fecha'])
})

test('a new chat whose message another tab has sent is shown as it is', async ({ page, server }) => {
  await openNewChat(page, server.url)
  const other = await page.context().newPage()
  await other.goto(`${server.url}/app`)
  await expect(composerOf(other)).toBeVisible()
  await isReady(page)
  // The other tab has the lock of the queue.
  await page.evaluate(() => {
    navigator.locks.request = (async (_name: string, _options: object, work: (lock: null) => unknown) =>
      work(null)) as typeof navigator.locks.request
  })
  await page.context().setOffline(true)
  await say(page, 'De uma conversa nova')
  await expect(queuedOf(page)).toHaveCount(1)
  await page.context().setOffline(false)
  await expect(page).toHaveURL(/\/app\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/, { timeout: 30_000 })
  await expect(messagesOf(page)).toHaveText(['De uma conversa nova'])
  await replyEnded(page)
  await expect(queuedOf(page)).toHaveCount(0)
})

test('a message that the server refuses says why, and can be edited', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Com rede')
  const chatId = chatIdOf(page)
  await isReady(page)
  await page.context().setOffline(true)
  await say(page, 'Para uma conversa excluída')
  await expect(queuedOf(page)).toHaveCount(1)
  const deleted = await page.request.delete(`/api/v1/chats/${chatId}`, {
    headers: { origin: server.url },
    data: {},
  })
  expect(deleted.status()).toBe(200)
  await page.context().setOffline(false)
  await expect(queuedOf(page)).toContainText('Não foi enviada. Não encontramos essa conversa.', {
    timeout: 40_000,
  })
  await say(page, 'Depois dela')
  await expect(queuedOf(page).last()).toContainText('Espera você decidir sobre a que não foi enviada.')
  await queuedOf(page).last().getByRole('button', { name: 'Tirar da fila' }).click()
  await composerOf(page).fill('')
  await expectAccessible(page)
  await queuedOf(page).getByRole('button', { name: 'Editar' }).click()
  await expect(composerOf(page)).toHaveValue('Para uma conversa excluída')
  await expect(queuedOf(page)).toHaveCount(0)
  await goToNewChat(page)
  await expect(queuedOf(page)).toHaveCount(0)
})
