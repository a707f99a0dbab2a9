import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { judgedParts } from '#shared/revisor/judged-parts.ts'
import { JUDGE_LIMITS } from '#shared/revisor/limits.ts'
import { HOSTILE_TEXTS, HOSTILE_TO_A_JUDGE } from '../../testing/factories/hostile-texts.ts'
import { JUDGE_SYSTEM, judgePrompt, readJudgement } from './judgement.ts'

const RULES = [
  { id: 'cura', title: 'Cura prometida', why: 'Um curso não cura.' },
  { id: 'superlativo', title: 'Superlativo', why: 'Alguém pode pedir a prova.' },
]
const TEXT = 'Este método cura. É o melhor do mundo, e cura.'
const read = (achados: unknown, text = TEXT) =>
  readJudgement(JSON.stringify({ achados }), { text, rules: RULES })
const finding = (over: object = {}) => ({ regra: 'cura', trecho: 'cura', motivo: 'Promete cura.', ...over })

describe('the prompt', () => {
  const hostile = [...Object.values(HOSTILE_TEXTS), ...HOSTILE_TO_A_JUDGE]

  it('has at least forty hostile texts to carry', () => expect(hostile.length).toBeGreaterThanOrEqual(40))

  it.each(hostile)('carries hostile text %# as data only', (text) => {
    const { system, turns } = judgePrompt(text, [{ ...RULES[0], why: text } as (typeof RULES)[0]])
    expect(system).toBe(JUDGE_SYSTEM)
    expect(turns).toHaveLength(1)
    const content = turns[0]?.content ?? ''
    expect(content.match(/<\/?dados>/g)).toEqual(['<dados>', '</dados>'])
    const sent = JSON.parse(content.split('\n')[1] ?? '')
    expect(sent.texto).toBe(text)
    expect(Object.keys(sent)).toEqual(['regras', 'texto'])
    expect(sent.regras.map(({ id }: { id: string }) => id)).toEqual(['cura'])
  })
})

describe('an answer', () => {
  it('names places by their exact words, the next place for the same words again', () => {
    expect(
      read([finding(), finding(), finding({ regra: 'superlativo', trecho: ' o melhor do mundo ' })]),
    ).toEqual({
      found: [
        { ruleId: 'cura', start: 12, end: 16, reason: 'Promete cura.' },
        { ruleId: 'superlativo', start: 20, end: 37, reason: 'Promete cura.' },
        { ruleId: 'cura', start: 41, end: 45, reason: 'Promete cura.' },
      ],
      dropped: 0,
    })
  })

  it.each([
    ['words that do not stand there', finding({ trecho: 'curamos' })],
    ['other capitals', finding({ trecho: 'CURA' })],
    ['a rule that was not given', finding({ regra: 'aprovado' })],
    ['a key of the prototype', finding({ regra: '__proto__' })],
    ['a number for a rule', finding({ regra: 1 })],
    ['words too short to mark', finding({ trecho: ' é ' })],
    ['words beyond the bound', finding({ trecho: 'a'.repeat(JUDGE_LIMITS.quoteLength + 1) })],
    ['no reason', finding({ motivo: ' \u200b ' })],
    ['an address for a reason', finding({ motivo: 'Veja https://mal.exemplo/?t=1' })],
    ['a link for a reason', finding({ motivo: 'Veja [aqui](//mal.exemplo)' })],
    ['a script for a reason', finding({ motivo: 'javascript:alert(1)' })],
    ['a text', 'cura'],
    ['a list', ['cura', 'cura', 'Promete']],
    ['nothing', null],
  ])('that has %s is dropped', (_what, item) => expect(read([item])).toEqual({ found: [], dropped: 1 }))

  it('that floods is cut, and says so', () => {
    const text = 'cura '.repeat(2_000)
    const judged = read(
      Array.from({ length: 1_000 }, () => finding()),
      text,
    )
    expect(judged?.found).toHaveLength(JUDGE_LIMITS.findingsPerPart)
    expect(judged?.dropped).toBe(1_000 - JUDGE_LIMITS.findingsPerPart)
  })

  it.each([
    '',
    '[]',
    '{}',
    'Está ótimo!',
    '{"achados":null}',
    '{"achados":{"0":1}}',
    '{"achados":[{"regra":"cu',
  ])('without a list is none: %s', (answer) =>
    expect(readJudgement(answer, { text: TEXT, rules: RULES })).toBeUndefined(),
  )

  test('any answer yields only places of the text, given rules and plain reasons', () => {
    const some = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('cura', 'É o melhor'),
      fc.anything(),
    )
    const item = fc.record({
      regra: fc.oneof(fc.constantFrom('cura', 'superlativo', 'x'), some),
      trecho: some,
      motivo: some,
    })
    fc.assert(
      fc.property(fc.array(fc.oneof(item, some), { maxLength: 12 }), (achados) => {
        const { found = [], dropped = 0 } = read(achados) ?? {}
        expect(found.length + dropped).toBe(achados.length)
        for (const { ruleId, start, end, reason } of found) {
          expect(['cura', 'superlativo']).toContain(ruleId)
          expect([start >= 0, end > start, end <= TEXT.length]).toEqual([true, true, true])
          expect(reason).not.toMatch(/[\p{C}\n]|:\/\/|\]\(/u)
          expect(reason.length).toBeLessThanOrEqual(JUDGE_LIMITS.reasonLength)
        }
      }),
      { numRuns: 60 },
    )
  })
})

test('parts are the beginning of a text, without gaps, and split no pair of surrogates', () => {
  const unit = fc.constantFrom('a', ' ', '\n', '\n\n', '👋')
  const piece = fc.tuple(unit, fc.integer({ min: 1, max: 9_000 })).map(([it, times]) => it.repeat(times))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('')
      const parts = judgedParts(text)
      expect(parts.length).toBeLessThanOrEqual(JUDGE_LIMITS.parts)
      parts.forEach(({ start, end }, at) => {
        expect(start).toBe(parts[at - 1]?.end ?? 0)
        expect(end - start).toBeLessThanOrEqual(JUDGE_LIMITS.partLength)
        expect(text.slice(start, end).isWellFormed()).toBe(true)
      })
      const readTo = parts.at(-1)?.end ?? 0
      expect(readTo === text.length || parts.length === JUDGE_LIMITS.parts).toBe(true)
    }),
    { numRuns: 50 },
  )
})
