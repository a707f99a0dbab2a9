import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mentionAt, mentionText } from './mention.ts'

/** The text with its caret at `|`. */
const at = (marked: string) => {
  const caret = marked.indexOf('|')
  return mentionAt(marked.replace('|', ''), caret)
}

describe('mentionAt', () => {
  it.each([
    ['@|', ''],
    ['fale do @cur|', 'cur'],
    ['fale do @curso de vio|', 'curso de vio'],
    ['(@cur|)', 'cur'],
    ['“@cur|', 'cur'],
    ['linha\n@cur|', 'cur'],
    ['de @a para @b|', 'b'],
    ['@cur|so inteiro', 'cur'],
    ['@maçã 2.0|', 'maçã 2.0'],
  ])('%s looks for %j', (marked, query) => {
    expect(at(marked)?.query).toBe(query)
  })

  it.each([
    '|',
    '|@',
    'sem sinal|',
    'ana@exemplo.com|',
    'ana.b+c@ex|',
    'https://x.com/@ana|',
    '@@ana|',
    '@ ana|',
    '@cur\nso|',
    `@${'a'.repeat(61)}|`,
  ])('%s looks for nothing', (marked) => {
    expect(at(marked)).toBeNull()
  })

  it('finds none in an e-mail address', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[\w.%+-]{1,9}@[a-z]{1,9}(\.[a-z]{2,3}){1,2}$/),
        fc.nat(),
        (address, draftKey) => {
          expect(mentionAt(address, draftKey % (address.length + 1))).toBeNull()
        },
      ),
    )
  })

  it('finds exactly the text from an @ to the caret, for every text and caret', () => {
    const text = fc.string({ unit: fc.constantFrom('@', ' ', '\n', 'a', 'ç', '.', '(', '👩'), maxLength: 80 })
    fc.assert(
      fc.property(text, fc.nat(), (it, draftKey) => {
        const caret = draftKey % (it.length + 1)
        const mention = mentionAt(it, caret)
        if (!mention) return
        expect(mention.end).toBe(caret)
        expect(it.slice(mention.start, caret)).toBe(`@${mention.query}`)
        expect(mention.query).not.toMatch(/@|\n|^\s/)
        expect(it.charAt(mention.start - 1)).toMatch(/^$|[\s(]/)
      }),
    )
  })
})

describe('mentionText', () => {
  it.each([
    ['@cur|', 'Curso '],
    ['@cur| já', 'Curso'],
    ['@cur|, e', 'Curso'],
    ['(@cur|)', 'Curso'],
    ['@cur|so', 'Curso '],
  ])('%s becomes %j', (marked, expected) => {
    const mention = at(marked)
    expect(mention && mentionText(marked.replace('|', ''), mention, 'Curso')).toBe(expected)
  })

  it('keeps the text around the @ and removes the @', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), (before, after) => {
        const text = `${before} @cur${after}`
        const mention = mentionAt(text, before.length + 5)
        if (!mention) return
        const put =
          text.slice(0, mention.start) + mentionText(text, mention, 'Curso') + text.slice(mention.end)
        expect(put.startsWith(`${before} Curso`)).toBe(true)
        expect(put.endsWith(after)).toBe(true)
      }),
    )
  })
})
