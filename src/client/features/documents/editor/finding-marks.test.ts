import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { review } from '#shared/revisor/review.ts'
import { findingMarksPlugin, marksOf, withMarks } from './finding-marks.ts'
import { placesIn, reviewedText } from './reviewed-text.ts'
import { sharedMarks } from './rewrite-range.ts'
import { openMarkdown } from './round-trip.ts'
import { extensions } from './schema.ts'

const schema = getSchema(extensions)
const plugins = [findingMarksPlugin()]

function stateOf(markdown: string): EditorState {
  const opened = openMarkdown(markdown)
  if ('obstacle' in opened) throw new Error(opened.obstacle)
  return EditorState.create({ doc: Node.fromJSON(schema, opened.doc), plugins })
}

const wordsAt = ({ doc }: EditorState, from: number, to: number) => doc.textBetween(from, to, '\n\n', '\n')

function marked(state: EditorState, asked = reviewedText(state.doc).text): EditorState {
  const places = placesIn(state.doc, review(asked, { channel: 'page' }), asked)
  const marks = places.map(({ span, from, to }, at) => ({
    ...{ id: String(at), severity: span.severity, from, to },
  }))
  return state.apply(withMarks(state, marks))
}

const TEXT = `# Renda garantida

Um **lucro garan**tido, e mais.

- item com *últimas vagas*
  - dentro: o melhor curso do Brasil

| Coluna | Outra |
| --- | --- |
| Ganhe R$ 5.000 por mês | sossego |

> Últimas vagas!

\`\`\`
lucro garantido no código
\`\`\``

describe('findings in the editor', () => {
  test('stand at their exact words in headings, marks, items, cells and quotations, never in code', () => {
    const state = marked(stateOf(TEXT))
    const found = marksOf(state)
    expect(found.map(({ words }) => words)).toEqual([
      'Renda garantida',
      'lucro garantido',
      'últimas vagas',
      'o melhor curso do Brasil',
      'Ganhe R$ 5.000',
      'Últimas vagas',
    ])
    for (const { from, to, words } of found) expect(wordsAt(state, from, to)).toBe(words)
  })

  test('of an answer to an earlier text are placed where the words stand now', () => {
    const before = stateOf('Um lucro garantido. Últimas vagas!')
    const asked = reviewedText(before.doc).text
    const changed = before.apply(before.tr.insertText('Olá. ', 1).insertText('x', 12))
    expect(marksOf(marked(changed, asked)).map(({ words }) => words)).toEqual(['Últimas vagas'])
    const moved = before.apply(before.tr.insertText('Olá, gente. ', 1))
    expect(marksOf(marked(moved, asked)).map(({ words }) => words)).toEqual([
      'lucro garantido',
      'Últimas vagas',
    ])
  })

  test.each([
    ['**Lucro garantido** hoje.', ['bold']],
    ['**Lucro** garantido hoje.', []],
    ['**Lucro *garantido*** hoje.', ['bold']],
    ['Lucro **garantido** hoje.', []],
    ['*Lucro* **garantido** hoje.', []],
  ])('give another version only the formatting that all words have: %s', (markdown, names) => {
    const state = marked(stateOf(markdown))
    const [found] = marksOf(state)
    if (!found) throw new Error('No finding')
    expect(sharedMarks(state.doc, found).map(({ type }) => type.name)).toEqual(names)
  })

  const edit = fc.record({
    at: fc.nat(),
    length: fc.nat({ max: 12 }),
    added: fc.constantFrom('', 'x', ' ', 'novo '),
    isSplit: fc.boolean(),
  })

  test('keep their words through any edits, and are lost only if an edit touched them', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
        let state = marked(stateOf(TEXT))
        for (const { at, length, added, isSplit } of edits) {
          const places: number[] = []
          state.doc.descendants((node, position) => {
            if (!node.isTextblock) return
            for (let inside = 0; inside <= node.content.size; inside += 1) places.push(position + 1 + inside)
          })
          const from = places[at % places.length] ?? 1
          const to = Math.min(from + length, state.doc.resolve(from).end())
          const transaction = state.tr.insertText(added, from, to)
          if (isSplit && state.doc.resolve(from).depth === 1) transaction.split(from)
          const before = marksOf(state)
          state = state.apply(transaction)
          const after = marksOf(state)
          for (const it of after) expect(wordsAt(state, it.from, it.to)).toBe(it.words)
          const untouched = before.filter((it) => it.to < from || it.from > to).map(({ id }) => id)
          expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(untouched))
        }
      }),
      { numRuns: 300 },
    )
  })
})
