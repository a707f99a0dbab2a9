import { type Span, sentencesIn } from './sentences.ts'

/** A forbidden word in a text, and its sentence. */
export type ForbiddenUse = Span & { word: string; sentence: Span }

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
const FIRST_RUN = /^[\p{L}\p{N}]+/u

const SPACE = /\s/

/** Lower case of a character without accents. */
function plainOf(character: string): string {
  return SPACE.test(character) ? ' ' : character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Later code points take two code units. */
const LAST_SINGLE = 0xff_ff

const ASCII_END = 128
const SPACE_CODE = 32
const ASCII = Uint16Array.from({ length: ASCII_END }, (_, code) =>
  plainOf(String.fromCharCode(code)).charCodeAt(0),
)
/** The longest decomposition of a code unit. */
const UNITS_MOST = 4
const CHUNK = 8_192

/**
 * Lower case without accents and with single spaces, and the place of each of its code units in the text. Works on codes,
 * because a string for each character takes most of the time of a review.
 */
function fold(text: string): { folded: string; places: Uint32Array } {
  const plains = new Map<number, string>()
  const units = new Uint16Array(text.length * UNITS_MOST)
  const places = new Uint32Array(text.length * UNITS_MOST + 1)
  let length = 0
  const put = (unit: number, at: number) => {
    if (unit === SPACE_CODE && units[length - 1] === SPACE_CODE) return
    places[length] = at
    units[length] = unit
    length += 1
  }
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0
    if (code < ASCII_END) {
      put(ASCII[code] ?? code, at)
      continue
    }
    let plain = plains.get(code)
    if (plain === undefined) {
      plain = plainOf(String.fromCodePoint(code))
      plains.set(code, plain)
    }
    for (let unit = 0; unit < plain.length; unit += 1) put(plain.charCodeAt(unit), at)
    if (code > LAST_SINGLE) at += 1
  }
  places[length] = text.length
  const parts: string[] = []
  for (let at = 0; at < length; at += CHUNK)
    parts.push(String.fromCharCode(...units.subarray(at, Math.min(length, at + CHUNK))))
  return { folded: parts.join(''), places }
}

/** `from`: where the next use may begin, since uses of a word do not overlap. */
type Wanted = { word: string; folded: string; from: number }

const RUN = /[\p{L}\p{N}]+/gu

/** The words by their first run of letters and digits; those that begin with a sign by that sign. */
function indexOf(words: readonly string[]): Map<string, Wanted[]> {
  const index = new Map<string, Wanted[]>()
  for (const word of words) {
    const { folded } = fold(word.trim())
    if (folded === '') continue
    const [key = ''] = LETTER_OR_DIGIT.test(folded[0] ?? '') ? (folded.match(FIRST_RUN) ?? []) : [folded[0]]
    const list = index.get(key)
    if (list) list.push({ word, folded, from: 0 })
    else index.set(key, [{ word, folded, from: 0 }])
  }
  return index
}

/**
 * Every whole use of the words in the sentences of a Markdown text, in its order; case, accents and line breaks do not
 * count. Other forms of a word are other words. One pass over the text for all words.
 */
export function findForbidden(
  text: string,
  words: readonly string[],
  sentences?: readonly Span[],
): ForbiddenUse[] {
  const index = indexOf(words)
  if (index.size === 0) return []
  const uses = usesIn(text, index)
  if (uses.length === 0) return []
  uses.sort((one, other) => one.start - other.start || other.end - one.end)
  const spans = sentences ?? sentencesIn(text)
  let next = 0
  return uses.flatMap((use) => {
    while (next < spans.length && (spans[next]?.end ?? 0) <= use.start) next += 1
    const sentence = spans[next]
    return sentence && sentence.start <= use.start ? [{ ...use, sentence }] : []
  })
}

function usesIn(text: string, index: ReadonlyMap<string, Wanted[]>): (Span & { word: string })[] {
  const { folded, places } = fold(text)
  const found: (Span & { word: string })[] = []
  const take = (key: string, at: number) => {
    for (const wanted of index.get(key) ?? NONE) {
      if (at < wanted.from || !folded.startsWith(wanted.folded, at)) continue
      const end = at + wanted.folded.length
      if (!isWordEnd(folded, end)) continue
      wanted.from = end
      found.push({ word: wanted.word, start: places[at] ?? 0, end: places[end] ?? 0 })
    }
  }
  const signs = [...index.keys()].filter((it) => !LETTER_OR_DIGIT.test(it))
  for (const sign of signs)
    for (let at = folded.indexOf(sign); at !== -1; at = folded.indexOf(sign, at + 1)) take(sign, at)
  for (const { 0: run, index: at } of folded.matchAll(RUN)) take(run, at)
  return found
}

const NONE: readonly Wanted[] = []

/** A word that ends with a sign, such as "100%", needs no edge there. */
const isWordEnd = (folded: string, end: number): boolean =>
  !LETTER_OR_DIGIT.test(folded[end - 1] ?? '') || !LETTER_OR_DIGIT.test(folded[end] ?? '')
