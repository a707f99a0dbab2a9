import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { ServerProcess } from '#server/testing/processes/server-process.ts'
import { fillChat } from './helpers/fill-chat.ts'
import {
  composerOf,
  exchange,
  expect,
  expectAccessible,
  messagesOf,
  openNewChat,
  repliesOf,
  replyEnded,
  signUp,
  test,
} from './helpers/fixtures.ts'

/** Opens a chat of this many turns; returns its address. */
async function longChat(page: Page, server: ServerProcess, turns: number) {
  await signUp(page, server.url)
  const { data } = await (await page.request.get('/api/v1/agents')).json()
  const agent = data.items.find((it: { locked: boolean; available: boolean }) => !it.locked && it.available)
  const id = randomUUID()
  await page.request.post('/api/v1/chats', {
    data: { id, agentId: agent.id },
    headers: { Origin: server.url },
  })
  const ids = await fillChat(server, id, turns)
  return { ids, address: `/app/${agent.id}/${id}` }
}

const scroller = (page: Page) => page.getByRole('region', { name: 'Mensagens' })
const turnOf = (page: Page, id: string | undefined) => page.locator(`[data-message="${id}"]`)

/** Distance in pixels from the visible end to the end of the messages. */
const fromEnd = (page: Page) =>
  scroller(page).evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop))

