import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { messages } from '../../db/schema/index.ts'
import {
  type Asking,
  expectFailure,
  startProviderFaultClient,
} from '../../testing/clients/provider-fault-client.ts'
import { DEFAULT_TOKENS } from '../../testing/doubles/provider/behaviour.ts'
import { DOUBLE_INPUT } from '../../testing/doubles/provider/wire.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { textOf } from '../../testing/test-client.ts'

const DEFAULT_TEXT = DEFAULT_TOKENS.join('')
const start = (count: number) => DEFAULT_TOKENS.slice(0, count).join('')
const MEGABYTE = 1024 * 1024

/**
 * A provider that fails after the first token, through the whole application. The errors of each protocol are
 * tested next to `ai/model.ts`.
 */
let asking: Asking
beforeAll(async () => {
  // Long enough that a reply which the test pauses does not count as stalled.
  asking = await startProviderFaultClient({ STALL_TIMEOUT_MS: '5000' })
})
afterAll(() => asking.app.close())

test('F5 I5 a stall, with or without heartbeats, keeps the text and closes the connection', async () => {
  const directives = ['[[stall@3]]', '[[stall@3 heartbeat=50]]']
  const answers = await Promise.all(directives.map((directive) => asking.ask(directive)))
  for (const answer of answers) {
    expectFailure(answer, 'interrupted', 'stall')
    expect(answer.stored.content).toBe(start(3))
    expect(answer.row.usedModel).toBe('openai')
    expect(answer.requests).toHaveLength(1)
    await vi.waitFor(() => expect(answer.requests[0]?.closedByClientAt).toBeDefined(), { timeout: 10_000 })
  }
})

test('F6 a cut, between or within events, keeps the text, is never done, and is not retried', async () => {
  const directives = ['[[fin@3]]', '[[fin@3 inside=70]]', '[[end@3]]', '[[end@3 inside=70]]']
  const answers = await Promise.all(directives.map((directive) => asking.ask(directive)))
  for (const answer of answers) {
    expectFailure(answer, 'interrupted', 'upstream_cut')
    expect(answer.stored.content).toBe(start(3))
    expect(answer.requests).toHaveLength(1)
  }
})

test('F6 a reset, which may lose bytes in flight, keeps the rest and is never done', async () => {
  const answer = await asking.ask('[[cut@8 delay=30]]')
  expectFailure(answer, 'interrupted', 'upstream_cut')
  expect(answer.stored.content).not.toBe('')
  expect(start(8).startsWith(answer.stored.content)).toBe(true)
})

test('F7 an error event in the stream keeps the text and has its own code', async () => {
  const answer = await asking.ask('[[error@3]]')
  expectFailure(answer, 'interrupted', 'upstream_cut')
  expect(answer.stored.content).toBe(start(3))
  const busy = await asking.ask('', { kind: 'error', after: 3, status: 429 })
  expectFailure(busy, 'interrupted', 'provider_rate')
  expect(busy.stored.content).toBe(start(3))
})

test('F8 up to three unreadable events are skipped; more, or an endless line, count as a cut', {
  timeout: 90_000,
}, async () => {
  const some = await asking.ask('', { kind: 'malformed', after: 3, times: 3 })
  expect(some.stored).toMatchObject({ status: 'done', finishReason: 'stop', content: DEFAULT_TEXT })

  const many = await asking.ask('', { kind: 'malformed', after: 3, times: 4 })
  expectFailure(many, 'interrupted', 'upstream_cut')
  expect(many.stored.content).toBe(start(3))

  const endless = `data: ${'x'.repeat(30 * MEGABYTE)}`
  const huge = await asking.ask('', { kind: 'insert', after: 3, bytes: endless, splitBytes: 16_384 })
  expectFailure(huge, 'interrupted', 'upstream_cut')
  expect(huge.stored.content).toBe(start(3))
  // Only as much is read as detection and the buffers in between take.
  expect(huge.requests[0]?.sentBytes).toBeLessThan(15 * MEGABYTE)
})

test('F9 F10 characters split across packets arrive and are stored whole', async () => {
  const tokens = ['Ação ', '👩‍👩‍👧‍👦', ' çãé ', '日本語 ', '🎭\u2028fim\r\n']
  const { events, stored } = await asking.ask('', { kind: 'reply', tokens, splitBytes: 1 })
  expect(stored).toMatchObject({ status: 'done', content: tokens.join('') })
  for (const { data } of events) expect(`${data.token}`).not.toContain('\ufffd')
})

test('F10 half a character is neither shown nor saved before its other half arrives', async () => {
  const { app } = asking
  const { promise, resolve } = Promise.withResolvers<void>()
  const tokens = ['Oi 👩\u200d\ud83d', '\udc67', ' fim']
  app.provider.script({ kind: 'hold', after: 1, until: promise, tokens })
  const bia = await app.signUp('Bia')
  const chatId = await openChat(bia, await openAgentId(bia))
  const stream = await bia.open('POST', `/chats/${chatId}/messages`, newMessage())
  expect(await stream.until('👩\u200d')).toBe('Oi 👩\u200d')

  const { db } = app.server.deps
  const saved = async () => {
    const [row] = await db.select().from(messages).where(eq(messages.id, stream.messageId))
    return row?.content
  }
  await expect.poll(saved, { timeout: 15_000 }).toBe('Oi 👩\u200d')
  resolve()
  expect(textOf(await stream.rest())).toBe('👧 fim')
  expect(await saved()).toBe('Oi 👩\u200d👧 fim')
})

test('F12 F13 a filter or the length limit ends a reply, which is kept and paid for', async () => {
  const filtered = await asking.ask('', { kind: 'filter', after: 3, lastText: 'última' })
  const cut = await asking.ask('[[length@3]]')
  expect(filtered.stored).toMatchObject({ status: 'done', finishReason: 'content_filter', errorCode: null })
  expect(filtered.stored.content).toBe(`${start(3)}última`)
  expect(filtered.row.nTokens).toBe(DOUBLE_INPUT.tokens + 4)
  expect(cut.stored).toMatchObject({ status: 'done', finishReason: 'length', errorCode: null })
  expect(cut.stored.content).toBe(start(3))
  expect(cut.row.nTokens).toBe(DOUBLE_INPUT.tokens + 3)
  for (const { events } of [filtered, cut]) {
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { status: 'done' } })
  }
})

test('F14 I5 a reply of a million tokens ends at the cap, and its connection is closed', {
  timeout: 90_000,
}, async () => {
  const { stored, row, requests } = await asking.ask('[[tokens=1000000 delay=0]]')
  expect(stored).toMatchObject({ status: 'done', finishReason: 'length' })
  expect(stored.content.length).toBeGreaterThanOrEqual(200_000)
  expect(stored.content.length).toBeLessThan(200_100)
  // The provider never sent usage.
  expect(row).toMatchObject({ nTokens: null, usedModel: 'openai' })
  await vi.waitFor(() => expect(requests[0]?.closedByClientAt).toBeDefined(), { timeout: 10_000 })
  // Of some 230 MB: the part that was read, and that fits into buffers in between.
  expect(requests[0]?.sentBytes).toBeLessThan(30 * MEGABYTE)
})
