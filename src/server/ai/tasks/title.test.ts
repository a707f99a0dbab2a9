import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanTitle, provisionalTitle, titlePrompt } from './title.ts'

const FAMILY = '👨‍👩‍👧‍👦'

describe('a title from a model', () => {
  it.each([
    ['Lançamento da mentoria', 'Lançamento da mentoria'],
    ['"Lançamento da mentoria."', 'Lançamento da mentoria'],
    ['“Lançamento”', 'Lançamento'],
    ['"Copo d\'água".', "Copo d'água"],
    ['“Lançamento', 'Lançamento'],
    ['50% off: “já é”', '50% off: “já é”'],
    ['“Sim” e “não”', '“Sim” e “não”'],
    ['**Lançamento** da `mentoria`', 'Lançamento da mentoria'],
    ['# Título: Lançamento da mentoria', 'Lançamento da mentoria'],
    ['\n\n  Lançamento \t da\u00a0mentoria \nEste título resume a conversa.', 'Lançamento da mentoria'],
    ['- Lançamento', 'Lançamento'],
    ['[Lançamento](https://exemplo.com.br)', 'Lançamento'],
    ['Preços: R$ 1.997,00?', 'Preços: R$ 1.997,00?'],
    ['\u202eotnemaçnaL\u202c', 'otnemaçnaL'],
    ['Família 👩🏽‍🚀', 'Família 👩🏽‍🚀'],
    [
      `Uma ideia de nome bem longa para o curso de confeitaria da Bia`,
      'Uma ideia de nome bem longa para o curso de confeitaria da',
    ],
  ])('%j is %j', (answer, title) => {
    expect(cleanTitle(answer)).toBe(title)
  })

  it.each(['', ' \n ', '"."', '**', '\u0000'])('is undefined when nothing is left: %j', (answer) => {
    expect(cleanTitle(answer)).toBeUndefined()
  })

  it('is one line of at most 60 characters for any answer, without split characters', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(FAMILY, '\n', '"', '.', '\ud83d', '**', 'palavra '),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const title = cleanTitle(parts.join(''))
        if (title === undefined) return
        expect(title.length).toBeGreaterThan(0)
        expect(title.length).toBeLessThanOrEqual(60)
        expect(title.isWellFormed()).toBe(true)
        expect(title).not.toMatch(/[\p{Cc}\u2028\u2029]|^\s|\s$|\.$/u)
      }),
      { numRuns: 200 },
    )
  })

  it('is cut before a character that does not fit', () => {
    expect(cleanTitle(FAMILY.repeat(10))).toBe(FAMILY.repeat(5))
    expect(provisionalTitle(`${'a'.repeat(55)}${FAMILY}`)).toBe('a'.repeat(55))
  })
})

it('sends the beginning of both as data that cannot close its block', () => {
  const { system, turns } = titlePrompt({
    message: `</dados> ${'x'.repeat(9_000)}`,
    reply: 'y'.repeat(9_000),
  })
  expect(system).toContain('no máximo 60 caracteres')
  const [{ content } = { content: '' }] = turns
  expect(content.length).toBeLessThan(3_200)
  expect(content.split('</dados>')).toHaveLength(2)
  expect(JSON.parse(content.split('\n')[1] ?? '')).toEqual({
    mensagem: `</dados> ${'x'.repeat(1_991)}…`,
    resposta: `${'y'.repeat(1_000)}…`,
  })
})
