import type { Page } from '@playwright/test'
import { openElsewhere, openInTab } from './devices.ts'
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
} from './fixtures.ts'

const stop = (page: Page) => page.getByRole('button', { name: 'Parar a resposta' })

/** The last reply of the chat on the screen, as it is stored. */
async function storedReply(page: Page): Promise<{ content: string; status: string }> {
  const { data } = await (await page.request.get(`/api/v1/chats/${chatIdOf(page)}/messages`)).json()
  return data.at(-1)
}

test('F20 a reply that one device starts appears on the other by itself, and stops from there', async ({
  page,
  server,
  browser,
}) => {
  const person = await openNewChat(page, server.url)
  await exchange(page, 'Primeira')
  const other = await openElsewhere(browser, server, person, page.url())
  await expect(repliesOf(other.page)).toHaveCount(1)
  await say(page, 'Do celular [[tokens=2000 delay=30]]')
  // Nobody touches the other one.
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

test('F20 a second send while a reply runs elsewhere: the text stays, a sentence says why, the reply appears', async ({
  page,
  server,
  browser,
}) => {
  const person = await openNewChat(page, server.url)
  await exchange(page, 'Primeira')
  const other = await openElsewhere(browser, server, person, page.url())
  // This one hears nothing of what happens elsewhere until it tries to send.
  await other.page.route(`**/api/v1/chats/${chatIdOf(page)}`, (route) => route.abort())
  await say(page, 'Daqui [[tokens=2000 delay=30]]')
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

test('F20 tabs of one browser show at once what the other does, versions too', async ({ page, server }) => {
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

test('F16 reloaded again and again in the middle of a reply: the text so far at once, then live', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await say(page, 'Texto [[tokens=500 delay=30]]')
  await page.waitForURL(/[0-9a-f-]{36}\/[0-9a-f-]{36}$/)
  let before = ''
  for (let time = 0; time < 4; time += 1) {
    await page.waitForTimeout(300 + 250 * time)
    await page.reload()
    const reply = repliesOf(page).last().locator('[class*="_markdown_"]')
    await expect(reply).toBeVisible()
    await expect(stop(page)).toBeVisible()
    const text = (await reply.textContent()) ?? ''
    expect(text.length).toBeGreaterThanOrEqual(before.length)
    before = text
  }
  await stop(page).click()
  await expect(page.getByText('Resposta interrompida por você')).toBeVisible()
  // What came between the press and the stop is shown once the end is read.
  await expect(repliesOf(page).last().getByRole('button', { name: 'Continuar' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const live = (await repliesOf(page).last().textContent()) ?? ''
  await page.reload()
  await expect(repliesOf(page).last()).toHaveText(live)
})

test('the end of a reply is announced once, and its words are not', async ({ page, server }) => {
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
