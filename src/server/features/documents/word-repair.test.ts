import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REPLY_ERROR_TEXT } from '#shared/reply-ends.ts'
import { findForbidden } from '#shared/voice/forbidden-words.ts'
import { linesOf, planRepair, withLines } from '#shared/voice/repair.ts'
import { callDays, plans } from '../../db/schema/index.ts'
import { outcomeOf } from '../../testing/clients/chat-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { usageOf } from '../../testing/factories/quotas.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type TestClient, textOf } from '../../testing/test-client.ts'

const WORDS = ['grátis', 'milagre', 'segredo', '100% garantido', 'fórmula mágica']

let app: TestApp
let ana: TestClient
let before: number
beforeAll(async () => {
  app = await createTestApp()
  await app.signUp('Dona da Casa')
  await app.server.deps.db.update(plans).set({ monthlyMessageLimit: 1_000 })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.provider.clearAsides()
  before = app.provider.asides.length
  ana = await app.signUp('Ana Souza')
})

const bodyOf = (text: string) => ({ text, change: 'words', forbiddenWords: WORDS })
const ask = async (text: string) => (await ana.open('POST', '/documents/rewrite', bodyOf(text))).rest()
const says = (...tokens: string[]) => ({ kind: 'reply', tokens, delayMs: 0 }) as const
const asides = () => app.provider.asides.slice(before)
const asked = () => asides().map(({ body }) => dataOf(Object(body).messages.at(-1).content))
const dataOf = (content: string) => JSON.parse(content.split('\n')[1] ?? '')

/** A reply of the double with forbidden words in sentences, items, headings and cells; always the same for a number. */
function replyOf(number: number): string {
  let seed = number + 1
  const pick = <T>(from: readonly T[]): T => {
    seed = (seed * 48_271) % 2_147_483_647
    return from[seed % from.length] as T
  }
  const word = () => {
    const chosen = pick(WORDS)
    return pick([chosen, chosen.toUpperCase(), `**${chosen}**`, chosen.normalize('NFD')])
  }
  const sentence = () =>
    pick([
      `Aqui o ${word()} aparece no meio.`,
      'Esta frase não tem nada demais.',
      `${word()}, ${word()} e mais nada!`,
      `Você quer ${word()}? [1]`,
    ])
  return [
    `## O ${word()} de hoje`,
    `${sentence()} ${sentence()} ${sentence()}`,
    `- ${sentence()}\n- Tem ${word()} no item\n- ${sentence()}`,
    `| Coluna | Outra |\n| --- | --- |\n| ${word()} | limpo |`,
    `> ${sentence()}`,
  ].join('\n\n')
}

describe('the repair of forbidden words', () => {
  test('leaves none in 200 replies, also of a model that disobeys at first', async () => {
    let repaired = 0
    for (let number = 0; number < 200; number += 1) {
      const reply = replyOf(number)
      expect(findForbidden(reply, WORDS)).not.toEqual([])
      const { spans, left } = planRepair(reply, WORDS, 8_000)
      const lines = linesOf(reply, spans)
      if (number % 10 === 0)
        app.provider.scriptAside(says(lines.map((it, at) => `${at + 1}: ${it}`).join('\n')))
      const answer = textOf(await ask(lines.join('\n'))).split('\n')
      expect([answer.length, left]).toEqual([lines.length, 0])
      const after = withLines(reply, spans, answer)
      expect(findForbidden(after, WORDS)).toEqual([])
      // Nothing else changes: neither lines nor their marks.
      const marks = (text: string) => text.split('\n').map((line) => /^(?:[#>|-]+ ?)?/.exec(line)?.[0])
      expect(marks(after)).toEqual(marks(reply))
      repaired += 1
    }
    expect(repaired).toBe(200)
  })

  test('asks once more for the sentences that kept a word, and leaves those that keep one again', async () => {
    const [first, second, third] = ['É grátis.', 'É um milagre.', 'É segredo.']
    app.provider.scriptAside(
      says('1: Sem custo.\n2: É um MILAGRE mesmo.\nE mais nada.'),
      says('1: Milagre!\n2: É só nosso.'),
    )
    const events = await ask([first, second, third].join('\n'))
    expect(textOf(events)).toBe(`Sem custo.\n${second}\nÉ só nosso.`)
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { status: 'done' } })
    expect(asked()).toEqual([
      {
        pedido: expect.stringContaining('sem nenhuma das palavras'),
        palavras_proibidas: WORDS,
        trecho: `1: ${first}\n2: ${second}\n3: ${third}`,
      },
      expect.objectContaining({ trecho: `1: ${second}\n2: ${third}` }),
    ])
    expect((await usageOf(ana)).used).toBe(1)
  })

  test.each([
    ['no words', '1: …'],
    ['no numbers', 'Sem custo.'],
    ['only another number', '7: Sem custo.'],
    ['code', '1: ``` Sem custo'],
    ['a flood', `1: ${'blá '.repeat(2_000)}`],
    ['the words of the text in another case', '1: É GRATIS.'],
  ])('leaves a sentence as it is after %s twice', async (_what, answer) => {
    app.provider.scriptAside(says(answer), says(answer))
    expect(textOf(await ask('É grátis.'))).toBe('É grátis.')
    expect(asked()).toHaveLength(2)
  })

  test('counts each call, and returns the message of one that fails', async () => {
    const { db } = app.server.deps
    const counted = await db.select().from(callDays)
    const callsOf = (rows: typeof counted) =>
      rows.filter(({ purpose }) => purpose === 'rewrite').reduce((sum, { calls }) => sum + calls, 0)
    app.provider.scriptAside(says('1: Grátis.'), { kind: 'status', status: 401 })
    expect(await ask('É grátis.')).toMatchObject([
      { event: 'error', data: { code: 'provider_auth', error: REPLY_ERROR_TEXT.provider_auth } },
    ])
    expect((await usageOf(ana)).used).toBe(0)
    expect(callsOf(await db.select().from(callDays))).toBe(callsOf(counted) + 2)
  })

  test('ends the provider’s call when the user cancels', async () => {
    app.provider.scriptAside({ kind: 'stall', after: 1, tokens: ['1: ', 'Sem custo.'] })
    const stream = await ana.open('POST', '/documents/rewrite', bodyOf('É grátis.'))
    await eventually(() => expect(asides()).toHaveLength(1))
    await stream.close()
    await eventually(() => expect(asides()[0]?.closedByClientAt).toBeDefined())
    await eventually(async () => expect(textOf(await ask('É grátis.'))).toBe('É outra coisa.'))
  })

  test.each([
    ['no words', { text: 'É grátis.', change: 'words' }],
    ['an empty list', { text: 'É grátis.', change: 'words', forbiddenWords: [] }],
    ['words for another change', { text: 'É grátis.', change: 'shorter', forbiddenWords: WORDS }],
    ['too many', { ...bodyOf('a'), forbiddenWords: Array.from({ length: 51 }, (_, at) => `p${at}`) }],
    ['a long word', { ...bodyOf('a'), forbiddenWords: ['a'.repeat(61)] }],
  ])('is refused for %s', async (_what, body) =>
    expect(outcomeOf(await ana.post('/documents/rewrite', body))).toEqual([400, 'VALIDATION_ERROR']),
  )
})
