import { Marked, type MarkedToken, type Token, type Tokens } from 'marked'
import { decodeEntities } from '#shared/markdown/markdown-entities.ts'
import { namesItsHost, safeLink } from '#shared/markdown/markdown-links.ts'
import { toWritableText } from './document.ts'

export type Look = { bold?: boolean; italic?: boolean; strike?: boolean; code?: boolean; link?: string }
/** Text of one style; "\n" is a line break. */
export type Span = Look & { text: string }

export type Alignment = 'left' | 'center' | 'right'
export type ListItem = { isDone: boolean | undefined; blocks: Block[] }

/** The structure of a Markdown text, for conversion to other formats. */
export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; start: number | undefined; items: ListItem[] }
  | { kind: 'table'; alignments: Alignment[]; header: Span[][]; rows: Span[][][] }
  | { kind: 'rule' }

const marked = new Marked({ gfm: true, breaks: true })

/** Deeper nesting and wider tables stay raw text, because they do not fit on a page. */
const MAX_DEPTH = 8
const MAX_COLUMNS = 20
const MAX_START = 99_999

/** Parses a Markdown text into blocks. HTML becomes text and images become links: nothing is fetched. */
export function readMarkdown(markdown: string): Block[] {
  const text = toWritableText(markdown)
  let tokens: Token[]
  try {
    tokens = marked.lexer(text)
  } catch {
    // Nesting beyond the parser's recursion.
    return [{ kind: 'code', text }]
  }
  return blocksOf(tokens, 0)
}

function blocksOf(tokens: Token[], depth: number): Block[] {
  const blocks: Block[] = []
  for (const token of tokens) blocks.push(...blockOf(token as MarkedToken, depth))
  return blocks
}

function blockOf(token: MarkedToken, depth: number): Block[] {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return []
    case 'heading':
      return [{ kind: 'heading', level: token.depth, spans: spansOf(token.tokens) }]
    case 'code':
      return [{ kind: 'code', text: token.text }]
    case 'hr':
      return [{ kind: 'rule' }]
    case 'table':
      return [tableOf(token)]
    case 'list':
      return depth < MAX_DEPTH ? [listOf(token, depth)] : [{ kind: 'code', text: token.raw }]
    case 'blockquote':
      return depth < MAX_DEPTH
        ? [{ kind: 'quote', blocks: blocksOf(token.tokens, depth + 1) }]
        : [{ kind: 'code', text: token.raw }]
    case 'paragraph':
      return [{ kind: 'paragraph', spans: spansOf(token.tokens) }]
    default:
      return [{ kind: 'paragraph', spans: spansOf([token]) }]
  }
}

function listOf(token: Tokens.List, depth: number): Block {
  const items = token.items.map((item) => ({
    isDone: item.task ? item.checked === true : undefined,
    blocks: blocksOf(item.tokens, depth + 1),
  }))
  const start = Math.min(Number(token.start) || (token.start === 0 ? 0 : 1), MAX_START)
  return { kind: 'list', start: token.ordered ? start : undefined, items }
}

function tableOf(token: Tokens.Table): Block {
  if (token.header.length > MAX_COLUMNS) return { kind: 'code', text: token.raw }
  return {
    kind: 'table',
    alignments: token.align.map((align) => align ?? 'left'),
    header: token.header.map(({ tokens }) => spansOf(tokens, { bold: true })),
    rows: token.rows.map((row) => row.map(({ tokens }) => spansOf(tokens))),
  }
}

function spansOf(tokens: Token[] | undefined, look: Look = {}): Span[] {
  return (tokens ?? []).flatMap((token) => inlineOf(token as MarkedToken, look))
}

function inlineOf(token: MarkedToken, look: Look): Span[] {
  const toSpan = (text: string): Span[] => (text === '' ? [] : [{ ...look, text: toWritableText(text) }])
  switch (token.type) {
    case 'text':
      return token.tokens ? spansOf(token.tokens, look) : toSpan(decodeEntities(token.text))
    case 'escape':
      return toSpan(token.text)
    case 'strong':
      return spansOf(token.tokens, { ...look, bold: true })
    case 'em':
      return spansOf(token.tokens, { ...look, italic: true })
    case 'del':
      return spansOf(token.tokens, { ...look, strike: true })
    case 'codespan':
      return [{ ...look, code: true, text: token.text }]
    case 'br':
      return toSpan('\n')
    case 'link':
      return linkOf(token, look)
    case 'image':
      return linkTo(token.href, `imagem: ${token.text || 'sem descrição'}`, look)
    case 'html':
      return /^<br\s*\/?>$/i.test(token.text.trim()) ? toSpan('\n') : toSpan(token.text.trimEnd())
    case 'checkbox':
      return []
    default:
      return toSpan(token.raw)
  }
}

function linkOf(token: Tokens.Link, look: Look): Span[] {
  const isPlain = token.tokens.some(({ type }) => type === 'image' || type === 'link')
  const address = token.autolink === true ? token.href : decodeEntities(token.href)
  if (isPlain) return linkTo(address, decodeEntities(token.text), look)
  const link = safeLink(address)
  const inner = spansOf(token.tokens, link ? { ...look, link: link.href } : look)
  return link && !namesItsHost(token.text, link) ? [...inner, { ...look, text: ` (${link.host})` }] : inner
}

function linkTo(address: string, text: string, look: Look): Span[] {
  const link = safeLink(address)
  if (!link) return [{ ...look, text: toWritableText(text) }]
  const span = { ...look, link: link.href, text: toWritableText(text) }
  return namesItsHost(text, link) ? [span] : [span, { ...look, text: ` (${link.host})` }]
}
