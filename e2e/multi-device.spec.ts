import type { Page } from '@playwright/test'
import { openElsewhere, openInTab } from './helpers/devices.ts'
import {
  chatIdOf,
  composerOf,
  exchange,
  expect,
  messagesOf,
  openNewChat,
  repliesOf,
  replyEnded,
  say,
  test,
} from './helpers/fixtures.ts'

const stop = (page: Page) => page.getByRole('button', { name: 'Parar a resposta' })

/** The stored last reply of the current chat. */
async function storedReply(page: Page): Promise<{ content: string; status: string }> {
  const { data } = await (await page.request.get(`/api/v1/chats/${chatIdOf(page)}/messages`)).json()
  return data.at(-1)
}

/** The displayed text of the last reply. */
const textOf = (page: Page) => repliesOf(page).last().locator('[data-markdown]')

/** The letters alone, without Markdown syntax and list numbers. */
const wordsOf = (text: string) => text.replaceAll(/^\d+\. /gm, '').replaceAll(/[^\p{L}]/gu, '')

test('F20 a reply started on one device appears on the other, and can be stopped there', {
  tag: '@smoke',
}, async ({ page, server, browser }) => {
  const person = await openNewChat(page, server.url)
  await exchange(page, 'Primeira')
  const other = await openElsewhere(browser, server, person, page.url())
  await expect(repliesOf(other.page)).toHaveCount(1)
  await say(page, 'Do celular [[tokens=2000 delay=30]]')
  // Without interaction on the other device.
  await expect(messagesOf(other.page)).toHaveText([/Primeira/, /Do celular/])
  await expect(repliesOf(other.page).last()).toContainText('Plano de lançamento')
  await stop(other.page).click()
  await expect(page.getByText('Resposta interrompida por você')).toBeVisible()
  await expect(stop(page)).toHaveCount(0)
  await expect.poll(async () => (await storedReply(page)).status).toBe('stopped')
  const shown = (await repliesOf(page).last().locator('[class*="_markdown_"]').textContent()) ?? ''
  await expect(repliesOf(other.page).last().locator('[class*="_markdown_"]')).toHaveText(shown)
  expect(other.offences).toEqual([])
  await other.close()
})

test('F20 a second send during a reply elsewhere keeps the text, explains why, and shows the reply', async ({
  page,
  server,
  browser,
}) => {
  const person = await openNewChat(page, server.url)
  await exchange(page, 'Primeira')
  const other = await openElsewhere(browser, server, person, page.url())
  // This one gets no updates until it sends.
  await other.page.route(`**/api/v1/chats/${chatIdOf(page)}`, (route) => route.abort())
  await say(page, 'Daqui [[tokens=2000 delay=30]]')
  await expect(repliesOf(page)).toHaveCount(2)
  await expect(repliesOf(page).last()).toContainText('Plano de lançamento')
  await say(other.page, 'De lá')
  await expect(other.page.getByRole('alert')).toContainText('Seu texto continua aqui.')
  await expect(composerOf(other.page)).toHaveValue('De lá')
  await expect(messagesOf(other.page)).toHaveText([/Primeira/, /Daqui/])
  await expect(stop(other.page)).toBeVisible()
  await stop(page).click()
  await expect(stop(other.page)).toHaveCount(0)
  await composerOf(other.page).press('Enter')
  await expect(messagesOf(other.page)).toHaveCount(3)
  await replyEnded(other.page)
  expect(other.offences).toEqual([])
  await other.close()
})

test('F20 tabs of one browser show each other’s messages and versions at once', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await exchange(page, 'Um [[echo]]')
  const tab = await openInTab(page)
  await say(page, 'Dois [[tokens=60 delay=20]]')
  await expect(messagesOf(tab)).toHaveText([/Um/, /Dois/])
  await replyEnded(tab)
  await replyEnded(page)
  const first = repliesOf(tab).first()
  await first.hover()
  await first.getByRole('button', { name: 'Gerar outra resposta' }).click()
  await expect(messagesOf(page)).toHaveCount(1)
  await replyEnded(page)
  await replyEnded(tab)
  await first.getByRole('button', { name: 'Versão anterior' }).click()
  await expect(messagesOf(page)).toHaveText([/Um/, /Dois/])
})

