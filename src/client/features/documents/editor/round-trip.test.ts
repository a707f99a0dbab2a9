import { getSchema, type JSONContent } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editorDocument, markdownDocument } from '#client/testing/generated-documents.ts'
import { HOSTILE_MARKDOWN } from '#client/testing/hostile-markdown.ts'
import { printBlocks } from './print-markdown.ts'
import { readBlocks } from './read-markdown.ts'
import { meaningOf, normalizeMarkdown, openMarkdown } from './round-trip.ts'
import { extensions } from './schema.ts'

const schema = getSchema(extensions)

/** Markdown → the editor's document, checked by its schema → Markdown. */
function throughEditor(doc: JSONContent): string {
  const node = Node.fromJSON(schema, doc)
  node.check()
  return printBlocks((node.toJSON() as JSONContent).content ?? [])
}

/** On a machine that does other things. */
const SLOW = 240_000

const openedOf = (text: string) => {
  const opened = openMarkdown(text)
  if ('obstacle' in opened) throw new Error(`${opened.obstacle}: ${text}`)
  return opened
}

describe('a document through the editor', () => {
  test(
    '1,000 generated texts come back byte for byte after one normalisation, and mean the same',
    () => {
      fc.assert(
        fc.property(markdownDocument, (text) => {
          const normal = normalizeMarkdown(text)
          // A text of another meaning is not opened.
          expect(throughEditor(openedOf(text).doc)).toBe(normal)
          expect(normalizeMarkdown(normal)).toBe(normal)
        }),
        { numRuns: 1_000, seed: 51 },
      )
    },
    SLOW,
  )

  test(
    '1,000 documents written in the editor keep every letter, and open in it again',
    () => {
      const letters = (it: JSONContent): string =>
        (it.text ?? (it.content ?? []).map(letters).join('')).replace(/[^\p{L}\p{N}]/gu, '')
      fc.assert(
        fc.property(editorDocument, (doc) => {
          Node.fromJSON(schema, doc).check()
          const text = printBlocks(doc.content ?? [])
          const again = readBlocks(text).map(({ node }) => node)
          expect(letters({ content: again })).toBe(letters(doc))
          expect(throughEditor(openedOf(text).doc)).toBe(text)
        }),
        { numRuns: 1_000, seed: 51 },
      )
    },
    SLOW,
  )

  test('hostile texts are never changed: what does not come back opens as Markdown', () => {
    for (const text of HOSTILE_MARKDOWN) {
      const opened = openMarkdown(text)
      if (!('obstacle' in opened)) expect(meaningOf(throughEditor(opened.doc))).toBe(meaningOf(text))
    }
    expect(HOSTILE_MARKDOWN.filter((text) => 'obstacle' in openMarkdown(text)).length).toBeGreaterThan(30)
  })

  test.each([
    ['html', '<div>tela</div>'],
    ['html', 'um <b>dois</b>'],
    ['image', '![foto](https://a.b/c.png)'],
    ['reference', 'veja [isto][1]\n\n[1]: https://a.b'],
    ['reference', 'nota[^1]\n\n[^1]: aqui'],
    ['other', '1. [ ] tarefa numerada'],
  ])('a text with %s stays in the Markdown view', (obstacle, text) => {
    expect(openMarkdown(`# Antes\n\n${text}`)).toEqual({ obstacle })
  })

  test.each([
    ['* a\n* b', '- a\n- b'],
    ['__a__ e _b_', '**a** e *b*'],
    ['Título\n===', '# Título'],
    ['- a\n\n- b', '- a\n- b'],
    ['a  \nb\\\nc<br>d', 'a\nb\nc\nd'],
    ['    codigo', '```\ncodigo\n```'],
    ['2 \\* 3 e a\\_b', '2 * 3 e a_b'],
    ['\\# nada\n\n1\\. nada', '\\# nada\n\n1\\. nada'],
    ['**Preço:** R$ 10 < 20 & 30 > 5', '**Preço:** R$ 10 < 20 & 30 > 5'],
    ['|a|b|\n|-|:-:|\n|1|2\\|3|', '| a | b |\n| --- | :-: |\n| 1 | 2\\|3 |'],
    ['***a** b* **`x`** ~~y~~', '***a** b* **`x`** ~~y~~'],
    ['- [x] a\n- b\n- [ ] c', '- [x] a\n- b\n- [ ] c'],
    ['- a\n\n* b', '- a\n\n* b'],
    ['texto https://a.b/c_d e ana@a.b', 'texto https://a.b/c_d e ana@a.b'],
  ])('%j is normalised to %j', (text, normal) => {
    expect(normalizeMarkdown(text)).toBe(normal)
  })
})
