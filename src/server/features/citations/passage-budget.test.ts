import { afterAll, beforeAll, expect, test } from 'vitest'
import { TURN_OVERHEAD_TOKENS } from '../../ai/prompt/conversation.ts'
import { CHARACTERS_PER_TOKEN, estimateTokens } from '../../ai/prompt/token-estimate.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { exchangeOf } from '../../testing/clients/tool-exchange.ts'
import type { RecordedRequest } from '../../testing/doubles/provider/provider-double.ts'
import { makeSource } from '../../testing/factories/business.ts'
import { consult, givenIn, says } from '../../testing/factories/cited-source.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { askedOf } from '../../testing/prompt-structure.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const BUDGET = 8_000
const PASSAGES = BUDGET / 4

let app: TestApp
let ana: TestClient
let agentId: string
beforeAll(async () => {
  app = await createTestApp({ PROMPT_BUDGET_TOKENS: String(BUDGET) })
  ana = await app.signUp('Ana')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())

/** Tokens of the instructions and of every turn. */
function tokensOf(request: RecordedRequest | undefined): number {
  const { system, turns } = askedOf(request)
  const costs = turns.map(({ content }) => estimateTokens(content) + TURN_OVERHEAD_TOKENS)
  return costs.reduce((sum, cost) => sum + cost, estimateTokens(system))
}
const blockOf = (request: RecordedRequest | undefined) =>
  /^<dados>.*?<\/dados>/s.exec(askedOf(request).turns.at(-1)?.content ?? '')?.[0] ?? ''

test('a long chat and long passages fit in one prompt, of which passages take a quarter', async () => {
  await (await ChatClient.open(ana, agentId)).say('Bom dia')
  // With this reply, which is not summarised yet, a chat without sources is whole, and has no room for passages.
  const long = BUDGET - PASSAGES / 2 - tokensOf(app.provider.requests.at(-1))
  const talk = await ChatClient.open(ana, agentId)
  app.provider.script(says('a '.repeat((long * CHARACTERS_PER_TOKEN) / 2)))
  await talk.say('Bom dia')

  const texts = Array.from({ length: 8 }, (_, at) => `Garantia ${at}: ${'devolvemos o valor. '.repeat(90)}`)
  await makeSource(app.server.deps.db, { userId: ana.userId, name: 'Livro', texts })
  app.provider.script(consult({ query: 'garantia devolvemos' }), says('Pronto.'))
  await talk.say('Como é a garantia?')
  const [asked, consulted] = app.provider.requests.slice(-2)
  const given = givenIn(asked).block?.trechos ?? []
  // As many whole ones as fit, and not all that were found.
  expect(given.map(({ texto }) => texts.includes(texto))).toEqual([true, true, true])
  expect(estimateTokens(blockOf(asked))).toBeLessThanOrEqual(PASSAGES)
  expect(tokensOf(asked)).toBeLessThanOrEqual(BUDGET)
  const results = exchangeOf('chat', Object(consulted?.body)).results.map(String)
  expect(results).toHaveLength(1)
  expect(estimateTokens(results.join(''))).toBeLessThanOrEqual(PASSAGES)
})
