import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { closingOf, GROUP_MAX, isClosing, isInGroup, isOpenGroup, numbersIn } from './citation-group.ts'

const CITATION = /\[\d{1,3}\]$/
/** Before a fence, or a definition of a link. */
const LINE_START = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s{1,9}){0,9}$/
/** A line that becomes the definition of a link with the next colon. */
const LABEL = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s{1,9}){0,9}\[ {0,3}\d{1,3} {0,3}\]$/
/** The target of a link, with a title. */
const TARGET = /^\(\s*(?:<[^<>]*>|[^\s<]*)(?:\s+["'(].*)?\s*\)$/s
const TARGET_MAX = 400
const LINE_MAX = 400
const WORD_END = /[\p{L}\p{N}_]$/u

/**
 * Removes each `[n]` that `isGiven` does not know from a Markdown text that arrives in pieces of any size, with the
 * spaces before it, and unlinks the others: targets and definitions of links go. Several numbers, as in `[1, 7]`, are
 * written as `[1][7]`. Code stays as it is, and so does a number that no passage can have: 0, and after a word one
 * beyond the last, as in "lista[0]" and "v[100]". Holds back only the characters of a citation that is incomplete, and
 * spaces.
 */
export class CitationFilter {
  readonly #isGiven: (number: number) => boolean
  /** Spaces, and then a citation that may go on. */
  #spaces = ''
  #held = ''
  #target = ''
  #depth = 0
  /** The end of the written text, and the current line as it is written and as it was given. */
  #tail = ''
  #written = ''
  #line = ''
  #out = ''
  /** An open fence; the length of the backticks that opened inline code. */
  #fence: { mark: string; length: number; isOpening: boolean } | undefined
  #inline = 0
  #run = ''

  constructor(isGiven: (number: number) => boolean) {
    this.#isGiven = isGiven
  }

  /** Continues after a text that readers have. */
  resume(text: string): void {
    this.add(text)
    this.end()
    this.#tail = text.slice(-GROUP_MAX)
    this.#written = text.slice(text.lastIndexOf('\n') + 1).slice(0, LINE_MAX)
  }

  /** Answers the text that is certain by now. */
  add(text: string): string {
    for (const char of text) this.#take(char)
    return this.#flush()
  }

  /** Answers the rest. */
  end(): string {
    if (this.#target !== '') this.#loosen()
    if (this.#isComplete) this.#resolve()
    this.#giveUp()
    this.#endRun()
    return this.#flush()
  }

  #flush(): string {
    const out = this.#out
    this.#out = ''
    return out
  }

  #take(char: string): void {
    if (this.#target !== '') this.#takeTarget(char)
    else if (this.#isComplete) this.#follow(char)
    else if (!this.#takesIn(char)) this.#plain(char)
  }

  /** Whether the character goes on with what may become a citation. */
  #takesIn(char: string): boolean {
    if (this.#held === '') return false
    const closes = char === closingOf(this.#held) && this.#numbers !== undefined
    if (closes || (isInGroup(char) && this.#held.length < GROUP_MAX)) {
      this.#held += char
      return true
    }
    this.#giveUp()
    return false
  }

  /** The character after a complete citation. */
  #follow(char: string): void {
    if (char === '(') {
      this.#target = char
      this.#depth = 1
    } else {
      this.#resolve()
      this.#plain(char)
    }
  }

  #takeTarget(char: string): void {
    this.#target += char
    if (char === '(') this.#depth += 1
    if (char === ')') this.#depth -= 1
    const isClosed = this.#depth === 0
    if (isClosed && TARGET.test(this.#target) && !this.#isProse()) {
      this.#target = ''
      this.#resolve()
    } else if (isClosed || char === '\n' || this.#target.length > TARGET_MAX) this.#loosen()
  }

  /** Parentheses after a citation that are no target, such as a remark. */
  #loosen(): void {
    const text = this.#target
    this.#target = ''
    this.#depth = 0
    this.#resolve()
    this.#plain(' ')
    for (const char of text) this.#take(char)
  }

  get #isComplete(): boolean {
    return this.#held !== '' && this.#held.endsWith(closingOf(this.#held) ?? '')
  }

  get #numbers(): number[] | undefined {
    return numbersIn(this.#held.slice(1, this.#isComplete ? -1 : undefined))
  }

  #isProse(): boolean {
    const [number = 0] = this.#numbers ?? []
    const isBeyond = number > COLLECTION_LIMITS.passagesPerReply
    return number === 0 || (isBeyond && this.#spaces === '' && WORD_END.test(this.#tail))
  }

  #resolve(): void {
    const isProse = this.#isProse()
    const stay = (this.#numbers ?? []).filter((number) => isProse || this.#isGiven(number))
    const spaces = this.#spaces
    this.#line += this.#held
    this.#held = ''
    this.#spaces = ''
    if (stay.length > 0) this.#write(spaces + stay.map((number) => `[${number}]`).join(''))
  }

  /** Writes what was held back: it is no citation. */
  #giveUp(): void {
    const text = this.#spaces + this.#held
    this.#spaces = ''
    this.#held = ''
    for (const char of text) this.#say(char)
  }

  #plain(char: string): void {
    const isMark = char === '`' || char === '~'
    if (this.#run !== '' && !this.#run.startsWith(char)) this.#endRun()
    if (this.#fence === undefined && this.#inline === 0) {
      if (char === ' ' || char === '\t') {
        this.#spaces += char
        return
      }
      if (closingOf(char)) {
        this.#held = char
        return
      }
    }
    this.#giveUp()
    if (isMark) this.#run += char
    this.#say(char)
    if (char === '\n') this.#endLine()
  }

  /** Writes a character that belongs to no citation, without making one of what stands before it. */
  #say(char: string): void {
    const isCode = this.#fence !== undefined || this.#inline > 0
    const makesOne = isClosing(char) && isOpenGroup(this.#tail, char)
    const makesLink = (char === '(' || char === '[') && CITATION.test(this.#tail)
    const defines = char === ':' && LABEL.test(this.#written)
    if (isCode) this.#write(char)
    else if (!defines) this.#write(makesOne || makesLink ? ` ${char}` : char)
    if (this.#line.length < LINE_MAX) this.#line += char
  }

  #write(text: string): void {
    this.#out += text
    this.#tail = (this.#tail + text).slice(-GROUP_MAX)
    if (this.#written.length < LINE_MAX) this.#written += text
  }

  /** Backticks or tildes have ended: they open or close code. */
  #endRun(): void {
    const run = this.#run
    if (run === '') return
    this.#run = ''
    const mark = run.charAt(0)
    const before = this.#line.slice(0, this.#line.length - run.length)
    if (this.#fence) return
    if (this.#inline === 0 && run.length >= 3 && LINE_START.test(before)) {
      this.#fence = { mark, length: run.length, isOpening: true }
    } else if (mark === '`') {
      if (this.#inline === 0) this.#inline = run.length
      else if (this.#inline === run.length) this.#inline = 0
    }
  }

  #endLine(): void {
    const line = this.#line.replace(/[\s>]+/g, '')
    const fence = this.#fence
    const closes = fence && line.length >= fence.length && line === fence.mark.repeat(line.length)
    if (fence?.isOpening) fence.isOpening = false
    else if (closes) this.#fence = undefined
    this.#line = ''
    this.#written = ''
    this.#inline = 0
  }
}
