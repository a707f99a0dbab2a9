import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { moveSpans } from '#shared/revisor/move-spans.ts'
import type { Span } from '#shared/voice/sentences.ts'
import { openMarkdown } from './round-trip.ts'
import { extensions } from './schema.ts'

/** The words of one block: `at` in the text, `from` in the document. */
type Block = { at: number; from: number; length: number }

const BETWEEN = '\n\n'

/**
 * The words of a document without its code, and the places of their blocks. Within a block, one character of the text is
 * one position of the document: its inline nodes are text and line breaks.
 */
export function reviewedText(doc: Node): { text: string; blocks: readonly Block[] } {
  const blocks: Block[] = []
  let text = ''
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true
    const words = node.type.spec.code ? '' : node.textBetween(0, node.content.size, '', '\n')
    if (words === '') return false
    if (text !== '') text += BETWEEN
    blocks.push({ at: text.length, from: position + 1, length: words.length })
    text += words
    return false
  })
  return { text, blocks }
}

/** The words of a Markdown text as the visual editor reviews them; none of a text that it cannot hold. */
export function wordsOf(markdown: string): string {
  const opened = openMarkdown(markdown)
  if ('obstacle' in opened) return ''
  return reviewedText(Node.fromJSON(getSchema(extensions), opened.doc)).text
}

function positionOf(blocks: readonly Block[], offset: number): number | undefined {
  const block = blocks.find(({ at, length }) => at <= offset && offset < at + length)
  return block && block.from + offset - block.at
}

/** Spans of an earlier text of a document as its positions; those whose words have changed since are left out. */
export function placesIn<T extends Span>(doc: Node, spans: readonly T[], asked: string) {
  const { text, blocks } = reviewedText(doc)
  return moveSpans(spans, asked, text).flatMap((span) => {
    const from = positionOf(blocks, span.start)
    const last = positionOf(blocks, span.end - 1)
    return from === undefined || last === undefined ? [] : [{ span, from, to: last + 1 }]
  })
}
