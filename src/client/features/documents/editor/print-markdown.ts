import type { JSONContent } from '@tiptap/core'
import { printInline } from './print-inline.ts'
import { readBlocks } from './read-markdown.ts'
import { tidyInline } from './tidy-inline.ts'

/** The block before, as it was printed. */
type Before = { type: string | undefined; mark: string }

const NOTHING: Before = { type: undefined, mark: '' }

/** The Markdown of one block of the editor; empty if nothing of it remains. */
const printBlock = (block: JSONContent, before: Before): string => {
  switch (block.type) {
    case 'paragraph':
      return printInline(block.content, { break: '\n', reads: readsAs('', 'paragraph') })
    case 'heading':
      return printHeading(block)
    case 'codeBlock':
      return printCode(block)
    case 'horizontalRule':
      return '---'
    case 'blockquote':
      return printBlocks(block.content ?? [])
        .replace(/^(?=.)/gm, '> ')
        .replace(/^$/gm, '>')
    case 'table':
      return printTable(block)
    default:
      return printList(block, before)
  }
}

/** Texts of blocks that did not change. */
type Known = { get: (index: number) => string | undefined; set: (index: number, text: string) => unknown }

/**
 * Blocks with an empty line between them. Neighbouring lists get different marks; tasks and other items of one Markdown
 * list are neighbours in the editor.
 */
export function printBlocks(blocks: readonly JSONContent[], known?: Known): string {
  let text = ''
  let before = NOTHING
  for (const [index, block] of blocks.entries()) {
    const printed = knownText(known?.get(index), block, before) ?? printBlock(block, before)
    known?.set(index, printed)
    if (printed === '') continue
    const mark = markOf(printed)
    const goesOn = mark !== '' && before.mark === mark && !isAlike(before, block)
    text += `${text === '' ? '' : goesOn ? '\n' : '\n\n'}${printed}`
    before = { type: kindOf(block), mark }
  }
  return text
}

/** The text of an unchanged block, unless it would go on with the list before it. */
const knownText = (text: string | undefined, block: JSONContent, before: Before) =>
  text !== undefined && isAlike(before, block) && before.mark !== '' && before.mark === markOf(text)
    ? undefined
    : text

const isAlike = (before: Before, block: JSONContent) => before.type === kindOf(block)

/** Tasks without words print as other items. */
function kindOf({ type, content = [] }: JSONContent): string | undefined {
  const first = content.find(({ content: blocks = [] }) => blocks.length > 1 || hasWords(blocks[0]))
  return type === 'taskList' && !hasWords(first?.content?.[0]) ? 'bulletList' : type
}

const hasWords = (block: JSONContent | undefined) => tidyInline(block?.content).length > 0

/** The sign that the items of a printed list share. */
const markOf = (printed: string) =>
  /^(?:([-*+])|\d{1,9}([.)]))(?=\s|$)/.exec(printed)?.slice(1).join('') ?? ''

function printHeading({ attrs, content }: JSONContent): string {
  const sign = '#'.repeat(Number(attrs?.level ?? 1))
  const printed = printInline(content, { break: '<br>', reads: readsAs(`${sign} `, 'heading') })
  return printed === '' ? '' : `${sign} ${printed}`
}

