import { describe, expect, it, test } from 'vitest'
import { linesOf, planRepair, repairedLine, withLines } from './repair.ts'

const WORDS = ['grátis', 'milagre', 'black friday']
const planned = (text: string, longest = 1_000) => {
  const { spans, left } = planRepair(text, WORDS, longest)
  return { lines: linesOf(text, spans), left }
}

describe('the sentences to write again', () => {
  test.each([
    ['none', 'Tudo certo por aqui.', []],
    ['one of several', 'Oi. É grátis hoje. Tchau.', ['É grátis hoje.']],
    ['one with two words, once', 'É grátis e é milagre.', ['É grátis e é milagre.']],
    [
      'items, headings and cells',
      '# Grátis\n- Um milagre\n| grátis | não |',
      ['Grátis', 'Um milagre', 'grátis'],
    ],
    ['both lines of words across them', 'Vem aí a black\nfriday. Até lá.', ['Vem aí a black', 'friday.']],
    ['none in code', '```\ngrátis\n```', []],
  ])('are %s', (_what, text, lines) => expect(planned(text)).toEqual({ lines, left: 0 }))

  it('are those that fit', () => {
    expect(planned('É grátis. É um milagre. Grátis!', 18)).toEqual({
      lines: ['É grátis.', 'Grátis!'],
      left: 1,
    })
  })
})

test('lines take the places of their sentences, and the rest of the text stays', () => {
  const text = '- **É grátis.** Sim.\n\n> Um milagre! [1]\n'
  const { spans } = planRepair(text, WORDS, 1_000)
  expect(withLines(text, spans, linesOf(text, spans))).toBe(text)
  expect(withLines(text, spans, ['**Sem custo.**', 'Um começo!'])).toBe(
    '- **Sem custo.** Sim.\n\n> Um começo! [1]\n',
  )
})

describe('a version of a sentence', () => {
  test.each([
    ['plain', 'Sem custo.', 'Sem custo.'],
    ['with the mark of a list', ' - Sem custo. Hoje. ', 'Sem custo. Hoje.'],
    ['with a heading', '## Sem custo', 'Sem custo'],
    ['with a forbidden word', 'Gratis agora.', undefined],
    ['without words', '…', undefined],
    ['empty', '', undefined],
    ['of two lines', 'Sem\ncusto', undefined],
    ['with a fence', 'Sem custo ```grátis```', undefined],
    ['with cells', 'Sem | custo', undefined],
    ['far too long', 'a '.repeat(200), undefined],
  ])('%s', (_what, answer, kept) => expect(repairedLine('É grátis.', answer, WORDS)).toBe(kept))
})
