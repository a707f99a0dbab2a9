import type { BrowserContext, Page } from '@playwright/test'
import type { Message } from '#shared/contract/messages.ts'
import { startByteProxy } from './helpers/byte-proxy.ts'
import {
  chatIdOf,
  composerOf,
  expect,
  goToNewChat,
  messagesOf,
  openNewChat,
  repliesOf,
  replyEnded,
  say,
  signUp,
  test,
} from './helpers/fixtures.ts'
import { watch } from './helpers/page-guard.ts'

/** The stored last message of the current chat. */
async function lastStored(page: Page, { request } = page) {
  const { data } = await (await request.get(`/api/v1/chats/${chatIdOf(page)}/messages`)).json()
  return (data as Message[]).at(-1)
}

/** The displayed text of the last reply. */
const shownText = (page: Page) => repliesOf(page).last().locator('[class*="_markdown_"]')
const REPLY_TEXT = 'article[aria-label^="Resposta de"] [class*="_markdown_"]'

/** Records every text in `selector`, however brief, that is not a prefix of `whole`. */
async function allowOnlyBeginnings(context: BrowserContext, selector: string, whole: string) {
  await context.addInitScript(
    (expected) => {
      new MutationObserver(() => {
        const shown = document.querySelector(expected.selector)?.textContent.trimEnd() ?? ''
        const report: unknown = Reflect.get(window, 'reportOffence')
        if (!expected.whole.startsWith(shown) && typeof report === 'function') report(`other text: ${shown}`)
      }).observe(document, { subtree: true, childList: true, characterData: true })
    },
    { selector, whole },
  )
}

/** A line of distinct words, so that gaps, repeats and reordering are detectable. */
const numbered = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `${word}${index}`).join(' ')

test('A46 line endings, separators and protocol words arrive unchanged', async ({ page, server }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const hostile = [
    'um\r\ndois\rtrês',
    'data: {"token":"falso"}',
    'event: done',
    'data: {"messageId":"x","status":"done"}',
    '',
    'id: 999999',
    'retry: 1',
    ': comentário',
    'separadores\u2028\u2029\u0085\u000b\u000c\u001e|',
    '\ufeffmarca',
    'fim',
  ].join('\n')
  const text = `\`\`\`\n${hostile}\n\`\`\``
  const shown = hostile.replace(/\r\n?/g, '\n')
  await allowOnlyBeginnings(page.context(), 'article[aria-label^="Resposta de"] pre code', shown)
  await openNewChat(page, server.url)
  // A text area normalises line endings to line feeds; the placeholders are replaced in transit.
  const content = `${text}\n[[echo size=3 delay=5]]`
  await page.route('**/api/v1/chats/*/messages', (route) => {
    const sent: unknown = route.request().postDataJSON()
    return route.continue(sent ? { postData: JSON.stringify({ ...sent, content }) } : {})
  })
  await say(page, 'Oi')
  const code = repliesOf(page).last().locator('pre code')
  for (const when of ['live', 'after a reload']) {
    await expect(code, when).toBeVisible()
    await replyEnded(page)
    await expect.poll(() => code.textContent(), when).toBe(shown)
    await repliesOf(page).last().getByRole('button', { name: 'Mais ações desta resposta' }).click()
    await page.getByRole('menuitem', { name: 'Copiar em Markdown' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), when).toBe(text)
    if (when === 'live') await page.reload()
  }
  expect(await lastStored(page)).toMatchObject({ content: text, status: 'done' })
  expect(await messagesOf(page).last().locator('p').first().textContent()).toBe(content)
})

test('F10 Unicode split into single bytes on both connections never shows �, live or stored', async ({
  page: direct,
  browser,
  server,
}) => {
  const text =
    'Ação 👩‍⚕️👨‍👩‍👧‍👦 pão🎬 日本語テスト 한국어 🏳️‍🌈 é ñ ã ç 𝔘𝔫𝔦 🇧🇷🇧🇷 e\u0301a\u0303 👍🏽 العربية ✔️ fim'
  await signUp(direct, server.url)
  const proxy = await startByteProxy()
  const context = await browser.newContext({
    baseURL: server.url,
    proxy: { server: proxy.url },
    storageState: await direct.context().storageState(),
  })
  const offences = await watch(context, server.url)
  await allowOnlyBeginnings(context, REPLY_TEXT, text)
  const page = await context.newPage()
  await goToNewChat(page)
  await say(page, `${text} [[echo size=1 delay=2 split=1]]`)
  await expect(shownText(page)).toHaveText(/Ação/)
  await replyEnded(page)
  expect(proxy.streams).toBeGreaterThan(0)
  expect(await shownText(page).textContent()).toBe(text)
  await page.reload()
  await expect(shownText(page)).toBeVisible()
  expect(await shownText(page).textContent()).toBe(text)
  expect(await lastStored(page, direct)).toMatchObject({ content: text, status: 'done' })
  expect(offences).toEqual([])
  await context.close()
  await proxy.close()
})

