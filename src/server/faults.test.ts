import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Message, REPLY_ERROR_TEXT, type ReplyErrorCode } from '#shared/contract/messages.ts'
import { messages } from './db/schema/index.ts'
import { messagesOf, newMessage, openAgentId, openChat } from './testing/conversation.ts'
import type { Behaviour } from './testing/provider-double-behaviour.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'
import { type StreamedEvent, type TestClient, textOf } from './testing/test-client.ts'

const OPENAI_KEY = 'sk-chave-que-ninguem-pode-ver'

let app: TestApp
let ana: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp({
    OPENAI_API_KEY: OPENAI_KEY,
    FIRST_TOKEN_TIMEOUT_MS: '4000',
    STALL_TIMEOUT_MS: '700',
  })
  ana = await app.signUp()
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())

type Outcome = { events: StreamedEvent[]; stored: Message; attempts: number }

/** One question to a provider that behaves so; what was streamed and what is stored. */
async function ask(...behaviours: Behaviour[]): Promise<Outcome> {
  const chatId = await openChat(ana, agentId)
  const before = app.provider.requests.length
  app.provider.script(...behaviours)
  const events = await ana.send(chatId, newMessage('Pergunta'))
  const [human, stored] = await messagesOf(ana, chatId)
  expect(human?.content).toBe('Pergunta')
  if (!stored) throw new Error('no reply')
  expect(stored.content).toBe(textOf(events))
  return { events, stored, attempts: app.provider.requests.length - before }
}

const terminalOf = ({ events }: Outcome) => events.at(-1)

const expectFailure = (outcome: Outcome, status: string, code: ReplyErrorCode, isTimeout = false) => {
  expect(outcome.stored).toMatchObject({ status, errorCode: code })
  expect(terminalOf(outcome)).toMatchObject({
    event: 'error',
    data: { error: REPLY_ERROR_TEXT[code], code, isTimeout },
  })
}

describe('before the first token', () => {
  test('401: a plain sentence and a code, no second attempt, the key nowhere', async () => {
    const outcome = await ask({ kind: 'status', status: 401 })
    expectFailure(outcome, 'error', 'provider_auth')
    expect(outcome.attempts).toBe(1)
    expect(JSON.stringify(outcome.events) + app.logs.join('')).not.toContain(OPENAI_KEY)
  })

  test('429 once: tried again, and nobody notices', async () => {
    const outcome = await ask({ kind: 'status', status: 429 })
    expect(terminalOf(outcome)).toMatchObject({ event: 'done', data: { status: 'done' } })
    expect(outcome.attempts).toBe(2)
  })

  test('500 once: tried again', async () => {
    const outcome = await ask({ kind: 'status', status: 500 })
    expect(outcome.stored.status).toBe('done')
    expect(outcome.attempts).toBe(2)
  })

  test('429 three times: said plainly', async () => {
    const down: Behaviour = { kind: 'status', status: 429 }
    const outcome = await ask(down, down, down)
    expectFailure(outcome, 'error', 'provider_rate')
    expect(outcome.attempts).toBe(3)
  })

  test('no first token: given up after the limit, the provider’s connection closed', async () => {
    const outcome = await ask({ kind: 'noTokens' })
    expectFailure(outcome, 'error', 'first_token_timeout', true)
    expect(app.provider.requests.at(-1)?.closedByClientAt).toBeDefined()
  })

  test('an answer without text is an error, not an empty bubble', async () => {
    expectFailure(await ask({ kind: 'empty' }), 'error', 'empty')
  })
})

describe('after the first token', () => {
  test('a stall: what came is kept, the provider’s connection closed', async () => {
    const outcome = await ask({ kind: 'stall', after: 3, heartbeatMs: 50 })
    expectFailure(outcome, 'interrupted', 'stall', true)
    expect(outcome.stored.content).not.toBe('')
    expect(app.provider.requests.at(-1)?.closedByClientAt).toBeDefined()
  })

  test.each(['reset', 'fin', 'end'] as const)('a cut (%s): what came is kept, never done', async (how) => {
    const outcome = await ask({ kind: 'cut', after: 3, how })
    expectFailure(outcome, 'interrupted', 'upstream_cut')
    expect(outcome.stored.content).not.toBe('')
    expect(outcome.attempts).toBe(1)
  })

  test('characters split between packets arrive whole', async () => {
    const tokens = ['Ação ', '👩‍👩‍👧‍👦', ' çãé ', '日本語 ', '🎭\u2028fim\r\n']
    const outcome = await ask({ kind: 'reply', tokens, splitBytes: 1 })
    expect(outcome.stored).toMatchObject({ status: 'done', content: tokens.join('') })
  })

  test('the length limit and the filter end a reply that is kept', async () => {
    expect((await ask({ kind: 'length', after: 3 })).stored).toMatchObject({
      status: 'done',
      finishReason: 'length',
    })
    expect((await ask({ kind: 'filter', after: 3 })).stored).toMatchObject({
      status: 'done',
      finishReason: 'content_filter',
    })
  })
})

describe('with two providers', () => {
  test('the other one answers when the first is down, and the row says which it was', async () => {
    const both = await createTestApp({ GOOGLE_API_KEY: 'chave-google' })
    try {
      // Both names lead to the same double; it knows them apart by their protocols.
      await both.restart({ GOOGLE_BASE_URL: both.provider.googleBaseUrl })
      const eva = await both.signUp('Eva')
      const chatId = await openChat(eva, agentId)
      both.provider.script({ kind: 'status', status: 401 })
      const events = await eva.send(chatId, newMessage())
      expect(events.at(-1)?.data.status).toBe('done')
      expect(both.provider.requests.map(({ api }) => api)).toEqual(['chat', 'gemini'])
      const [row] = await both.server.deps.db.select().from(messages).where(eq(messages.sender, 'ai'))
      expect(row?.usedModel).toBe('google')
    } finally {
      await both.close()
    }
  })
})