test('2,000 messages open at the end, and load upwards automatically without a jump', async ({
  page,
  server,
}) => {
  test.setTimeout(240_000)
  const { ids, address } = await longChat(page, server, 1_000)
  await page.goto(address)
  await expect(page.getByText('Pergunta 1000: como vendo mais?')).toBeInViewport()
  expect(await fromEnd(page)).toBeLessThanOrEqual(2)
  await expect(page.locator('[data-message]')).toHaveCount(100)
  await page.evaluate(() => {
    const tasks: number[] = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask' })
    Reflect.set(window, 'longTasks', tasks)
  })
  await scroller(page).hover()
  // In steps like the wheel's, up to the first message.
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, -12_000)
        return page.locator('[data-message]').count()
      },
      { timeout: 200_000, intervals: [0] },
    )
    .toBe(2_000)
  const longest = await page.evaluate(() => Math.max(0, ...(Reflect.get(window, 'longTasks') as number[])))
  test.info().annotations.push({ type: 'longest task, ms', description: String(Math.round(longest)) })
  // The last page may still be moved into position.
  await expect(async () => {
    await scroller(page).evaluate((box) => box.scrollTo({ top: 0 }))
    await expect(turnOf(page, ids[0])).toBeInViewport({ timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
  await expect(page.getByText('Pergunta 1: como vendo mais?')).toBeVisible()
  await page.getByRole('button', { name: 'Ir para o fim' }).click()
  await expect(page.getByText('Pergunta 1000: como vendo mais?')).toBeInViewport()
})

test('a page that fails to load has a manual retry', async ({ page, server }) => {
  const { address } = await longChat(page, server, 120)
  await page.route('**/messages?*before=*', (route) => route.abort())
  await page.goto(address)
  await expect(page.getByText('Pergunta 120: como vendo mais?')).toBeInViewport()
  await scroller(page).evaluate((box) => box.scrollTo({ top: 0 }))
  const again = page.getByRole('button', { name: 'Não carregou. Tentar de novo' })
  await expect(again).toBeVisible()
  await page.unroute('**/messages?*before=*')
  const before = await markOf(page)
  await again.click()
  // A slow machine lays out late, and may request the next page too.
  await expect.poll(() => page.locator('[data-message]').count()).toBeGreaterThanOrEqual(200)
  // The read message keeps its position while the ones above get their final height.
  for (let look = 0; look < 5; look += 1) {
    await expect
      .poll(async () => Math.abs((await topOf(page, before.id)) - before.top))
      .toBeLessThanOrEqual(1)
    await page.waitForTimeout(200)
  }
})

test('a link leads to its message, however far above, and highlights it', async ({ page, server }) => {
  const { ids, address } = await longChat(page, server, 400)
  await page.goto(`${address}?mensagem=${ids[100]}`)
  await expect(turnOf(page, ids[100])).toBeInViewport()
  await expect(turnOf(page, ids[100])).toHaveAttribute('data-found', 'true')
  await expect(page.getByRole('status').filter({ hasText: 'Mensagem encontrada' })).toBeAttached()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await expectAccessible(page)
  await expect(turnOf(page, ids[100])).not.toHaveAttribute('data-found', 'true')
  await expect(turnOf(page, ids[100])).toBeInViewport()
})

test('a link leads to its message even if the reader scrolls up meanwhile', async ({ page, server }) => {
  const { ids, address } = await longChat(page, server, 250)
  const { promise: isUp, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/messages?*before=*', async (route) => {
    const before = new URL(route.request().url()).searchParams.get('before')
    if (before !== ids.at(-100)) await isUp
    await route.continue()
  })
  await page.goto(`${address}?mensagem=${ids[50]}`)
  await expect(async () => {
    await scroller(page).evaluate((box) => box.scrollTo({ top: 0 }))
    await expect(turnOf(page, ids.at(-200))).toBeAttached({ timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
  letGo()
  await expect(turnOf(page, ids[50])).toBeInViewport()
})

test('the linked message stays visible during slow layout, until the reader scrolls', async ({
  page,
  server,
}) => {
  test.setTimeout(180_000)
  const { ids, address } = await longChat(page, server, 400)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(`${address}?mensagem=${ids[101]}`)
  const found = turnOf(page, ids[101])
  // The fragment is removed once the message is found.
  await expect(page).toHaveURL(new RegExp(`${address}$`), { timeout: 60_000 })
  await expect(found).toBeAttached({ timeout: 60_000 })
  await isDrawn(page)
  await expect(found).toBeInViewport({ ratio: 0.9 })
  // A turn of the wheel by the reader is not reverted.
  await scroller(page).hover()
  await page.mouse.wheel(0, 4_000)
  await expect(found).not.toBeInViewport()
  await page.waitForTimeout(1_500)
  await expect(found).not.toBeInViewport()
  await cdp.detach()
})

test('a link leads to another branch, and reports a deleted message', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Ideia um [[echo]]')
  const { pathname } = new URL(page.url())
  const chatId = pathname.split('/').at(-1)
  const { data } = await (await page.request.get(`/api/v1/chats/${chatId}/messages`)).json()
  await messagesOf(page).first().hover()
  await messagesOf(page).first().getByRole('button', { name: 'Editar e reenviar' }).click()
  await page.getByRole('textbox', { name: 'Editar mensagem' }).fill('Ideia dois [[echo]]')
  await page.getByRole('button', { name: 'Enviar de novo' }).click()
  await expect(messagesOf(page)).toHaveText([/Ideia dois/])
  await replyEnded(page)
  await page.goto(`${pathname}?mensagem=${data[1].id}`)
  await expect(repliesOf(page)).toHaveText([/Ideia um/])
  await expect(turnOf(page, data[1].id)).toHaveAttribute('data-found', 'true')
  await page.goto(`${pathname}?mensagem=${randomUUID()}`)
  await expect(page.getByText('Esta mensagem não existe mais.')).toBeVisible()
  await expect(composerOf(page)).toBeVisible()
})

/** Waits until every loaded message is drawn. */
const isDrawn = (page: Page) =>
  expect(page.locator('[data-message]:empty')).toHaveCount(0, { timeout: 60_000 })

/** A message in the middle of the screen, and its position. */
const markOf = (page: Page) =>
  scroller(page).evaluate((box) => {
    const { left, top, width, height } = box.getBoundingClientRect()
    const turn = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[data-message]')
    return {
      id: turn?.getAttribute('data-message') ?? '',
      top: Math.round(turn?.getBoundingClientRect().top ?? 0),
    }
  })

const topOf = (page: Page, id: string) =>
  turnOf(page, id).evaluate((turn) => Math.round(turn.getBoundingClientRect().top))