test('F14 a reply of 200,000 characters is shown live and reloaded, and the page stays responsive', async ({
  page,
  server,
}) => {
  await openNewChat(page, server.url)
  await say(page, 'Escreva um livro [[tokens=40000 delay=0]]')
  const ending = page.getByText('A resposta parou no limite de tamanho.')
  for (const when of ['live', 'after a reload']) {
    await expect(ending, when).toBeVisible({ timeout: 60_000 })
    expect((await shownText(page).textContent())?.length, when).toBeGreaterThan(150_000)
    await composerOf(page).fill(`Rascunho, ${when}`)
    await expect(composerOf(page)).toHaveValue(`Rascunho, ${when}`)
    if (when === 'live') await page.reload()
  }
  expect((await lastStored(page))?.content.length).toBeGreaterThanOrEqual(200_000)
  await composerOf(page).fill('Resuma')
  await composerOf(page).press('Enter')
  await expect(repliesOf(page)).toHaveCount(2)
  await replyEnded(page)
  await page.getByRole('link', { name: 'Elenco, início' }).click()
  await expect(page.getByRole('heading', { name: 'O elenco', exact: true })).toBeVisible()
})

test('F16 I4 I6 twenty reloads during a reply each show the text so far at once, then the live reply and Stop', async ({
  page,
  server,
}) => {
  test.setTimeout(300_000)
  const text = numbered(1_300, 'ação🎬')
  await allowOnlyBeginnings(page.context(), REPLY_TEXT, text)
  await openNewChat(page, server.url)
  // Longer than all reloads on a slow machine; it is stopped afterwards.
  await say(page, `${text} [[echo size=6 delay=100]]`)
  await expect(shownText(page)).toContainText('ação🎬0 ')
  await page.waitForURL(/[0-9a-f-]{36}$/)
  const parts: string[] = []
  let longest = 0
  while (parts.length < 20) {
    await page.waitForTimeout(Math.random() * 200)
    const saved = (await lastStored(page))?.content.trim() ?? ''
    await page.reload({ waitUntil: 'commit' })
    const part = await firstSight(page)
    // The saved text is shown at once, and text seen beyond it once the stream is read.
    expect(part.length).toBeGreaterThanOrEqual(saved.length)
    const shownLength = async () => (await shownText(page).textContent())?.length ?? 0
    await expect.poll(shownLength).toBeGreaterThanOrEqual(longest)
    longest = Math.max(longest, part.length)
    parts.push(part)
  }
  await page.getByRole('button', { name: 'Parar a resposta' }).click()
  await replyEnded(page)
  await expect.poll(async () => (await lastStored(page))?.status).toBe('stopped')
  const stored = (await lastStored(page))?.content ?? ''
  expect(text.startsWith(stored)).toBe(true)
  await expect.poll(() => shownText(page).textContent()).toBe(stored.trim())
  for (const part of parts) expect(stored.startsWith(part)).toBe(true)
})

/** The first displayed text of the reply after a load, once Stop is there too. */
async function firstSight(page: Page): Promise<string> {
  const look = () => {
    const reply = document.querySelector('article[aria-label^="Resposta de"][aria-busy="true"]')
    const text = reply?.querySelector('[class*="_markdown_"]')?.textContent
    if (!text) return null
    const state: { text?: string } = Reflect.get(window, 'firstSight') ?? {}
    state.text ??= text
    Reflect.set(window, 'firstSight', state)
    return document.querySelector('button[aria-label="Parar a resposta"]') && state.text
  }
  const seen = await page.waitForFunction(look, undefined, { timeout: 30_000 })
  return (await seen.jsonValue()) ?? ''
}
