import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { HOSTILE_MARKDOWN } from '#client/testing/hostile-markdown.ts'
import type { Message } from '#shared/contract/messages.ts'
import { expect, messagesOf, openNewChat, repliesOf, replyEnded, say, test } from './fixtures.ts'

/** What may stand in a message; anything else came out of a text. */
const FORBIDDEN = [
  'script, style, link, meta, base, iframe, object, embed, form, template, video, audio, marquee, select, math',
  'svg script, svg animate, svg a, textarea, details, picture, source, table[background]',
  'img:not([src^="/agents/"]), input:not([type="checkbox"]), [style*="url"], [srcset], [id]',
  'a:not([href^="http://"]):not([href^="https://"]):not([href^="mailto:"])',
  'a:not([rel="noopener noreferrer nofollow"]), a:not([target="_blank"])',
].join(', ')

/** Everything that must stay empty while hostile texts are on the screen. */
async function watch(page: Page, origin: string): Promise<string[]> {
  const offences: string[] = []
  page.on('dialog', async (dialog) => {
    offences.push(`dialog ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin) {
      offences.push(`request ${request.url()}`)
    }
  })
  await page.exposeFunction('reportViolation', (text: string) => void offences.push(`violation ${text}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, 'reportViolation')
      if (typeof report === 'function') report(`${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  return offences
}

async function expectHarmless(page: Page, offences: string[]) {
  const found = await page
    .getByRole('article')
    .locator(FORBIDDEN)
    .evaluateAll((elements) => elements.map((e) => e.outerHTML))
  expect(found).toEqual([])
  const handlers = await page
    .getByRole('article')
    .locator('*')
    .evaluateAll((elements) =>
      elements
        .flatMap((e) => [...e.attributes].map(({ name }) => name))
        .filter((name) => name.startsWith('on')),
    )
  expect(handlers).toEqual([])
  expect(offences).toEqual([])
}

const envelope = (data: unknown) => ({ success: true, timestamp: new Date().toISOString(), data })

const messageOf = (chatId: string, sender: Message['sender'], content: string): Message => ({
  id: randomUUID(),
  chatId,
  parentId: null,
  sender,
  content,
  status: 'done',
  errorCode: null,
  finishReason: null,
  condensedTurns: 0,
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
})

test('hostile texts of the model and of the person are inert, stored', async ({ page, server }) => {
  const offences = await watch(page, server.url)
  await openNewChat(page, server.url)
  await say(page, 'Oi')
  await replyEnded(page)
  const chatId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const messages = HOSTILE_MARKDOWN.flatMap((text) => [
    messageOf(chatId, 'human', text),
    messageOf(chatId, 'ai', text),
  ])
  await page.route(`**/api/v1/chats/${chatId}/messages`, (route) =>
    route.fulfill({ json: envelope(messages) }),
  )
  await page.reload()
  await expect(repliesOf(page)).toHaveCount(HOSTILE_MARKDOWN.length)
  await expect(messagesOf(page)).toHaveCount(HOSTILE_MARKDOWN.length)
  await expectHarmless(page, offences)
})

test('hostile texts are inert while they stream', async ({ page, server }) => {
  const offences = await watch(page, server.url)
  await openNewChat(page, server.url)
  await say(page, 'Oi')
  await replyEnded(page)
  const whole = `${HOSTILE_MARKDOWN.join('\n\n')}\n\nFim do texto.`
  let end = 0
  const events = (whole.match(/[\s\S]{1,40}/g) ?? []).map((token) => {
    end += token.length
    return `id: ${end}\nevent: token\ndata: ${JSON.stringify({ token, timestamp: new Date().toISOString() })}\n\n`
  })
  await page.route('**/api/v1/chats/*/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          headers: { 'Content-Type': 'text/event-stream', 'X-Message-Id': randomUUID() },
          body: events.join(''),
        })
      : route.fallback(),
  )
  // The stream never says it is over, so the text stays a live one.
  await page.route('**/api/v1/chats/*/stream', (route) => route.fulfill({ status: 503, json: {} }))
  await say(page, 'Mostre')
  await expect(repliesOf(page).last()).toContainText('Fim do texto.')
  await expectHarmless(page, offences)
})
