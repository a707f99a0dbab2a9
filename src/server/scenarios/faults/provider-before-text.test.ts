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
import { createTestApp } from '../../testing/test-app.ts'

const OPENAI_KEY = 'sk-chave-que-ninguem-pode-ver'
const DEFAULT_TEXT = DEFAULT_TOKENS.join('')

/**
 * A provider that fails before the first token, through the whole application. The errors of each protocol
 * are tested next to `ai/model.ts`.
 */
let asking: Asking
beforeAll(async () => {
  asking = await startProviderFaultClient({ OPENAI_API_KEY: OPENAI_KEY, FIRST_TOKEN_TIMEOUT_MS: '5000' })
  // The provider is now known to support tools, so that no failure is attributed to them.
  await asking.ask('')
})
afterAll(() => asking.app.close())

test('F1 401 and 403 give a plain sentence, no retry and one alert, and reveal neither key nor raw response', async () => {
  const { app, ask } = asking
  const answers = await Promise.all([401, 403, 401].map((status) => ask(`[[status=${status}]]`)))

  for (const answer of answers) {
    expectFailure(answer, 'error', 'provider_auth')
    expect(answer.requests).toHaveLength(1)
    expect(answer.requests[0]?.headers.authorization).toBe(`Bearer ${OPENAI_KEY}`)
  }
  expect(app.logs.filter((line) => line.includes('"alert":"provider_auth"'))).toHaveLength(1)
  const told =
    JSON.stringify(answers.map(({ events, stored, row }) => [events, stored, row])) + app.logs.join('')
  // The double's response quotes the key, like OpenAI's.
  for (const secret of [OPENAI_KEY, 'Refused with', 'the key was']) expect(told).not.toContain(secret)
})

test('F2 F3 a single 429, 500, 503 or 529 is retried invisibly, and usage is counted once', async () => {
  const answers = await Promise.all(
    [429, 500, 503, 529].map((status) => asking.ask(`[[status=${status} times=1]]`)),
  )
  for (const { events, stored, row, requests } of answers) {
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { messageId: stored.id, status: 'done' } })
    expect(stored).toMatchObject({ status: 'done', content: DEFAULT_TEXT, errorCode: null })
    expect(row).toMatchObject({
      nTokens: DOUBLE_INPUT.tokens + DEFAULT_TOKENS.length,
      nCachedTokens: DOUBLE_INPUT.cached,
      usedModel: 'openai',
    })
    expect(requests).toHaveLength(2)
  }
})

test('F2 429 three times is reported; with a long Retry-After, at once', async () => {
  const [busy, long] = await Promise.all([
    asking.ask('[[status=429]]'),
    asking.ask('[[status=429 retry-after=21]]'),
  ])
  expectFailure(busy, 'error', 'provider_rate')
  expect(busy.requests).toHaveLength(3)
  expectFailure(long, 'error', 'provider_rate')
  expect(long.requests).toHaveLength(1)
})

test('F3 F7 three failures, by status, event or cut, are reported', async () => {
  const directives = ['[[status=500]]', '[[status=503]]', '[[status=529]]', '[[error@0]]', '[[fin@0]]']
  const answers = await Promise.all(directives.map((directive) => asking.ask(directive)))
  for (const answer of answers) {
    expectFailure(answer, 'error', 'provider_down')
    expect(answer.requests).toHaveLength(3)
    expect(answer.row).toMatchObject({ content: '', nTokens: null, nCachedTokens: null })
  }
})

test('F4 I5 a missing first token, with or without headers, times out, and the connection is closed', async () => {
  const answers = await Promise.all(['[[silent]]', '[[none]]'].map((directive) => asking.ask(directive)))
  for (const answer of answers) {
    expectFailure(answer, 'error', 'first_token_timeout')
    expect(answer.requests).toHaveLength(1)
    await vi.waitFor(() => expect(answer.requests[0]?.closedByClientAt).toBeDefined(), { timeout: 10_000 })
  }
})

test('F11 an empty or blank reply is an error, not an empty bubble', async () => {
  const answers = await Promise.all(['[[empty]]', '[[blank]]'].map((directive) => asking.ask(directive)))
  for (const answer of answers) {
    expectFailure(answer, 'error', 'empty')
    expect(answer.requests).toHaveLength(1)
    // Its tokens were paid for nevertheless.
    expect(answer.row.nTokens).toBeGreaterThanOrEqual(DOUBLE_INPUT.tokens)
  }
})

test('F12 a reply blocked by a content filter is an error that names the filter, not an empty bubble', async () => {
  const answer = await asking.ask('[[filter@0]]')
  expectFailure(answer, 'error', 'filtered')
  expect(answer.requests).toHaveLength(1)
})

test('F3 the other provider answers when the first is down, and the row records it', async () => {
  const both = await createTestApp({ GOOGLE_API_KEY: 'chave-google' })
  try {
    // Both names lead to the same double, which distinguishes them by protocol.
    await both.restart({ GOOGLE_BASE_URL: both.provider.googleBaseUrl })
    const eva = await both.signUp('Eva')
    const chatId = await openChat(eva, await openAgentId(eva))
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
