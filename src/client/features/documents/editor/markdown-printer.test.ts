import { getSchema, type JSONContent } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { Transform } from '@tiptap/pm/transform'
import { expect, test } from 'vitest'
import { MarkdownPrinter } from './markdown-printer.ts'
import { openMarkdown } from './round-trip.ts'
import { extensions } from './schema.ts'

const schema = getSchema(extensions)
const TEXT = '* um\n* dois\n\n\nPrimeira  \nlinha\n\nTítulo\n======\n\n__forte__ fim\n'

function opened(text: string) {
  const it = openMarkdown(text)
  if ('obstacle' in it) throw new Error(it.obstacle)
  const doc = Node.fromJSON(schema, it.doc satisfies JSONContent)
  return { doc, printer: new MarkdownPrinter(text, doc, it.sources) }
}

test('an unchanged document prints the text that it was opened from, also after a change and its undo', () => {
  const { doc, printer } = opened(TEXT)
  expect(printer.print(doc)).toBe(TEXT)
  const changed = new Transform(doc).insert(doc.content.size - 1, schema.text('!'))
  expect(printer.print(changed.doc)).not.toBe(TEXT)
  expect(printer.print(Node.fromJSON(schema, doc.toJSON()))).toBe(TEXT)
  // The editor adds an empty paragraph after a list or table.
  const longer = new Transform(doc).insert(doc.content.size, schema.node('paragraph'))
  expect(printer.print(longer.doc)).toBe(TEXT)
})

test('a change leaves the source of all other blocks', () => {
  const { doc, printer } = opened(TEXT)
  const { doc: changed } = new Transform(doc).insert(doc.content.size - 1, schema.text('!'))
  expect(printer.print(changed)).toBe('* um\n* dois\n\nPrimeira  \nlinha\n\nTítulo\n======\n\n**forte** fim!')
})

test('a list that comes to stand after another keeps apart from it', () => {
  const { doc, printer } = opened('* um\n\nmeio\n\n* dois')
  const middle = doc.child(0).nodeSize
  const { doc: changed } = new Transform(doc).delete(middle, middle + doc.child(1).nodeSize)
  expect(printer.print(changed)).toBe('* um\n\n- dois')
})
