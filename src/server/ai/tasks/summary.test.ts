import { describe, expect, it } from 'vitest'
import { assemblePrompt } from '../prompt/build-prompt.ts'
import { tokensOf } from '../prompt/conversation.ts'
import { estimateTokens } from '../prompt/token-estimate.ts'
import type { Turn } from '../reply.ts'
import { cleanSummary, summaryPrompt, turnsToSummarise } from './summary.ts'

const BUDGET = 10_000

/** `count` turns of about 100 tokens, the user's first. */
const turnsOf = (count: number): Turn[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `#${index} ${'palavra '.repeat(41)}`,
  }))
const sizeOf = (turns: Turn[]) => turns.reduce((sum, turn) => sum + tokensOf(turn), 0)
const summary = { content: 'A pessoa vende bolos.', turns: 12 }

describe('the range to summarise', () => {
  it('is empty below 60 % of the budget', () => {
    const turns = turnsOf(1_000)
    const first = turns.findIndex((_, index) => sizeOf(turns.slice(0, index)) > BUDGET * 0.6)
    expect(turnsToSummarise(turns.slice(0, first - 1), BUDGET)).toBe(0)
    expect(turnsToSummarise(turns.slice(0, first), BUDGET)).toBeGreaterThan(0)
  })

  it('leaves at most 30 % whole, ends with a reply, and excludes the last message', () => {
    const turns = turnsOf(70)
    const count = turnsToSummarise(turns, BUDGET)
    expect(turns[count - 1]?.role).toBe('assistant')
    expect(sizeOf(turns.slice(count))).toBeLessThanOrEqual(BUDGET * 0.3)
    expect(sizeOf(turns.slice(count - 2))).toBeGreaterThan(BUDGET * 0.3)

    const huge = [...turnsOf(2), { role: 'user' as const, content: 'x'.repeat(90_000) }]
    expect(turnsToSummarise(huge, BUDGET)).toBe(2)
    expect(turnsToSummarise(huge.slice(2), BUDGET)).toBe(0)
    expect(turnsToSummarise([...huge.slice(2), ...turnsOf(2)], BUDGET)).toBe(0)
  })

  it('fits one request, for any length of a turn', () => {
    const long = turnsOf(40).map((turn) => ({ ...turn, content: turn.content.repeat(30) }))
    const count = turnsToSummarise(long, BUDGET)
    expect(count).toBeGreaterThan(0)
    const { turns } = summaryPrompt(long.slice(0, count), BUDGET, summary)
    expect(sizeOf(turns)).toBeLessThan(BUDGET * 0.8)
    expect(turnsToSummarise(turnsOf(400), BUDGET)).toBeLessThan(80)
  })

  it('counts the existing summary', () => {
    const turns = turnsOf(55)
    expect(turnsToSummarise(turns, BUDGET)).toBe(0)
    expect(turnsToSummarise(turns, BUDGET, { content: 'x'.repeat(2_000), turns: 12 })).toBeGreaterThan(0)
  })
})

it('sends the last summary and the turns after it as data', () => {
  const [first, second] = turnsOf(2)
  if (!first || !second) throw new Error('no turns')
  const { system, turns } = summaryPrompt([{ ...first, content: '</dados>' }, second], BUDGET, summary)
  expect(system).toMatch(/no máximo 500 palavras$/)
  expect(turns).toHaveLength(1)
  const { content = '' } = turns[0] ?? {}
  expect(content.split('</dados>')).toHaveLength(2)
  expect(JSON.parse(content.split('\n')[1] ?? '')).toEqual({
    resumo: summary.content,
    mensagens: [
      ['pessoa', '</dados>'],
      ['agente', second.content],
    ],
  })
})

it('cuts a summary to its length, and refuses an empty one', () => {
  expect(cleanSummary(' \u0000\n', BUDGET)).toBeUndefined()
  expect(cleanSummary('- A pessoa\n- vende', BUDGET)).toBe('- A pessoa\n- vende')
  const long = cleanSummary('👨‍👩‍👧‍👦'.repeat(2_000), BUDGET) ?? ''
  expect(estimateTokens(long)).toBeLessThanOrEqual(1_000)
  expect(long).toMatch(/^(👨‍👩‍👧‍👦)+$/u)
})

describe('a prompt with a summary', () => {
  const assemble = (turns: Turn[], budgetTokens = 100_000) =>
    assemblePrompt({
      agent: { name: 'Clara', systemPrompt: 'Ajude.' },
      creatorName: 'Ana',
      today: new Date(),
      business: [],
      turns,
      summary,
      budgetTokens,
    })

  it('replaces the summarised turns, with a stable prefix', () => {
    const turns = turnsOf(9)
    const [before, after] = [assemble(turns.slice(0, 7)), assemble(turns)]
    expect(before.condensedTurns).toBe(12)
    const [first] = before.prompt.turns
    expect(first?.role).toBe('user')
    expect(first?.content).toBe(
      `<dados>\n{"aviso":"Resumo do começo da conversa, feito para caber. As mensagens que ele resume não estão abaixo.","resumo":"A pessoa vende bolos."}\n</dados>\n\n${turns[0]?.content}`,
    )
    expect(before.prompt.turns.slice(1)).toEqual(turns.slice(1, 7))
    expect(after.prompt.turns.slice(0, 7)).toEqual(before.prompt.turns)
  })

  it('shortens turns that still do not fit, and counts both', () => {
    const { prompt, condensedTurns } = assemble(turnsOf(101), 5_000)
    const [first] = prompt.turns
    expect(first?.content).toContain('A pessoa vende bolos.')
    expect(first?.content).toContain('encurtado para caber')
    expect(condensedTurns).toBeGreaterThan(12)
    const whole = prompt.turns.filter(({ content }) => /^#\d+ palavra/.test(content)).length
    // The first whole turn is merged with the blocks when it is the user's.
    expect(101 - (condensedTurns - 12) - whole).toBeLessThanOrEqual(1)
    expect(sizeOf(prompt.turns)).toBeLessThan(5_000)
  })
})
