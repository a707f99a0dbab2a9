import fc from 'fast-check'
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

  /** Looks for one word after the other, through the whole text. */
  function usesOneByOne(text: string, words: string[]): [string, number][] {
    const plain = (of: string) => of.toLowerCase().replaceAll('á', 'a').replace(/\s+/g, ' ')
    const isLetter = (of = '') => /[\p{L}\p{N}]/u.test(of)
    const folded = plain(text)
    const isUse = (wanted: string, at: number) =>
      folded.startsWith(wanted, at) &&
      !(isLetter(wanted[0]) && isLetter(folded[at - 1])) &&
      !(isLetter(wanted.at(-1)) && isLetter(folded[at + wanted.length]))
    return words.flatMap((word) => {
      const wanted = plain(word.trim())
      const found: [string, number][] = []
      for (let at = 0; wanted !== '' && at < folded.length; at += 1) {
        if (!isUse(wanted, at)) continue
        found.push([word, at])
        at += wanted.length - 1
      }
      return found
    })
  }

  it('are those that a search for one word after the other finds', () => {
    const piece = fc.constantFrom('a', 'b', 'á', 'A', '1', '%', '-', ' ', 'a b', 'ab', '$')
    const said = (most: number) => fc.array(piece, { maxLength: most }).map((it) => it.join(''))
    fc.assert(
      fc.property(said(40), fc.array(said(4), { maxLength: 8 }), (body, words) => {
        // One sentence without marks or double spaces, so that a place in it is one in the folded text.
        const text = `x ${body} x`.replace(/\s+/g, ' ')
        const found = findForbidden(text, words).map(({ word, start }) => `${start} ${word}`)
        const wanted = usesOneByOne(text, words).map(([word, start]) => `${start} ${word}`)
        expect(found.toSorted()).toEqual(wanted.toSorted())
      }),
      { numRuns: 500 },
    )
  })

  it('are found quickly in long texts', () => {
    const words = Array.from({ length: 50 }, (_, index) => `a${index} a`)
    expect(findForbidden('a '.repeat(30_000), [...words, 'a a'])).toHaveLength(15_000)
  })
})
