import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moveParts, moveSpans } from './move-spans.ts'

const quoteOf = (text: string, { start, end }: { start: number; end: number }) => text.slice(start, end)

describe('spans through an edit', () => {
  test.each([
    ['before', 'Oi. Lucro garantido!', 'Olá, gente. Lucro garantido!', ['Lucro garantido']],
    ['after', 'Lucro garantido! Fim.', 'Lucro garantido! Outro fim.', ['Lucro garantido']],
    ['inside', 'Lucro garantido!', 'Lucro bem garantido!', []],
    ['its removal', 'Lucro garantido!', '!', []],
    ['everything', 'Lucro garantido!', '', []],
  ])('%s', (_what, from, to, quotes) => {
    const start = from.indexOf('Lucro')
    const moved = moveSpans([{ start, end: start + 'Lucro garantido'.length }], from, to)
    expect(moved.map((it) => quoteOf(to, it))).toEqual(quotes)
  })

  const place = fc.nat({ max: 60 })
  const places = fc.array(fc.tuple(place, place), { maxLength: 6 })
  const editsOf = <T>(added: fc.Arbitrary<T>) => fc.array(fc.tuple(place, place, added), { maxLength: 5 })

  type Kept = { start: number; end: number; quote: string }

  /** Makes the edits one after the other; `check` gets the spans that an edit did not touch, and those that are left. */
  function play(
    first: string,
    at: [number, number][],
    edits: [at: number, length: number, added: string][],
    check: (untouched: Kept[], moved: Kept[]) => void,
  ): void {
    const spans = at.map(([one, other]) => {
      const [start = 0, end = 0] = [one, other].map((it) => it % (first.length + 1)).toSorted((a, b) => a - b)
      return { start, end, quote: first.slice(start, end) }
    })
    let now = first
    let kept = spans.filter(({ quote }) => quote !== '')
    for (const [where, length, added] of edits) {
      const from = where % (now.length + 1)
      const to = Math.min(from + length, now.length)
      const next = now.slice(0, from) + added + now.slice(to)
      const moved = moveSpans(kept, now, next)
      for (const it of moved) expect(quoteOf(next, it)).toBe(it.quote)
      const untouched = kept.filter(({ start, end }) => end < from || start > to)
      check(untouched, moved)
      now = next
      kept = moved
    }
  }

  test('keep their words after any edits', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', 'é', '👋'), maxLength: 40 })
    fc.assert(
      fc.property(text, places, editsOf(text), (first, at, edits) => play(first, at, edits, () => {})),
      { numRuns: 500 },
    )
  })

  test('are lost only if an edit touched them', () => {
    // Each letter occurs once: among repeated ones, several edits lead from one text to the other.
    const codes = fc.uniqueArray(fc.nat({ max: 900 }), { maxLength: 40 })
    const textOf = (of: number[], edit: number) =>
      String.fromCharCode(...of.map((code) => 0x4e00 + edit * 1_000 + code))
    fc.assert(
      fc.property(codes, places, editsOf(codes), (first, at, edits) => {
        const made = edits.map(([where, length, added], index): [number, number, string] => [
          where,
          length,
          textOf(added, index + 1),
        ])
        play(textOf(first, 0), at, made, (untouched, moved) => {
          expect(moved.map(({ quote }) => quote)).toEqual(
            expect.arrayContaining(untouched.map(({ quote }) => quote)),
          )
        })
      }),
      { numRuns: 500 },
    )
  })
})

describe('parts through an edit', () => {
  const texts = ['Uma ideia', 'O método', 'Um bônus']
  const whole = texts.join('\n\n')
  const parts = [
    { start: 0, end: 9 },
    { start: 11, end: 19 },
    { start: 21, end: 29 },
  ]

  test.each([
    ['of a word', whole.replace('método', 'roteiro'), ['Uma ideia', 'O roteiro', 'Um bônus']],
    ['at the beginning', `Só ${whole}`, ['Só Uma ideia', 'O método', 'Um bônus']],
    [
      'at the end of a part',
      whole.replace('ideia', 'ideia nova'),
      ['Uma ideia nova', 'O método', 'Um bônus'],
    ],
    ['at the end', `${whole}!`, ['Uma ideia', 'O método', 'Um bônus!']],
    ['that removes a part', whole.replace('O método', ''), ['Uma ideia', '', 'Um bônus']],
    ['over two parts', whole.replace('ideia\n\nO mét', '-'), ['Uma -', 'odo', 'Um bônus']],
    ['of everything', 'Nada.', ['Nada.', '', '']],
    ['of nothing', whole, texts],
  ])('%s', (_what, to, expected) => {
    expect(moveParts(parts, whole, to).map((it) => quoteOf(to, it))).toEqual(expected)
  })

  test('follow each other within the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('U', 'm', 'a', ' ', '\n', 'o', 's'), maxLength: 40 }),
        (to) => {
          const moved = moveParts(parts, whole, to)
          const ends = moved.flatMap(({ start, end }) => [start, end])
          expect(ends).toEqual(ends.toSorted((one, other) => one - other))
          expect(ends.every((at) => at >= 0 && at <= to.length)).toBe(true)
        },
      ),
    )
  })
})
