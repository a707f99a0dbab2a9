import type { JSONContent } from '@tiptap/core'
import type { MarkedToken, Token, Tokens } from 'marked'
import { lex } from '#client/markdown/split-blocks.ts'
import { decodeEntities } from '#shared/markdown/markdown-entities.ts'

/** The kind of Markdown that the visual editor cannot represent. */
export type Obstacle = 'html' | 'image' | 'reference' | 'other'

export class UnreadableMarkdown extends Error {
  readonly obstacle: Obstacle

  constructor(obstacle: Obstacle) {
    super(obstacle)
    this.obstacle = obstacle
  }
}

/** A block of the editor; `raw` is its source if it holds the whole block of the text. */
export type ReadBlock = { node: JSONContent; raw: string | undefined }

type Mark = NonNullable<JSONContent['marks']>[number]

const BREAK = /^<br\s*\/?>$/i

/**
 * The blocks of a Markdown text as nodes of the editor's schema.
 * @throws {UnreadableMarkdown}
 */
export function readBlocks(text: string): ReadBlock[] {
  return lex(text.replace(/\r\n?/g, '\n')).flatMap(({ token }) => {
    const nodes = blockOf(token)
    return nodes.map((node) => ({ node, raw: nodes.length === 1 ? token.raw.trim() : undefined }))
  })
}

const blocksOf = (tokens: Token[] | undefined): JSONContent[] =>
  (tokens ?? []).flatMap((token) => blockOf(token as MarkedToken))

function blockOf(token: MarkedToken): JSONContent[] {
  switch (token.type) {
    case 'space':
    case 'checkbox':
      return []
    case 'paragraph':
    case 'text':
      return [{ type: 'paragraph', ...inside(inlineOf(token)) }]
    case 'heading':
      return [{ type: 'heading', attrs: { level: token.depth }, ...inside(inlineOf(token)) }]
    case 'hr':
      return [{ type: 'horizontalRule' }]
    case 'code':
      return [codeOf(token)]
    case 'blockquote':
      return [{ type: 'blockquote', content: atLeastOne(blocksOf(token.tokens)) }]
    case 'list':
      return listsOf(token)
    case 'table':
      return [tableOf(token)]
    case 'html':
      throw new UnreadableMarkdown('html')
    case 'def':
      throw new UnreadableMarkdown('reference')
    default:
      throw new UnreadableMarkdown('other')
  }
}

const inside = (content: JSONContent[]) => (content.length > 0 ? { content } : {})
const atLeastOne = (blocks: JSONContent[]) => (blocks.length > 0 ? blocks : [{ type: 'paragraph' }])

/** The text's last line end is that of its last line only in some of marked's tokens. */
const codeOf = ({ text, lang }: Tokens.Code): JSONContent => ({
  type: 'codeBlock',
  attrs: { language: lang ? decodeEntities(lang) : null },
  ...inside(textOf(text.replace(/\n$/, ''), [])),
})

/** A list with both tasks and other items is several lists in the editor, which print as one again. */
function listsOf(list: Tokens.List): JSONContent[] {
  if (list.ordered && list.items.some(({ task }) => task)) throw new UnreadableMarkdown('other')
  const start = list.start === '' ? 1 : list.start
  const lists: JSONContent[] = []
  for (const item of list.items) {
    const type = item.task ? 'taskList' : list.ordered ? 'orderedList' : 'bulletList'
    const last = lists.at(-1)
    if (last?.type === type) last.content?.push(itemOf(item))
    else lists.push({ type, ...(list.ordered && { attrs: { start } }), content: [itemOf(item)] })
  }
  return lists
}

/** An item begins with a paragraph in the schema. */
function itemOf({ task, checked, tokens }: Tokens.ListItem): JSONContent {
  const blocks = blocksOf(tokens)
  const content = blocks[0]?.type === 'paragraph' ? blocks : [{ type: 'paragraph' }, ...blocks]
  return task
    ? { type: 'taskItem', attrs: { checked: checked === true }, content }
    : { type: 'listItem', content }
}

