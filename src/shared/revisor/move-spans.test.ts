import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moveSpans } from './move-spans.ts'

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

  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', 'é', '👋'), maxLength: 40 })
  const place = fc.nat({ max: 60 })

  test('keep their words and order after any edits, and are lost only if an edit touched them', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.tuple(place, place), { maxLength: 6 }),
        fc.array(fc.tuple(place, place, text), { maxLength: 5 }),
        (first, places, edits) => {
          const spans = places.map(([one, other]) => {
            const [start = 0, end = 0] = [one, other]
              .map((it) => it % (first.length + 1))
              .toSorted((a, b) => a - b)
            return { start, end, quote: first.slice(start, end) }
          })
          let now = first
          let kept = spans.filter(({ quote }) => quote !== '')
          for (const [at, length, added] of edits) {
            const from = at % (now.length + 1)
            const next = now.slice(0, from) + added + now.slice(from + length)
            const untouched = kept.filter(
              ({ start, end }) => end < from || start > Math.min(from + length, now.length),
            )
            const moved = moveSpans(kept, now, next)
            for (const it of moved) expect(quoteOf(next, it)).toBe(it.quote)
            expect(moved.length).toBeGreaterThanOrEqual(untouched.length)
            now = next
            kept = moved
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
