import { describe, expect, it } from 'vitest'
import { findForbidden } from './forbidden-words.ts'

const usesIn = (text: string, words: string[]) =>
  findForbidden(text, words).map(({ word, start, end, sentence }) => [
    word,
    text.slice(start, end),
    text.slice(sentence.start, sentence.end),
  ])

describe('forbidden words', () => {
  it.each([
    [
      'in any case and without accents',
      'Que INCRÍVEL! Um incrivel dia.',
      ['incrível'],
      ['INCRÍVEL', 'incrivel'],
    ],
    ['with decomposed accents', 'Que incri\u0301vel dia', ['incrível'], ['incri\u0301vel']],
    [
      'over spaces and lines',
      'A Black  Friday e a black\nfriday',
      ['black friday'],
      ['Black  Friday', 'black\nfriday'],
    ],
    ['inside emphasis', 'É **grátis**, viu?', ['grátis'], ['grátis']],
    ['with signs', 'Só 100% natural, 100%!', ['100%'], ['100%', '100%']],
    [
      'in items, headings and cells',
      '# Grátis\n- grátis\n| grátis |',
      ['grátis'],
      ['Grátis', 'grátis', 'grátis'],
    ],
    ['never inside other words', 'Gratuito, agrátis, grátis2, incríveis', ['grátis', 'incrível'], []],
    ['never in code', '```\ngrátis\n```', ['grátis'], []],
    ['never when empty', 'qualquer texto', ['  ', ''], []],
  ])('are found %s', (_how, text, words, found) => {
    expect(usesIn(text, words).map(([, used]) => used)).toEqual(found)
  })

  it('come with their sentence, in the order of the text', () => {
    const text = 'É grátis. Nada de milagre aqui.\n- Sem milagre grátis'
    expect(usesIn(text, ['milagre', 'grátis'])).toEqual([
      ['grátis', 'grátis', 'É grátis.'],
      ['milagre', 'milagre', 'Nada de milagre aqui.'],
      ['milagre', 'milagre', 'Sem milagre grátis'],
      ['grátis', 'grátis', 'Sem milagre grátis'],
    ])
  })

  it('are found quickly in long texts', () => {
    const words = Array.from({ length: 50 }, (_, index) => `a${index} a`)
    expect(findForbidden('a '.repeat(30_000), [...words, 'a a'])).toHaveLength(15_000)
  })
})
