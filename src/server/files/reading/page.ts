import { isUtf8 } from 'node:buffer'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { decodeEntities } from '#shared/markdown/markdown-entities.ts'
import type { Reading, Refusal } from './outcome.ts'
import { HiddenElement, isHiddenTag } from './page-hidden.ts'
import { PageText } from './page-text.ts'
import { toKept } from './plain.ts'

/** A shell that a script fills has less text of its own. */
const MIN_LETTERS = 20
/** A page with more to read than a login has a login beside it. */
const LOGIN_LETTERS = 1_500
/** A longer text is cut anyway. */
const ENOUGH = SERVER_LIMITS.attachmentText * 2

/** The text of an HTML page, as far as it needs no script. Nothing that it refers to is fetched. */
export function readPage(page: Buffer, charset: string): Reading | Refusal {
  const { text } = readMarkdown(page, charset, { enough: ENOUGH, hasRows: false })
  const { payload, isTruncated } = toKept(text)
  if (isShell(Buffer.from(payload).toString())) return 'emptyPage'
  return { kind: 'text', mediaType: 'text/plain', isTruncated, payload }
}

const lettersOf = (text: string) => text.match(/\p{L}/gu)?.length ?? 0

/** Whether a page has less text than a shell that a script fills. */
export const isShell = (text: string): boolean => lettersOf(text) < MIN_LETTERS

type PageMarkdown = { text: string; asksPassword: boolean }

/** Whether a page that asks for a password has little else: an address behind a login led to it. */
export const isLogin = ({ text, asksPassword }: PageMarkdown): boolean =>
  asksPassword && lettersOf(text) < LOGIN_LETTERS

type Wanted = {
  /** The text ends soon after so many characters. */
  enough: number
  /** Each row of a table becomes a line. */
  hasRows: boolean
}

/** The shown text of an HTML page with its headings and lists as Markdown, and whether it has a field for a password. */
export const readMarkdown = (page: Buffer, charset: string, wanted: Wanted): PageMarkdown =>
  readHtml(decode(page, charset), wanted)

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
const TAG = /<(\/?)([a-z][a-z0-9-]{0,40})/iy

/** Elements that do not end are shown; a page with more of them hides nothing more. */
const MAX_UNENDED = 8
const isPassword = (tag: string) => /\stype\s*=\s*["']?password/i.test(tag)

/**
 * Reads in one pass: every search starts behind the last one, and a part that does not end ends the page. htmlparser2
 * keeps a stack of open elements and took 148 s for pages that this reads in 0.2 s (see the test).
 */
function readHtml(html: string, { enough, hasRows }: Wanted): PageMarkdown {
  const reader = new PageReader({ hasRows })
  let at = 0
  while (at !== -1 && reader.text.length < enough) {
    const open = html.indexOf('<', at)
    if (open === -1) {
      reader.addWords(html.slice(at))
      at = reader.resume()
    } else {
      reader.addWords(html.slice(at, open))
      const markup = readMarkup(html, open)
      at = reader.addMarkup(html, open, markup)
      if (at === -1) at = reader.resume()
    }
  }
  return { text: reader.text.end(), asksPassword: reader.asksPassword }
}

class PageReader {
  readonly text: PageText
  asksPassword = false
  readonly #unended = new Set<string>()
  /** The element whose text is left out, and the position of its content. */
  #hidden: { element: HiddenElement; name: string; from: number } | undefined

  constructor(options: { hasRows: boolean }) {
    this.text = new PageText(options)
  }

  addWords(words: string): void {
    if (!this.#hidden) this.text.add(wordsOf(words))
  }

  /** Returns the position at which the page goes on. */
  addMarkup(html: string, open: number, { name, isClosing, words, end }: Markup): number {
    if (this.#hidden) {
      const place = name === undefined ? 'inside' : this.#hidden.element.endsAt(name, isClosing)
      if (place !== 'inside') this.#hidden = undefined
      return place === 'before' ? open : end
    }
    this.text.add(words)
    if (name !== undefined) this.#addTag(html.slice(open, end), { name, isClosing, end })
    return end
  }

  #addTag(tag: string, { name, isClosing, end }: { name: string; isClosing: boolean; end: number }): void {
    const mayHide = !isClosing && this.#unended.size < MAX_UNENDED && !this.#unended.has(name)
    if (mayHide && isHiddenTag(tag, name)) {
      this.#hidden = { element: new HiddenElement(name), name, from: end }
      return
    }
    this.text.addTag(name, isClosing)
    this.asksPassword ||= name === 'input' && isPassword(tag)
  }

  /** At the end of the page: the position of an element that was left out and did not end; else -1. */
  resume(): number {
    if (!this.#hidden) return -1
    const { name, from } = this.#hidden
    this.#unended.add(name)
    this.#hidden = undefined
    return from
  }
}

type Markup = {
  /** Undefined for a comment, an element that is not shown, and what is no tag. */
  name?: string
  isClosing: boolean
  /** Text that only looks like a tag. */
  words: string
  /** The position behind it; -1 when it does not end. */
  end: number
}

function readMarkup(html: string, open: number): Markup {
  const nothing = (end: number, words = ''): Markup => ({ isClosing: false, words, end })
  // `<!-->` is a whole comment.
  if (html.startsWith('<!--', open)) return nothing(behind(html, '-->', open + 2))
  TAG.lastIndex = open
  const [tag, slash, letters = ''] = TAG.exec(html) ?? []
  if (tag === undefined) {
    return /[!?/]/.test(html[open + 1] ?? '') ? nothing(behind(html, '>', open)) : nothing(open + 1, '<')
  }
  const name = letters.toLowerCase()
  const end = behindTag(html, open + tag.length)
  if (end === -1) return nothing(-1)
  // HTML ignores the slash of `<script/>`, but not that of `<svg/>`.
  const isEmpty = name === 'svg' && html[end - 2] === '/'
  if (!slash && HIDDEN.has(name) && !isEmpty) return nothing(behindElement(html, name, end))
  return { name, isClosing: slash === '/', words: '', end }
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
