import { withoutTitle } from '#shared/markdown/markdown-title.ts'
import { type Block, readMarkdown, type Span } from './markdown-blocks.ts'

const MAX_LENGTH = 220
const LAST_WORD = /\s\S*$/

/**
 * The beginning of a Markdown text on one line, without marks and without a heading that repeats the title.
 * Callers pass only the first part, because parsing time grows with the length.
 */
export function excerptOf(beginning: string, title: string): string {
  const texts = readMarkdown(withoutTitle(beginning, title)).map(textOf)
  return shorten(joined(texts, ' '))
}

const joined = (texts: string[], between: string) => texts.filter((text) => text !== '').join(between)

const plain = (spans: Span[]) =>
  spans
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

function textOf(block: Block): string {
  switch (block.kind) {
    case 'heading': {
      const text = plain(block.spans)
      return /[\p{L}\p{N}]$/u.test(text) ? `${text}:` : text
    }
    case 'paragraph':
      return plain(block.spans)
    case 'code':
      return block.text.replace(/\s+/g, ' ').trim()
    case 'quote':
      return joined(block.blocks.map(textOf), ' ')
    case 'list':
      return joined(
        block.items.map(({ blocks }) => joined(blocks.map(textOf), ' ')),
        ' · ',
      )
    case 'table':
      return joined(block.rows.flat().map(plain), ' · ')
    case 'rule':
      return ''
  }
}

function shorten(text: string): string {
  if (text.length <= MAX_LENGTH) return text
  const cut = text.slice(0, MAX_LENGTH).replace(LAST_WORD, '')
  return `${cut.toWellFormed().replace(/[\ufffd\s.,;:·]+$/u, '')}…`
}
