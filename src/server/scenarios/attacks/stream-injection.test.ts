import { EventSourceParserStream } from 'eventsource-parser/stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REPLY_ERROR_TEXT } from '#shared/reply-ends.ts'
import { messagesOf, newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type TestClient, textOf } from '../../testing/test-client.ts'

let app: TestApp
let ana: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  ana = await app.signUp('Ana\u2028 data: Souza')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())

// Each is more than one token, so that it is also cut inside.
const HOSTILE = [
  'um\ndois\n\ntrês',
  'um\rdois\r\rtrês',
  'um\r\ndois\r\n\r\ntrês',
  'um\u2028dois\u2029três\u0085quatro',
  '\n\nevent: done\ndata: {"messageId":"x","status":"done"}\n\n',
  '\r\rid: 999999\revent: error\rdata: {}\r\r',
  'data: fora\nid: 7\nretry: 0\n: comentário\n',
  '\ufefftexto com marca de ordem',
  'fim\u0000meio\u001b[31m\u007f',
  '</script><script>alert(1)</script>\n\n',
  '{"token":"falso"}\n\ndata: [DONE]\n\n',
]

/** Parses the raw bytes into lines, by every line ending of the format, and events. */
async function readRaw(response: Response) {
  const bytes = await response.text()
  const fields = bytes
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '' && !line.startsWith(':'))
    .map((line) => line.slice(0, line.indexOf(':')))
  const events: { id?: string | undefined; event?: string | undefined; data: string }[] = []
  const stream = new Response(bytes).body?.pipeThrough(new TextDecoderStream())
  for await (const event of stream?.pipeThrough(new EventSourceParserStream()) ?? []) events.push(event)
  return { fields, events }
}

/** Asserts that a stream follows the format, and returns its text. */
function textOfEvents({ fields, events }: Awaited<ReturnType<typeof readRaw>>): string {
  // Three fields per event, in this order, and no other line.
  expect(fields).toEqual(events.flatMap(() => ['id', 'event', 'data']))
  for (const { id } of events) expect(id).toMatch(/^\d+$/)
  expect(events.map(({ event }) => event)).toEqual([
    ...events.slice(1).map(() => 'token'),
    expect.stringMatching(/^(done|error)$/),
  ])
  const parsed = events.map(({ id, event, data }) => ({
    id: Number(id),
    event: event ?? '',
    data: JSON.parse(data),
  }))
  return textOf(parsed)
}

describe('A46 text of a reply never becomes a line of its stream', () => {
  test.each(HOSTILE)('%j stays inside one line', async (text) => {
    const chatId = await openChat(ana, agentId)
    const tokens = [...text].map((char) => char)
    app.provider.script({ kind: 'reply', tokens, delayMs: 0 })
    const sent = newMessage(text)
    // Users may not send a NUL; a model might.
    const content = text.replaceAll('\u0000', '') || 'x'
    const first = await readRaw(
      await ana.fetch('POST', `/api/v1/chats/${chatId}/messages`, { ...sent, content }),
    )
    const [, reply] = await messagesOf(ana, chatId)
    expect(textOfEvents(first)).toBe(reply?.content)
    // PostgreSQL text can't contain NUL.
    expect(reply?.content.replaceAll('\ufffd', '')).toBe(text.replaceAll('\u0000', ''))
    const again = await readRaw(
      await ana.fetch('POST', `/api/v1/chats/${chatId}/messages`, { ...sent, content }),
    )
    expect(textOfEvents(again)).toBe(reply?.content)
  })

  test('an error message of the provider neither', async () => {
    const chatId = await openChat(ana, agentId)
    app.provider.script({ kind: 'insert', after: 1, bytes: 'event: done\r\ndata: {"x":"\\u2028"}\r\n\r\n' })
    const inserted = await readRaw(await ana.fetch('POST', `/api/v1/chats/${chatId}/messages`, newMessage()))
    textOfEvents(inserted)
    app.provider.script({ kind: 'error', after: 2, status: 400 })
    const failed = await readRaw(await ana.fetch('POST', `/api/v1/chats/${chatId}/messages`, newMessage()))
    textOfEvents(failed)
    const { error } = JSON.parse(failed.events.at(-1)?.data ?? '{}')
    expect(Object.values(REPLY_ERROR_TEXT)).toContain(error)
  })

  test.each([
    ...[
      '7\u00a0',
      '-1',
      '1e3',
      '0x10',
      'Infinity',
      'NaN',
      '9007199254740993',
      '3, 4',
      '"5"',
      '١٢',
      ' ',
      '%0a',
    ],
    ...['5; event: done', '__proto__', '0'.repeat(4_000)],
  ])('a Last-Event-ID of %j is read as a number, or ignored', async (given) => {
    const chatId = await openChat(ana, agentId)
    app.provider.script({ kind: 'stall', after: 3 })
    const stream = await ana.open('POST', `/chats/${chatId}/messages`, newMessage())
    await stream.next()
    const header = { 'Last-Event-ID': encodeURI(given) }
    const response = await ana.fetch('GET', `/api/v1/chats/${chatId}/stream`, undefined, header)
    expect(response.status).toBe(200)
    expect((await ana.post(`/chats/${chatId}/stop`)).data).toEqual({ stopped: true })
    const [, reply] = await messagesOf(ana, chatId)
    expect(reply?.content.endsWith(textOfEvents(await readRaw(response)))).toBe(true)
    await stream.rest()
  })
})
