import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callDays, chatSummaries } from '../../db/schema/index.ts'
import { ChatClient } from '../../testing/clients/chat-client.ts'
import { DOUBLE_SUMMARY } from '../../testing/doubles/provider/background-answers.ts'
import { eventually } from '../../testing/eventually.ts'
import { openAgentId } from '../../testing/factories/conversation.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

/** The agent's instructions take some hundreds of tokens of it. */
const BUDGET = '4000'

let app: TestApp
let ana: TestClient
let agentId: string
let talk: ChatClient
beforeAll(async () => {
  app = await createTestApp({ PROMPT_BUDGET_TOKENS: BUDGET })
  ana = await app.signUp('Ana Souza')
  agentId = await openAgentId(ana)
})
afterAll(() => app.close())
beforeEach(async () => {
  talk = await ChatClient.open(ana, agentId)
  app.provider.setDefault({ kind: 'reply', tokens: [`Certo: ${'massa '.repeat(100)}`], delayMs: 0 })
})

const question = (index: number) => `#${index} ${'bolo '.repeat(100)}`.trim()

const summaries = () =>
  app.server.deps.db
    .select()
    .from(chatSummaries)
    .where(eq(chatSummaries.chatId, talk.chatId))
    .orderBy(chatSummaries.turns)

type Asked = { role: string; content: string }[]
const turnsOf = (request: { body: unknown } | undefined): Asked => Object(request?.body).messages.slice(1)
const asked = (): Asked => turnsOf(app.provider.requests.at(-1))
const summaryCalls = () =>
  app.provider.asides.filter(({ body }) => Object(body).messages[0].content.startsWith('Você resume'))

/** Sends messages until the chat has this many summaries. Returns the number of the next message. */
async function talkUntil(count: number, from = 0): Promise<number> {
  for (let index = from; index < from + 40; index += 1) {
    const before = summaryCalls().length
    const kept = (await summaries()).length
    await talk.say(question(index))
    // Summaries run in the background; wait here because the test reads the next prompt.
    const { condensedTurns = 0 } = (await talk.list('?limit=1'))[0] ?? {}
    const isDue = await isNearBudget()
    if (isDue) await eventually(() => expect(summaryCalls().length).toBeGreaterThan(before))
    if (isDue) await eventually(async () => expect((await summaries()).length).toBeGreaterThan(kept))
    if ((await summaries()).length >= count) return index + 1
    expect(condensedTurns).toBeLessThan(40)
  }
  throw new Error('no summary came')
}

/** Whether the last prompt exceeds the share of the budget that triggers a summary. */
async function isNearBudget(): Promise<boolean> {
  const { messages } = Object(app.provider.requests.at(-1)?.body)
  const tokens = (texts: string[]) => texts.reduce((sum, text) => sum + Math.ceil(text.length / 3.5) + 4, 0)
  const [system, ...turns] = messages.map(({ content }: { content: string }) => content)
  const reply = (await talk.list('?limit=1'))[0]?.content ?? ''
  return tokens([...turns, reply]) > (Number(BUDGET) - Math.ceil(system.length / 3.5)) * 0.6
}

