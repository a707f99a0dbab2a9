import { decodeEntities } from '#shared/markdown/markdown-entities.ts'
import { safeLink } from '#shared/markdown/markdown-links.ts'
import { CodeLines } from './code-lines.ts'

/** Begins an address that Markdown makes a link of. */
const STARTS = ['https:', 'http:', 'www.', '@']
const START = /^(?:https?:|www\.|@)/i
const EVERY_START = /https?:|www\.|@/gi
const AT_END = /(?:https?:|www\.|@)[^\s<>\]`|]*$/i
const IN_ADDRESS = /[^\s<>\]`|]/
const ADDRESS_MAX = 2_000
/** A definition of a link after its colon, and the target of a link. */
const DEFINED = /^:\s*\S+\s$/
const POINTED = /^\(\s*<[^>]*$/
const BLANK_LINE = /\n[ \t]*\n$/
const TARGET_MAX = 400
const OPEN_TARGET = /\][(:](?:(?!\n[ \t]*\n)[^)]){0,400}$/
const ESCAPED = /\\([!-/:-@[-`{-~])/g

/**
 * Unlinks the addresses that `isForeign` knows in a Markdown text that arrives in pieces of any size: targets of links
 * and images go, and a bare address is escaped, so that it reads the same and is no link. Holds back only an address
 * that is incomplete.
 */
export class AddressFilter {
  readonly #isForeign: (address: string) => boolean
  readonly #code = new CodeLines()
  /** What may be an address, after the part of it that readers have. */
  #seen = ''
  #held = ''
  /** The target of a link from its parenthesis on, or of a definition from its colon on. */
  #target = ''
  #depth = 0
  /** The current place may be in the target of a link, where an escape has no effect. */
  #isInTarget = false
  #last = ''
  #out = ''

  constructor(isForeign: (address: string) => boolean) {
    this.#isForeign = isForeign
  }

  /** Continues after a text that readers have. */
  resume(text: string): void {
    this.#code.read(text)
    const end = text.slice(-ADDRESS_MAX)
    this.#last = text.slice(-1)
    this.#isInTarget = OPEN_TARGET.test(end)
    this.#seen = AT_END.exec(end)?.[0] ?? longestStart(end)
  }

  /** Answers the text that is certain by now. */
  add(text: string): string {
    for (const char of text) this.#take(char)
    return this.#flush()
  }

  /** Answers the rest. */
  end(): string {
    if (this.#target !== '') this.#loosen()
    this.#resolve()
    return this.#flush()
  }

  #flush(): string {
    const out = this.#out
    this.#out = ''
    return out
  }

  #take(char: string): void {
    if (this.#target !== '') this.#takeTarget(char)
    else if (this.#last === ']' && this.#held === '' && (char === '(' || char === ':')) {
      this.#target = char
      this.#depth = 1
    } else this.#scan(char)
  }

  #takeTarget(char: string): void {
    const isEscaped = this.#target.endsWith('\\')
    this.#target += char
    const target = this.#target
    if (!isEscaped && !POINTED.test(target)) {
      if (char === '(') this.#depth += 1
      if (char === ')') this.#depth -= 1
    }
    const isClosed = target.startsWith('(') && this.#depth === 0
    if (isClosed && this.#leadsAway()) this.#target = ''
    else if (isClosed || DEFINED.test(target) || BLANK_LINE.test(target) || target.length > TARGET_MAX)
      this.#loosen()
  }

  /** Whether the target is a link, as the page reads it, to a foreign address. */
  #leadsAway(): boolean {
    if (this.#code.isCode) return false
    const inside = this.#target.slice(1).trim()
    const [typed = ''] = inside.startsWith('<') ? inside.slice(1).split('>', 1) : inside.split(/[\s)]/, 1)
    const link = safeLink(decodeEntities(typed.replace(ESCAPED, '$1')))
    return link !== null && this.#isForeign(link.href)
  }

  /** Writes a target that stays, as text if it is foreign; an address in it is still looked at. */
  #loosen(): void {
    const target = this.#target
    const isWhole = (target.startsWith(':') || this.#depth === 0) && !target.includes('[')
    const text = this.#leadsAway() ? ` ${target}` : target
    this.#isInTarget ||= !isWhole
    this.#target = ''
    for (const char of text) this.#scan(char)
  }

  #scan(char: string): void {
    const address = this.#seen + this.#held
    if (address.length < ADDRESS_MAX && goesOn(address + char)) {
      this.#held += char
    } else if (address === '') {
      this.#write(char)
    } else if (this.#held !== '' && !START.test(address)) {
      // It was no start, but one may begin a character later.
      const [first = '', ...rest] = this.#held
      this.#seen = ''
      this.#held = ''
      this.#write(first)
      for (const next of [...rest, char]) this.#scan(next)
    } else {
      this.#resolve()
      this.#scan(char)
    }
  }

  /** Writes an address that is complete. */
  #resolve(): void {
    const address = this.#seen + this.#held
    const isSplit = this.#seen !== ''
    const held = this.#held
    this.#seen = ''
    this.#held = ''
    if (held === '' || this.#code.isCode || !this.#isAway(address)) this.#write(held)
    else if (this.#isInTarget) this.#write(isSplit ? ` ${spaced(held)}` : spaced(held))
    else this.#write(isSplit ? ` ${escaped(held)}` : escaped(held))
  }

  /** An address that is too long hides its host. */
  #isAway(address: string): boolean {
    if (address.length >= ADDRESS_MAX) return true
    return [...address.matchAll(EVERY_START)].some(({ index }) => this.#isForeign(address.slice(index)))
  }

  #write(text: string): void {
    if (text === '') return
    this.#out += text
    this.#code.read(text)
    if (this.#last === '\n' && text.startsWith('\n')) this.#isInTarget = false
    this.#last = text.slice(-1)
  }
}

/** With each start of an address escaped, which Markdown shows as it was. */
const escaped = (address: string) =>
  address.replace(EVERY_START, (start) => `${start.slice(0, -1)}\\${start.slice(-1)}`)

/** With a space after each start, which no address has anywhere. */
const spaced = (address: string) => address.replace(EVERY_START, '$& ')

/** Whether a text may still grow to a longer address. */
function goesOn(text: string): boolean {
  const start = START.exec(text)?.[0]
  if (start === undefined) return STARTS.some((it) => it.startsWith(text.toLowerCase()))
  return text === start || IN_ADDRESS.test(text.slice(-1))
}

/** The end of a text that may become the start of an address. */
function longestStart(text: string): string {
  const ends = [5, 4, 3, 2, 1].map((length) => text.slice(-length).toLowerCase())
  return ends.find((end) => end !== '' && STARTS.some((it) => it.startsWith(end))) ?? ''
}
