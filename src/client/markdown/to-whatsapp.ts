import type { MarkedToken, Token, Tokens } from 'marked'
import { decodeEntities } from '#shared/markdown/markdown-entities.ts'
import { namesItsHost, safeLink } from '#shared/markdown/markdown-links.ts'
import { lex } from './split-blocks.ts'

type Marks = { bold: string; italic: string; strike: string; code: string; fence: string; quote: string }

const WHATSAPP: Marks = { bold: '*', italic: '_', strike: '~', code: '`', fence: '```', quote: '> ' }
const NONE: Marks = { bold: '', italic: '', strike: '', code: '', fence: '', quote: '' }

/** Markdown in WhatsApp's format: its marks, bullets, full links, tables as lines. */
export const toWhatsApp = (markdown: string): string => new Writer(WHATSAPP).text(markdown)

/** Markdown as plain text. */
export const toPlainText = (markdown: string): string => new Writer(NONE).text(markdown)

class Writer {
  readonly #marks: Marks

  constructor(marks: Marks) {
    this.#marks = marks
  }

  text(markdown: string): string {
    const tokens = lex(markdown.replace(/\r\n?/g, '\n')).map(({ token }) => token)
    return this.#blocks(tokens)
  }

  #blocks(tokens: Token[] | undefined): string {
    const parts = (tokens ?? []).flatMap((token) => {
      const part = this.#block(token as MarkedToken)
      return part === null ? [] : [part]
    })
    return parts.join('\n\n')
  }

  /** Null for tokens without output. */
  #block(token: MarkedToken): string | null {
    const { fence, quote } = this.#marks
    switch (token.type) {
      case 'space':
      case 'def':
        return null
      case 'heading':
        return this.#marked(this.#inline(token.tokens, true), this.#marks.bold)
      case 'paragraph':
        return this.#inline(token.tokens)
      case 'list':
        return this.#list(token)
      case 'blockquote':
        return this.#blocks(token.tokens).replace(/^/gm, quote)
      case 'code':
        return `${fence}${fence && '\n'}${token.text}${fence && '\n'}${fence}`
      case 'table':
        return this.#table(token)
      case 'hr':
        return '──────────'
      case 'html':
        return isBreak(token) ? '' : token.text.trim()
      default:
        return this.#inline([token])
    }
  }

  #list({ ordered, start, items }: Tokens.List): string {
    return items
      .map((item, index) => {
        const mark = ordered ? `${(start === '' ? 1 : start) + index}.` : '•'
        const box = item.task ? (item.checked ? '☑ ' : '☐ ') : ''
        return `${mark} ${box}${this.#item(item)}`
      })
      .join('\n')
  }

  /** An item's lines, nested ones indented. */
  #item({ tokens }: Tokens.ListItem): string {
    const parts = tokens.flatMap((token) => {
      if (token.type === 'checkbox') return []
      const part = this.#block(token as MarkedToken)
      return part === null ? [] : [part]
    })
    return parts.join('\n').replaceAll('\n', '\n   ')
  }

  /** One line per row: the first cell, then `column: value`. */
  #table({ header, rows }: Tokens.Table): string {
    const names = header.map((cell) => this.#cell(cell, true))
    const lines = rows.map((row) => {
      const [first = '', ...values] = row.map((cell, index) => this.#cell(cell, index === 0))
      const named = values.flatMap((value, index) => {
        const name = names[index + 1]
        return value === '' ? [] : [name ? `${name}: ${value}` : value]
      })
      const lead = this.#marked(first, this.#marks.bold)
      return `• ${[lead, named.join(' · ')].filter((part) => part !== '').join(' — ')}`
    })
    const title = names.filter((name) => name !== '').join(' · ')
    return [this.#marked(title, this.#marks.bold), ...lines].join('\n')
  }

  #cell({ tokens }: Tokens.TableCell, isBold: boolean): string {
    return this.#inline(tokens, isBold)
      .replace(/\s*\n\s*/g, ' ')
      .trim()
  }

  /** With `isBold` the whole text is bold already. */
  #inline(tokens: Token[] | undefined, isBold = false): string {
    const { bold, italic, strike, code } = this.#marks
    let text = ''
    for (const [index, token] of (tokens as MarkedToken[] | undefined)?.entries() ?? []) {
      const next = tokens?.[index + 1]?.raw ?? ''
      // WhatsApp recognises marks only at word boundaries.
      const isApart = !/[\p{L}\p{N}]$/u.test(text) && !/^[\p{L}\p{N}]/u.test(next)
      const mark = (inner: string, sign: string) => (isApart ? this.#marked(inner, sign) : inner)
      switch (token.type) {
        case 'strong':
          text += mark(this.#inline(token.tokens, true), isBold ? '' : bold)
          break
        case 'em':
          text += mark(this.#inline(token.tokens, isBold), italic)
          break
        case 'del':
          text += mark(this.#inline(token.tokens, isBold), strike)
          break
        case 'codespan':
          text += `${code}${token.text}${code}`
          break
        case 'br':
          text += '\n'
          break
        case 'link':
        case 'image':
          text += this.#link(token)
          break
        case 'html':
          text += isBreak(token) ? '\n' : token.text
          break
        default:
          text += this.#plain(token, isBold)
      }
    }
    return text
  }

  #plain(token: MarkedToken, isBold: boolean): string {
    if (token.type === 'checkbox') return ''
    if (token.type === 'escape') return token.text
    if ('tokens' in token && token.tokens) return this.#inline(token.tokens, isBold)
    return 'text' in token ? decodeEntities(token.text) : ''
  }

  /** `text: address`; the address alone if the text repeats it, the text alone if the link is unsafe. */
  #link(token: Tokens.Link | Tokens.Image): string {
    const isLink = token.type === 'link'
    const text = isLink ? this.#inline(token.tokens) : decodeEntities(token.text)
    const link = safeLink(isLink && token.autolink ? token.href : decodeEntities(token.href))
    if (!link) return text
    if (link.href.startsWith('mailto:'))
      return text === link.host || text === '' ? link.host : `${text}: ${link.host}`
    const address = token.href
    if (text === '' || text === address || (namesItsHost(text, link) && address.endsWith(text)))
      return address
    return `${text}: ${address}`
  }

  /** Marks each line, without spaces inside the marks. */
  #marked(text: string, sign: string): string {
    if (sign === '') return text
    return text
      .split('\n')
      .map((line) =>
        line.replace(/^(\s*)(.*?)(\s*)$/, (_, before: string, inner: string, after: string) =>
          inner === '' ? line : `${before}${sign}${inner}${sign}${after}`,
        ),
      )
      .join('\n')
  }
}

const isBreak = ({ text }: { text: string }) => /^<br\s*\/?>$/i.test(text.trim())
