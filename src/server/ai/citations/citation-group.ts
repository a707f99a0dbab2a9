/** Longer texts in brackets are no citations. */
export const GROUP_MAX = 80
/** A longer range is one of ages, as in "18-24", or of prices. */
const RANGE_MAX = 5
const IN_GROUP = /[\d \t\u00a0\u202f,;^e\u2013-]/
const SINGLE = /^\^?(\d{1,3})$/
const SEPARATOR = /[,;]|\se\s/
const RANGE = /^\^?([1-9]\d?)(?:\s?[-\u2013]\s?\^?([1-9]\d?))?$/

/** The bracket that closes a citation with this beginning; undefined when none does. */
export function closingOf(held: string): string | undefined {
  if (held.startsWith('[')) return ']'
  return held.startsWith('\u3010') ? '\u3011' : undefined
}

/** Cents after a comma without a space, as in "19,90". */
const PRICE = /^\d{1,2},(?:\d0|97|99)$/

export const isClosing = (char: string): boolean => char === ']' || char === '\u3011'

/** Whether a character may stand inside the brackets of a citation. */
export const isInGroup = (char: string): boolean => IN_GROUP.test(char)

/**
 * The numbers of a citation by the text in its brackets, as in "1", "^1", "1, 7", "1 e 7" and "1-3"; undefined when it is
 * none. A single number has up to three digits, so that years stay; several must all be numbers that a passage can have,
 * so that most prices, dates and indexes stay.
 */
export function numbersIn(inside: string): number[] | undefined {
  const text = inside.trim()
  const single = SINGLE.exec(text)?.[1]
  if (single) return [Number(single)]
  if (PRICE.test(text)) return undefined
  const numbers = text.split(SEPARATOR).flatMap((part) => rangeOf(part.trim()))
  return numbers.includes(0) ? undefined : [...new Set(numbers)]
}

/** The numbers of a range, or the one number; 0 for another text. */
function rangeOf(text: string): number[] {
  const [, first, last = first] = RANGE.exec(text) ?? []
  const from = Number(first ?? 0)
  const length = Number(last ?? 0) - from + 1
  if (from === 0 || length < 1 || length > RANGE_MAX) return [0]
  return Array.from({ length }, (_, index) => from + index)
}

/** Whether a closing bracket after this text ends a citation. */
export function isOpenGroup(text: string, closing: string): boolean {
  const at = Math.max(text.lastIndexOf('['), text.lastIndexOf('\u3010'))
  return at >= 0 && closingOf(text.slice(at)) === closing && numbersIn(text.slice(at + 1)) !== undefined
}