test('F16 reloads at random moments of a reply show the text so far at once, then the live reply, unchanged', async ({
  page,
  server,
}) => {
  test.setTimeout(150_000)
  await openNewChat(page, server.url)
  await say(page, 'Texto [[tokens=4000 delay=30]]')
  await page.waitForURL(/[0-9a-f-]{36}\/[0-9a-f-]{36}$/)
  const seen: string[] = []
  for (let time = 0; time < 10; time += 1) {
    await page.waitForTimeout(Math.random() * 900)
    await page.reload()
    const reply = textOf(page)
    await expect(reply).toBeVisible()
    await expect(stop(page)).toBeVisible()
    // The stored text may be one save behind the seen one; the live text follows.
    const isBack = async () => (await reply.textContent())?.length
    await expect.poll(isBack).toBeGreaterThanOrEqual(seen.at(-1)?.length ?? 0)
    seen.push((await reply.textContent()) ?? '')
  }
  // The reply continues on the reloaded page.
  await expect
    .poll(async () => (await textOf(page).textContent())?.length)
    .toBeGreaterThan(seen.at(-1)?.length ?? 0)
  await stop(page).click()
  await expect(page.getByText('Resposta interrompida por você')).toBeVisible()
  // Text that arrived between click and stop is shown once the end is read.
  await expect(repliesOf(page).last().getByRole('button', { name: 'Continuar' })).toBeVisible()
  const { content } = await storedReply(page)
  await page.reload()
  await expect(repliesOf(page).last().getByRole('button', { name: 'Continuar' })).toBeVisible()
  const whole = (await textOf(page).textContent()) ?? ''
  expect(wordsOf(content).startsWith(wordsOf(whole))).toBe(true)
  for (const [time, text] of seen.entries()) {
    expect(text.length, `reload ${time}`).toBeGreaterThanOrEqual(seen[time - 1]?.length ?? 0)
    expect(whole.startsWith(text), `reload ${time} shows what is stored`).toBe(true)
  }
})

test('F18 a reply that ends during a reconnection is shown as stored, without an error', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await say(page, 'Texto [[tokens=300 delay=40]]')
  await page.waitForURL(/[0-9a-f-]{36}\/[0-9a-f-]{36}$/)
  await expect(repliesOf(page).last()).toContainText('Plano de lançamento')
  // Part of it is stored, and so is shown without a stream.
  await expect.poll(async () => (await storedReply(page)).content).not.toBe('')
  // All later stream requests fail.
  const isRefused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/stream'))
  await page.route('**/api/v1/chats/*/stream', (route) => route.abort())
  await page.reload()
  await isRefused
  await expect(repliesOf(page).last()).toHaveAttribute('aria-busy', 'true')
  await expect(
    repliesOf(page)
      .last()
      .getByText(/Reconectando/),
  ).toBeVisible()
  await expect.poll(async () => (await storedReply(page)).status, { timeout: 40_000 }).toBe('done')
  const before = ((await textOf(page).textContent()) ?? '').length
  const isOver = page.waitForResponse((response) => response.url().endsWith('/stream'))
  await page.unroute('**/api/v1/chats/*/stream')
  expect((await isOver).status()).toBe(204)
  await replyEnded(page)
  await expect(repliesOf(page).last().getByRole('button', { name: 'Gerar outra resposta' })).toBeVisible()
  const shown = (await textOf(page).textContent()) ?? ''
  expect(shown.length).toBeGreaterThan(before)
  expect(wordsOf((await storedReply(page)).content)).toBe(wordsOf(shown))
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Tentar de novo' })).toHaveCount(0)
  await page.reload()
  await expect(textOf(page)).toHaveText(shown)
})

test('the end of a reply is announced once, without its text', async ({ page, server }) => {
  await openNewChat(page, server.url)
  await page.evaluate(() => {
    const said: string[] = []
    Reflect.set(window, 'said', said)
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest('[role="status"], [role="alert"], [aria-live]')
        const text = region?.textContent?.trim()
        if (text) said.push(text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await exchange(page, 'Oi [[tokens=60 delay=20]]')
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'said'))).toContain('Resposta concluída')
  const said: string[] = await page.evaluate(() => Reflect.get(window, 'said'))
  expect(said.filter((text) => text === 'Resposta concluída')).toHaveLength(1)
  expect(said.filter((text) => /Pesquise|lançamento/.test(text))).toEqual([])
})