function printCode({ attrs, content }: JSONContent): string {
  const text = (content ?? []).map((node) => node.text ?? '').join('')
  const longest = Math.max(2, ...(text.match(/^[ \t]*`{3,}/gm) ?? []).map((run) => run.trim().length))
  const fence = '`'.repeat(longest + 1)
  const language = String(attrs?.language ?? '').replace(/[`\n]/g, '')
  return `${fence}${language}\n${text}${text === '' ? '' : '\n'}${fence}`
}

function printList(list: JSONContent, before: Before): string {
  const { type, attrs, content = [] } = list
  const isOther = isAlike(before, list)
  const bullet = (before.mark === '*') === isOther ? '-' : '*'
  const dot = isOther && before.mark === '.' ? ')' : '.'
  const first = Number(attrs?.start ?? 1)
  return content
    .flatMap((item, index) => {
      const sign = type === 'orderedList' ? `${first + index}${dot}` : bullet
      const box = item.type === 'taskItem' ? (item.attrs?.checked ? '[x] ' : '[ ] ') : ''
      return printItem(item, sign, box)
    })
    .join('\n')
}

/** An item, indented by its mark's width. Markdown has no task without words: it is left out, or a plain item. */
function printItem({ content = [] }: JSONContent, sign: string, box: string): string[] {
  // An empty first line has no spelling: the next paragraph is the item's.
  const from = content.findIndex((block, at) => hasWords(block) || content[at + 1]?.type !== 'paragraph')
  const [head, ...rest] = content.slice(Math.max(from, 0))
  const first = printInline(head?.content, { break: '\n', reads: readsAs(`- ${box}`, 'item') })
  // A rule of dashes after a dash would be one rule.
  const below = printBlocks(rest).replace(/^---(?=\n|$)/, first === '' ? '___' : '---')
  if (box !== '' && first === '') return below === '' ? [] : printItem({ content }, sign, '')
  // A dash alone under a line would make it a heading, and a number alone belongs to it.
  const isTight = rest[0]?.type?.endsWith('List') && !/^(?:[-*]|\d+[.)])(?=\n|$)/.test(below)
  const gap = first === '' || below === '' ? '' : isTight ? '\n' : '\n\n'
  const indent = ' '.repeat(sign.length + 1)
  const inner = `${box}${first}${gap}${below}`.replace(/\n(?=[^\n])/g, `\n${indent}`)
  return [`${sign} ${inner}`.trimEnd()]
}

function printTable({ content: rows = [] }: JSONContent): string {
  const columns = Math.max(
    ...rows.map(({ content = [] }) => content.reduce((sum, cell) => sum + spanOf(cell), 0)),
  )
  const lines = rows.map(({ content = [] }) => {
    const cells = content.flatMap((cell) => [printCell(cell), ...Array<string>(spanOf(cell) - 1).fill('')])
    return lineOf([...cells, ...Array<string>(columns - cells.length).fill('')])
  })
  const header = rows[0]?.content ?? []
  const rule = Array.from(
    { length: columns },
    (_, index) => RULES[String(header[index]?.attrs?.align)] ?? '---',
  )
  return [lines[0], lineOf(rule), ...lines.slice(1)].join('\n')
}

const RULES: Record<string, string> = { left: ':--', center: ':-:', right: '--:' }
const spanOf = ({ attrs }: JSONContent) => Number(attrs?.colspan ?? 1)
const lineOf = (cells: string[]) => `| ${cells.join(' | ')} |`

/** Paragraphs of one cell are its lines. */
function printCell({ content = [] }: JSONContent): string {
  const lines = content.flatMap((block, index) => [
    ...(index > 0 ? [{ type: 'hardBreak' }] : []),
    ...(block.content ?? []),
  ])
  const printed = printInline(lines, { break: '<br>', isCell: true, reads: readsAsCell })
  return printed.replace(/\|/g, '\\|')
}

const isEqual = (content: JSONContent[] | undefined, expected: JSONContent[]) =>
  JSON.stringify(tidyInline(content)) === JSON.stringify(expected)

/** Whether a text after `prefix` is one block with this content. */
const readsAs =
  (prefix: string, kind: 'paragraph' | 'heading' | 'item') =>
  (printed: string, expected: JSONContent[]): boolean => {
    const indented = kind === 'item' ? printed.replace(/\n/g, '\n  ') : printed
    const [block, ...more] = read(prefix + indented)
    if (!block || more.length > 0) return false
    const found = kind === 'item' ? block.content?.[0]?.content : [block]
    const [inner, ...others] = found ?? []
    const type = kind === 'item' ? 'paragraph' : kind
    if (kind === 'item' && (block.type === 'taskList') !== prefix.includes('[')) return false
    return inner?.type === type && others.length === 0 && isEqual(inner.content, expected)
  }

function readsAsCell(printed: string, expected: JSONContent[]): boolean {
  const cell = printed.replace(/\|/g, '\\|')
  const [table, ...more] = read(`| ${cell} | x |\n| --- | --- |`)
  const cells = table?.content?.[0]?.content ?? []
  return more.length === 0 && cells.length === 2 && isEqual(cells[0]?.content?.[0]?.content, expected)
}

function read(text: string): JSONContent[] {
  try {
    return readBlocks(text).map(({ node }) => node)
  } catch {
    return []
  }
}
