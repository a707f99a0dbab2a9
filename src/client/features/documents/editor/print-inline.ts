import type { JSONContent } from '@tiptap/core'
import { type Mark, markKey, tidyInline } from './tidy-inline.ts'

/** How a textblock is written; the first way that reads back as the same content is taken. */
type Way = {
  /** 0: nothing is escaped, 1: what a line begins with, 2: every character that may have a meaning. */
  escapes: 0 | 1 | 2
  italic: '*' | '_'
  /** Addresses stand alone as they do in a text, without brackets. */
  isBare: boolean
}

const WAYS: Way[] = [
  { escapes: 0, italic: '*', isBare: true },
  { escapes: 0, italic: '_', isBare: true },
  { escapes: 1, italic: '*', isBare: true },
  { escapes: 1, italic: '_', isBare: true },
  { escapes: 2, italic: '*', isBare: true },
  { escapes: 2, italic: '_', isBare: true },
  { escapes: 2, italic: '*', isBare: false },
  { escapes: 2, italic: '_', isBare: false },
]

/** `break` is the Markdown of a line break, and `reads` whether a printed text reads back as this content. */
type Place = {
  break: '\n' | '<br>'
  isCell?: boolean
  reads: (printed: string, content: JSONContent[]) => boolean
}

/** The content of a textblock as Markdown of one paragraph, heading or cell, escaped only where it must be. */
export function printInline(content: JSONContent[] | undefined, place: Place): string {
  const tidy = tidyInline(content)
  if (tidy.length === 0) return ''
  let printed = ''
  for (const way of WAYS) {
    const context = { ...way, lineBreak: place.break, isCell: place.isCell === true, isLineStart: true }
    printed = printRun(tidy, context)
    if (place.reads(printed, tidy)) return printed
  }
  // Letters come before marks that Markdown cannot hold, such as code with `\\|` in a table.
  const plain = tidy.map(withoutEmphasis)
  return plain.some((node, index) => node !== tidy[index]) ? printInline(plain, place) : printed
}

const EMPHASIS = ['bold', 'italic', 'strike', 'code']

const withoutEmphasis = (node: JSONContent): JSONContent => {
  if (!node.marks?.some(({ type }) => EMPHASIS.includes(type))) return node
  const { marks, ...plain } = node
  const left = marks.filter(({ type }) => !EMPHASIS.includes(type))
  return left.length > 0 ? { ...plain, marks: left } : plain
}

type Context = Way & { lineBreak: string; isCell: boolean; isLineStart: boolean }

function printRun(nodes: JSONContent[], context: Context): string {
  let printed = ''
  for (let index = 0; index < nodes.length; ) {
    const isLineStart = printed === '' ? context.isLineStart : printed.endsWith('\n')
    const mark = outermost(nodes, index)
    const here = { ...context, isLineStart }
    if (mark) {
      const inner = nodes.slice(index, index + mark.length)
      printed += printMark(inner, mark.mark, here)
      index += mark.length
    } else {
      printed += printLeaf(nodes, index, here)
      index += 1
    }
  }
  return printed
}

const ORDER = ['bold', 'italic', 'strike', 'link']

/** The mark that goes on for longest from `index`; code is part of its text. */
function outermost(nodes: JSONContent[], index: number): { mark: Mark; length: number } | undefined {
  const marks = (nodes[index]?.marks ?? []) as Mark[]
  return ORDER.flatMap((type) => marks.filter((mark) => mark.type === type))
    .map((mark) => ({ mark, length: runLength(nodes, index, mark) }))
    .reduce<{ mark: Mark; length: number } | undefined>(
      (best, it) => (best && best.length >= it.length ? best : it),
      undefined,
    )
}

function runLength(nodes: JSONContent[], index: number, mark: Mark): number {
  const end = nodes.findIndex(
    ({ marks = [] }, at) => at > index && !marks.some((it) => markKey(it as Mark) === markKey(mark)),
  )
  return (end < 0 ? nodes.length : end) - index
}

function printMark(nodes: JSONContent[], mark: Mark, context: Context): string {
  const inner = nodes.map(({ marks = [], ...node }) => {
    const left = marks.filter(({ type }) => type !== mark.type)
    return left.length > 0 ? { ...node, marks: left } : node
  })
  if (mark.type === 'link') return printLink(inner, mark, context)
  const content = printRun(inner, { ...context, isLineStart: false })
  const sign = { bold: '**', italic: context.italic, strike: '~~' }[mark.type] ?? ''
  return `${sign}${content}${sign}`
}

function printLink(nodes: JSONContent[], { attrs }: Mark, context: Context): string {
  const [href, title] = [String(attrs?.href ?? ''), attrs?.title]
  const text = nodes.map((node) => node.text ?? '').join('')
  const isOwnText = nodes.every(({ marks = [] }) => marks.length === 0) && !title
  if (context.isBare && isOwnText && [text, `mailto:${text}`, `http://${text}`].includes(href)) return text
  const content = printRun(nodes, { ...context, isLineStart: false })
  const address = /^[^\s()<>\\]+$/.test(href) ? href : `<${href.replace(/[<>\\]/g, '\\$&')}>`
  const quoted = title ? ` "${String(title).replace(/["\\]/g, '\\$&')}"` : ''
  return `[${content}](${address.replace(/&/g, '&amp;')}${quoted.replace(/&/g, '&amp;')})`
}

function printLeaf(nodes: JSONContent[], index: number, context: Context): string {
  const node = nodes[index]
  if (node?.type === 'hardBreak') {
    // A line must not be empty.
    const isLast = index === nodes.length - 1 || nodes[index + 1]?.type === 'hardBreak'
    return isLast ? '<br>' : context.lineBreak
  }
  const text = node?.text ?? ''
  return node?.marks?.some(({ type }) => type === 'code') ? printCode(text) : escapeText(text, context)
}

/** Code between more backticks than it holds in a row. */
function printCode(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const isPadded = /^`|`$/.test(text) || (/^ .* $/s.test(text) && text.trim() !== '')
  return isPadded ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`
}

/** Without `|`, which is escaped in every cell, and by {@link LINE_MARK} elsewhere. */
const MEANING = /[\\`*_[\]<&~#@]|:(?=\/\/)|(?<=www)\.|(?<=\])\(|!$/gi
const LINE_MARK = /^[#>\-+*=~`|[<_]/
const NUMBER = /^(\d{1,9})([.)])/

function escapeText(text: string, { escapes, isLineStart, isCell }: Context): string {
  if (escapes === 0) return text
  const escaped = escapes === 2 ? text.replace(MEANING, '\\$&') : text
  if (!isLineStart || isCell) return escaped
  return escaped.replace(LINE_MARK, '\\$&').replace(NUMBER, '$1\\$2')
}