function tableOf({ header, rows }: Tokens.Table): JSONContent {
  const rowOf = (cells: Tokens.TableCell[]): JSONContent => ({
    type: 'tableRow',
    content: cells.map((cell) => ({
      type: cell.header ? 'tableHeader' : 'tableCell',
      attrs: { align: cell.align },
      content: [{ type: 'paragraph', ...inside(inlineTokens(cell.tokens, [])) }],
    })),
  })
  return { type: 'table', content: [header, ...rows].map(rowOf) }
}

const inlineOf = (token: Tokens.Paragraph | Tokens.Heading | Tokens.Text): JSONContent[] =>
  token.tokens ? inlineTokens(token.tokens, []) : merged(textOf(decodeEntities(token.text), []))

/** Inline tokens as text nodes with marks. */
const inlineTokens = (tokens: Token[], marks: Mark[]): JSONContent[] =>
  merged(tokens.flatMap((token) => inlineToken(token as MarkedToken, marks)))

function inlineToken(token: MarkedToken, marks: Mark[]): JSONContent[] {
  switch (token.type) {
    case 'text':
      return token.tokens ? inlineTokens(token.tokens, marks) : textOf(decodeEntities(token.text), marks)
    case 'escape':
      return textOf(token.text, marks)
    case 'strong':
      return inlineTokens(token.tokens, withMark(marks, { type: 'bold' }))
    case 'em':
      return inlineTokens(token.tokens, withMark(marks, { type: 'italic' }))
    case 'del':
      return inlineTokens(token.tokens, withMark(marks, { type: 'strike' }))
    case 'codespan':
      return textOf(token.text, withMark(marks, { type: 'code' }))
    case 'link':
      return linkOf(token, marks)
    case 'br':
      return [breakOf(marks)]
    case 'html':
      if (BREAK.test(token.text.trim())) return [breakOf(marks)]
      throw new UnreadableMarkdown('html')
    case 'image':
      throw new UnreadableMarkdown('image')
    case 'checkbox':
      return []
    default:
      throw new UnreadableMarkdown('other')
  }
}

function linkOf(token: Tokens.Link, marks: Mark[]): JSONContent[] {
  const isLiteral = token.autolink === true
  const href = isLiteral ? token.href : decodeEntities(token.href)
  const attrs = { href, title: token.title ? decodeEntities(token.title) : null }
  const inner = withMark(marks, { type: 'link', attrs })
  return isLiteral ? textOf(token.text, inner) : inlineTokens(token.tokens, inner)
}

const textOf = (text: string, marks: Mark[]): JSONContent[] =>
  text === '' ? [] : [{ type: 'text', text, ...(marks.length > 0 && { marks }) }]

const breakOf = (marks: Mark[]): JSONContent => ({ type: 'hardBreak', ...(marks.length > 0 && { marks }) })

const ORDER = ['link', 'bold', 'italic', 'strike', 'code']

/** Marks in the schema's order, each once. */
const withMark = (marks: Mark[], mark: Mark): Mark[] =>
  [...marks.filter(({ type }) => type !== mark.type), mark].sort(
    (one, other) => ORDER.indexOf(one.type) - ORDER.indexOf(other.type),
  )

const isSameMarks = (one: JSONContent, other: JSONContent) =>
  JSON.stringify(one.marks ?? []) === JSON.stringify(other.marks ?? [])

/** Neighbouring text of the same marks as one node, as in the editor. */
export function merged(nodes: JSONContent[]): JSONContent[] {
  const all: JSONContent[] = []
  for (const node of nodes) {
    const last = all.at(-1)
    if (node.type === 'text' && last?.type === 'text' && isSameMarks(node, last)) {
      all[all.length - 1] = { ...last, text: `${last.text}${node.text}` }
    } else all.push(node)
  }
  return all
}
