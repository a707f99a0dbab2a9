import { isUtf8 } from 'node:buffer'
import { LIMITS } from '#shared/limits.ts'
import { decodeEntities } from '#shared/markdown/markdown-entities.ts'
import type { Reading, Refusal } from './outcome.ts'
import { toKept } from './plain.ts'

/** A shell that a script fills has less text of its own. */
const MIN_LETTERS = 20
/** A longer text is cut anyway. */
const ENOUGH = LIMITS.attachmentText * 2

/** The text of an HTML page, as far as it needs no script. Nothing that it refers to is fetched. */
export function readPage(page: Buffer, charset: string): Reading | Refusal {
  const { payload, isTruncated } = toKept(pageMarkdown(page, charset, ENOUGH))
  if (isShell(Buffer.from(payload).toString())) return 'emptyPage'
  return { kind: 'text', mediaType: 'text/plain', isTruncated, payload }
}

/** Whether a page has less text than a shell that a script fills. */
export const isShell = (text: string): boolean => (text.match(/\p{L}/gu)?.length ?? 0) < MIN_LETTERS

/** The text of an HTML page with its headings and lists as Markdown; it ends soon after `enough` characters. */
export const pageMarkdown = (page: Buffer, charset: string, enough: number): string =>
  htmlToText(decode(page, charset), enough)

const META_BYTES = 2_048

function decode(page: Buffer, charset: string): string {
  const meta = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(
    page.toString('latin1', 0, META_BYTES),
  )
  const guess = isUtf8(page) ? 'utf-8' : 'windows-1252'
  for (const label of [charset, meta?.[1] ?? '', guess]) {
    try {
      if (label) return new TextDecoder(label).decode(page)
    } catch {
      // An encoding that does not exist.
    }
  }
  return page.toString()
}

/** Elements whose content is not shown as text. */
const HIDDEN = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'iframe',
  'object',
  'select',
  'textarea',
])
const BLOCK =
  /^(?:address|article|aside|blockquote|body|br|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|title|tr|ul)$/
const TAG = /<(\/?)([a-z][a-z0-9-]{0,40})/iy

/**
 * Reads in one pass: every search starts behind the last one, and a part that does not end ends the page. htmlparser2
 * keeps a stack of open elements and took 148 s for pages that this reads in 0.2 s (see the test).
 */
function htmlToText(html: string, enough: number): string {
  let text = ''
  let at = 0
  while (at < html.length && text.length < enough) {
    const open = html.indexOf('<', at)
    if (open === -1) return text + wordsOf(html.slice(at))
    text += wordsOf(html.slice(at, open))
    const [added, end] = readMarkup(html, open)
    text += added
    if (end === -1) return text
    at = end
  }
  return text
}

/** The text that stands for a tag or comment, and the position behind it; -1 when it does not end. */
function readMarkup(html: string, open: number): [text: string, end: number] {
  // `<!-->` is a whole comment.
  if (html.startsWith('<!--', open)) return ['', behind(html, '-->', open + 2)]
  TAG.lastIndex = open
  const [tag, slash, letters = ''] = TAG.exec(html) ?? []
  if (tag === undefined)
    return /[!?/]/.test(html[open + 1] ?? '') ? ['', behind(html, '>', open)] : ['<', open + 1]
  const name = letters.toLowerCase()
  const end = behindTag(html, open + tag.length)
  if (end === -1) return ['', -1]
  // HTML ignores the slash of `<script/>`, but not that of `<svg/>`.
  const isEmpty = name === 'svg' && html[end - 2] === '/'
  if (!slash && HIDDEN.has(name) && !isEmpty) return ['', behindElement(html, name, end)]
  return [markOf(name, slash === '/'), end]
}

function behind(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at === -1 ? -1 : at + mark.length
}

/** Behind the `>` of a tag; one in a quoted value does not count. Only a quote after `=` begins a value. */
function behindTag(html: string, from: number): number {
  let quote = ''
  let isValue = false
  for (let at = from; at < html.length; at += 1) {
    const sign = html[at] ?? ''
    if (quote) quote = sign === quote ? '' : quote
    else if (sign === '>') return at + 1
    else if (isValue && `"'`.includes(sign)) quote = sign
    if (sign > ' ') isValue = sign === '=' && !quote
  }
  return -1
}

const HIDDEN_END = /<\/(script|style|noscript|template|svg|iframe|object|select|textarea)/gi

function behindElement(html: string, name: string, from: number): number {
  HIDDEN_END.lastIndex = from
  for (let found = HIDDEN_END.exec(html); found; found = HIDDEN_END.exec(html)) {
    if (found[1]?.toLowerCase() === name) return behind(html, '>', HIDDEN_END.lastIndex)
  }
  return -1
}

function markOf(name: string, isClosing: boolean): string {
  if (/^t[dh]$/.test(name)) return ' '
  if (!BLOCK.test(name)) return ''
  if (isClosing) return '\n\n'
  if (name === 'li') return '\n- '
  const level = /^h([1-6])$/.exec(name)?.[1]
  return level ? `\n\n${'#'.repeat(Number(level))} ` : '\n'
}

const MARKS: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
  ring: '\u030a',
}

/** Text between tags, with characters for its references: those of letters with a mark, and the common others. */
const wordsOf = (source: string): string =>
  decodeEntities(
    source.replace(/&([a-z])(acute|grave|circ|tilde|uml|cedil|ring);/gi, (whole, letter, mark) => {
      const accent = MARKS[mark.toLowerCase()]
      return accent ? `${letter}${accent}`.normalize('NFC') : whole
    }),
  ).replace(/\s+/g, ' ')
