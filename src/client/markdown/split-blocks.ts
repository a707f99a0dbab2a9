import { Lexer, Marked, type MarkedToken } from 'marked'
import { guardParagraph } from './guarded-paragraph.ts'
import { guardedRules } from './guarded-rules.ts'

/**
 * A top-level block. `raw` and `links` determine its rendering; `links` are the text's link definitions, empty if the
 * block cannot use one.
 */
export type Block = { raw: string; links: string; token: MarkedToken }

guardParagraph(Lexer.rules.block.gfm.paragraph)
const marked = new Marked({ gfm: true, breaks: true, tokenizer: guardedRules })

/** The blocks of a Markdown text. The cast is safe: no extension is registered. */
export function lex(text: string): Block[] {
  const tokens = marked.lexer(text)
  const links = Object.keys(tokens.links).length > 0 ? JSON.stringify(tokens.links) : ''
  return tokens.map((token) => ({
    raw: token.raw,
    links: token.raw.includes('[') ? links : '',
    token: token as MarkedToken,
  }))
}

/**
 * Splits a growing text into blocks. Blocks before the last are final and not parsed again, so that the cost per frame
 * does not grow with the text. Only a text with link definitions, which affect earlier blocks, is parsed as a whole.
 * Accepts an unrelated text too.
 */
export class BlockSplitter {
  #settled: Block[] = []
  #settledText = ''

  split(source: string): Block[] {
    const text = source.replace(/\r\n?/g, '\n')
    if (!text.startsWith(this.#settledText)) this.#reset()
    let open = lex(text.slice(this.#settledText.length))
    if (open.some(({ links }) => links !== '')) {
      if (this.#settledText !== '') open = lex(text)
      this.#reset()
      return open.filter(isShown)
    }
    const isExact =
      open.reduce((length, block) => length + block.raw.length, 0) === text.length - this.#settledText.length
    const last = isExact ? open.findLastIndex((block) => block.token.type !== 'space') : 0
    for (const block of open.splice(0, Math.max(last, 0))) {
      this.#settled.push(block)
      this.#settledText += block.raw
    }
    return [...this.#settled, ...open].filter(isShown)
  }

  #reset() {
    this.#settled = []
    this.#settledText = ''
  }
}

const isShown = ({ token }: Block) => token.type !== 'space' && token.type !== 'def'

/** A line that is only an incomplete marker. */
const ONLY_MARKERS = /^[ \t]*(?:[-+*_=#>|`~:]+|[-+*] \[[ xX]?\]?|\d{1,3}[.)]?|(?:`{3,}|~{3,}).*)[ \t]*$/
const TABLE_ROW = /^[ \t]*\|/
const TABLE_DELIMITER = /^[ \t|:-]*$/

/**
 * A streaming text without its incomplete end: fences, heading and list marks and table heads show once complete, so that
 * nothing flashes as something else.
 */
export function steadyPart(text: string): string {
  const lines = text.split('\n')
  const [before = '', previous = '', last = ''] = [lines.at(-3), lines.at(-2), lines.at(-1)]
  let held = 0
  if (TABLE_ROW.test(previous) && !TABLE_ROW.test(before) && TABLE_DELIMITER.test(last)) held = 2
  else if (TABLE_ROW.test(last) && !TABLE_ROW.test(previous)) held = 1
  else if (ONLY_MARKERS.test(last)) held = 1
  return held === 0 ? text : lines.slice(0, -held).join('\n')
}

/** The open block with its unfinished emphasis, code or link closed. */
export function closeOpenInline(block: Block): Block {
  if (block.token.type === 'code' || block.token.type === 'html') return block
  const raw = closedInline(block.raw)
  if (raw === block.raw) return block
  const [first, ...rest] = lex(raw)
  return first && rest.length === 0 ? first : block
}

function closedInline(raw: string): string {
  const text = raw
    .replace(/!?\[([^\]\n]*)\]\([^()\n]*$/, '$1')
    .replace(/(^|[\s([“"])(?:\*{1,3}|_{1,2}|~~|`)$/, '$1')
  const line = text.slice(text.lastIndexOf('\n') + 1)
  if (count(line, /`/g) % 2 === 1) return `${text}\``
  if (count(line, /\*\*/g) % 2 === 0) return text
  const end = text.trimEnd()
  return end.endsWith('*') && !end.endsWith('**') ? `${end}*` : `${end}**`
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
