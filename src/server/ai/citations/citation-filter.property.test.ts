import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CitationFilter } from './citation-filter.ts'

const GIVEN = new Set([1, 2, 12])
const isGiven = (number: number) => GIVEN.has(number)

function filtered(pieces: string[], before = ''): string {
  const filter = new CitationFilter(isGiven)
  if (before !== '') filter.resume(before)
  return pieces.map((piece) => filter.add(piece)).join('') + filter.end()
}
/** Cuts a text into pieces of the given lengths, over and over. */
function cut(text: string, lengths: number[]): string[] {
  const pieces: string[] = []
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1
    pieces.push(text.slice(at, at + length))
    at += length
  }
  return pieces
}
/** Numbers that are not given, besides 0 and those after a word that no passage can have. */
const inventedIn = (text: string) =>
  [...text.matchAll(/(?<=(.?))\[(\d{1,3})\]/gsu)].filter(([, before = '', digits]) => {
    const number = Number(digits)
    return !GIVEN.has(number) && number !== 0 && !(number > 99 && /[\p{L}\p{N}_]/u.test(before))
  })

/** Several numbers in one pair of brackets, and one that is written as a footnote. */
const groupsIn = (text: string) => {
  const lists = text.match(/\[\^?[1-9]\d?(?:[,;-]\^?[1-9]\d?)*\]/g) ?? []
  const isRange = (list: string) => /\d-\^?\d/.test(list)
  return lists.filter((list) => /[,;^]/.test(list) && !isRange(list))
}

const lengths = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 })
const PIECES = [
  '[',
  ']',
  '(',
  ')',
  ':',
  '1',
  '9',
  '12',
  ' ',
  '\n',
  '[1]',
  '[9]',
  '[0]',
  '[100]',
  'a',
  '- ',
  'http://x.y',
  '!',
  '\\',
  '2024',
  ...',;-^',
  '[1, ',
  'é😀',
]
const prose = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((parts) => parts.join(''))
const withCode = fc
  .array(fc.constantFrom(...PIECES, '`', '``', '```', '~~~', '\n```\n'), { maxLength: 40 })
  .map((parts) => parts.join(''))

describe('the filter of citations', () => {
  it('writes the same however the text arrives', () => {
    fc.assert(
      fc.property(withCode, lengths, (text, sizes) => {
        expect(filtered(cut(text, sizes))).toBe(filtered([text]))
      }),
    )
  })

  it('leaves no number that was not given, no link of a number and no definition, also over a cut', () => {
    fc.assert(
      fc.property(prose, prose, lengths, (before, text, sizes) => {
        const seen = filtered([before])
        const out = filtered(cut(text, sizes), seen)
        expect(inventedIn(seen + out)).toEqual([])
        expect(groupsIn(seen + out)).toEqual([])
        expect(seen + out).not.toMatch(/\[\d{1,3}\]\(/)
        expect(seen + out).not.toMatch(/^[ >]*\[\d{1,3}\]:/m)
      }),
    )
  })

  it('changes nothing without citations, and nothing in code', () => {
    const words = fc
      .array(
        fc.constantFrom(
          'a',
          ' ',
          '\n',
          '[x]',
          '[2024]',
          '[2024-2025]',
          '[1, 5 kg]',
          '(',
          ')',
          '`b`',
          '**',
          '| c |',
        ),
      )
      .map((it) => it.join(''))
    const same = (text: string, sizes: number[]) => {
      expect(filtered(cut(text, sizes))).toBe(text)
    }
    fc.assert(fc.property(words, lengths, same))
    const code = prose.filter((text) => !text.includes('`')).map((text) => `\`\`\`js\n${text}\n\`\`\`\n`)
    fc.assert(fc.property(code, lengths, same))
  })

  it.each([
    ['Sete dias [1].', 'Sete dias [1].'],
    ['Sete dias [9].', 'Sete dias.'],
    ['Sete dias [1][9][2].', 'Sete dias [1][2].'],
    ['Veja [1](http://mau.example/a_(b)) aqui.', 'Veja [1] aqui.'],
    ['Veja [9](http://mau.example "t") aqui.', 'Veja aqui.'],
    ['Veja [1](no guia, página 2).', 'Veja [1] (no guia, página 2).'],
    ['[1]: http://mau.example', '[1] http://mau.example'],
    ['[1][ref]', '[1] [ref]'],
    ['[[8]9]', '[9 ]'],
    ['a [ 12 ] b', 'a [12] b'],
    ['`a[9]` e [9]', '`a[9]` e'],
    ['Em [2024] e [texto](https://a.example).', 'Em [2024] e [texto](https://a.example).'],
    ['Em lista[0] e [0], v[100] e [100], dias[9].', 'Em lista[0] e [0], v[100] e, dias.'],
    ['Chame f[0](x) e v[100](http://mau.example).', 'Chame f[0] (x) e v[100] (http://mau.example).'],
    ['```\na[9]\n```\n[9] fim', '```\na[9]\n```\n fim'],
    ['Sete dias [1, 9, 2].', 'Sete dias [1][2].'],
    ['Sete dias [9,7]; [8; 9], [7-9], [^7] e 【7】.', 'Sete dias;,, e.'],
    ['Sete dias [1;12], [^2] e【12】, [1 e 2].', 'Sete dias [1][12], [2] e[12], [1][2].'],
    ['Sete dias [1-3], [1–2, 12] e 【 1, 9】.', 'Sete dias [1][2], [1][2][12] e [1].'],
    ['Veja [1, 2](http://mau.example) e [8, 9](http://mau.example).', 'Veja [1][2] e.'],
    ['[^1]: Guia', '[1] Guia'],
    ['Não [1, [9]2] e [1, [8, 9]2].', 'Não [1, 2 ] e [1, 2 ].'],
    ['`m[1, 9]` e\n```\nm[1, 9] [^9] 【9】\n```\n', '`m[1, 9]` e\n```\nm[1, 9] [^9] 【9】\n```\n'],
    ...[
      'Em [2024-2025], [1, 5 kg], [97, 197, 297], [R$ 9,90], [19,90], [47,00], [20-25] e [18-65].',
      'Em m[0, 1], [05-12], [9-7], [1, 2, x], [, 9], [9, ] e [1,2,,9].',
      'Em [1-9 [a](http://a.example/[9-1]) e - [ ] tarefa.',
      `Em [${'1,'.repeat(40)}9].`,
    ].map((text) => [text, text]),
  ])('%j becomes %j', (text, expected) => {
    expect(filtered([text])).toBe(expected)
    expect(filtered([...text])).toBe(expected)
  })
})