describe('a long chat', () => {
  test('is sent as its summary and newest turns, with a stable prefix from turn to turn', async () => {
    const next = await talkUntil(1)
    const [summary] = await summaries()
    if (!summary) throw new Error('no summary')
    const list = await talk.list()
    const place = list.findIndex(({ id }) => id === summary.throughMessageId)
    expect(summary).toMatchObject({ content: DOUBLE_SUMMARY, turns: place + 1 })
    expect(list[place]?.sender).toBe('ai')
    const counted = await app.server.deps.db.select().from(callDays).where(eq(callDays.purpose, 'summary'))
    expect(counted).toMatchObject([{ agentId, calls: 1, isOwnKey: false }])
    expect(counted[0]?.nTokens).toBeGreaterThan(0)

    await talk.say(question(next))
    const kept = list.slice(place + 1).map(({ content }) => content)
    const block = `<dados>\n${JSON.stringify({
      aviso: 'Resumo do começo da conversa, feito para caber. As mensagens que ele resume não estão abaixo.',
      resumo: DOUBLE_SUMMARY,
    })}\n</dados>`
    const contents = asked().map(({ content }) => content)
    expect(contents).toEqual([`${block}\n\n${kept[0]}`, ...kept.slice(1), question(next)])
    expect(asked().map(({ role }) => role)).toEqual(
      contents.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')),
    )
    expect((await talk.list()).at(-1)?.condensedTurns).toBe(summary.turns)
    const before = asked()
    await talk.say(question(next + 1))
    expect(asked().slice(0, before.length)).toEqual(before)

    // The turns that the summary was made from.
    const [{ content } = { content: '' }] = turnsOf(summaryCalls().at(-1))
    const { mensagens } = JSON.parse(content.split('\n')[1] ?? '')
    expect(mensagens).toEqual(
      list.slice(0, place + 1).map((it) => [it.sender === 'human' ? 'pessoa' : 'agente', it.content]),
    )
  })

  test('is summarised after the second message at the earliest, because the last one stays whole', async () => {
    await talk.say('bolo '.repeat(1_800).trim())
    await talk.say('bolo '.repeat(200).trim())
    await eventually(async () => expect(await summaries()).toMatchObject([{ turns: 2 }]))
  })

  test('is summarised again from the last summary and the turns after it', async () => {
    const next = await talkUntil(1)
    app.provider.scriptAside({ kind: 'reply', tokens: ['Segundo resumo.'], delayMs: 0 })
    await talkUntil(2, next)
    const [first, second] = await summaries()
    expect(second).toMatchObject({ content: 'Segundo resumo.' })
    const [{ content } = { content: '' }] = turnsOf(summaryCalls().at(-1))
    const { resumo, mensagens } = JSON.parse(content.split('\n')[1] ?? '')
    expect(resumo).toBe(DOUBLE_SUMMARY)
    const list = await talk.list()
    expect(mensagens.map(([, text]: string[]) => text)).toEqual(
      list.slice(first?.turns, second?.turns).map((it) => it.content),
    )
    await talk.say('E agora?')
    expect(asked()[0]?.content).toContain('Segundo resumo.')
    expect(asked()[0]?.content).not.toContain(DOUBLE_SUMMARY)
    expect((await talk.list()).at(-1)?.condensedTurns).toBe(second?.turns)
  })

  test('uses its summary on every branch that contains the summarised turns, and on no other', async () => {
    const next = await talkUntil(1)
    const [summary] = await summaries()
    const list = await talk.list()
    const last = list.at(-2)
    await talk.say('Outra pergunta', { replacesId: last?.id ?? '' })
    expect(asked()[0]?.content).toContain(DOUBLE_SUMMARY)
    expect(asked().at(-1)?.content).toBe('Outra pergunta')
    await talk.say('Do começo', { replacesId: list[2]?.id ?? '' })
    expect(asked().map(({ content }) => content)).toEqual([list[0]?.content, list[1]?.content, 'Do começo'])
    expect((await talk.list()).at(-1)?.condensedTurns).toBe(0)
    expect(summary?.turns).toBeGreaterThan(2)
    expect(next).toBeGreaterThan(3)
  })

  test('is truncated if no summary is ready in time, and the prompt says so', async () => {
    const failures = Array.from({ length: 60 }, () => ({ kind: 'status' as const, status: 400 }))
    app.provider.scriptAside(...failures)
    try {
      let condensed = 0
      for (let index = 0; index < 30 && condensed === 0; index += 1) {
        await talk.say(question(index))
        condensed = (await talk.list('?limit=1'))[0]?.condensedTurns ?? 0
      }
      expect(condensed).toBeGreaterThan(0)
      expect(asked()[0]?.content).toContain('encurtado para caber')
      expect(await summaries()).toEqual([])
      const hasFailed = () =>
        app.logs.some((line) => line.includes('"msg":"no summary"') && line.includes(talk.chatId))
      await eventually(async () => {
        // A reply that ends during another task of its chat starts no summary; the next one does.
        if (!hasFailed()) await talk.say('E agora?')
        expect(hasFailed()).toBe(true)
      })
    } finally {
      // Drops unused scripted answers, so that the next test does not get them.
      app.provider.clearAsides()
    }
  })
})
