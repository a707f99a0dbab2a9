import type { TextPart } from '#shared/contract/text-parts.ts'
import { normalizeText } from './search-words.ts'

const SNIPPET_LENGTH = 220
/** Characters shown before the first match, so that it is read in its sentence. */
const LEAD_LENGTH = 50
/** Matches considered when choosing the best excerpt of a text. */
const MAX_FINDS = 200

/** Returns the index of the search term that a folded word matches, or undefined. */
export type Matcher = (word: string) => number | undefined

type Find = { start: number; end: number; sought: number }

/** The text on one line, without Markdown syntax. */
const plainText = (markdown: string): string =>
  markdown
    .replace(/^[ \t|:-]+$/gm, '')
    .replace(/^[ \t]*[#>]+[ \t]/gm, '')
    .replace(/[*`~]+/g, '')
    .replace(/[\s|\p{Cc}]+/gu, ' ')
    .trim()

function findAll(text: string, matcher: Matcher): Find[] {
  const finds: Find[] = []
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const sought = matcher(normalizeText(word))
    if (sought !== undefined) finds.push({ start: index, end: index + word.length, sought })
    if (finds.length === MAX_FINDS) break
  }
  return finds
}

/** A text split into parts, so that each match is a part of its own. */
function partsOf(text: string, finds: Find[]): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const { start, end } of finds) {
    if (start > done) parts.push({ text: text.slice(done, start), isMatch: false })
    parts.push({ text: text.slice(start, end), isMatch: true })
    done = end
  }
  if (done < text.length) parts.push({ text: text.slice(done), isMatch: false })
  return parts
}

/** A whole text with its matches marked. */
export const markAll = (text: string, matcher: Matcher): TextPart[] => partsOf(text, findAll(text, matcher))

/** Words of a message that its chat marks. */
const MAX_WORDS = 20
/** Longer ones have no place in an address. */
const MAX_WORD_LENGTH = 40

/** The different words of a text that match, without accents and case. */
export function matchingWords(text: string, matcher: Matcher): string[] {
  const words = findAll(text, matcher).map(({ start, end }) => normalizeText(text.slice(start, end)))
  return [...new Set(words)].filter((word) => word.length <= MAX_WORD_LENGTH).slice(0, MAX_WORDS)
}

/** The first place where most different terms are close together. */
function bestStart(finds: Find[]): number {
  let best = { start: 0, different: 0 }
  for (const [index, { start }] of finds.entries()) {
    const near = finds.slice(index).filter((it) => it.end - start <= SNIPPET_LENGTH - LEAD_LENGTH)
    const different = new Set(near.map((it) => it.sought)).size
    if (different > best.different) best = { start, different }
  }
  return best.start
}

/** The best excerpt of a Markdown text with its matches marked, cut between words. */
export function snippetOf(markdown: string, matcher: Matcher): TextPart[] {
  const text = plainText(markdown)
  const around = cut(text, bestStart(findAll(text, matcher)))
  return partsOf(around, findAll(around, matcher))
}

function cut(text: string, place: number): string {
  let from = Math.max(0, place - LEAD_LENGTH)
  // At the beginning of a word, unless one very long word precedes the match.
  if (from > 0) {
    const blank = text.indexOf(' ', from)
    from = blank >= 0 && blank < place ? blank + 1 : place
  }
  let to = Math.min(text.length, from + SNIPPET_LENGTH)
  if (to < text.length) {
    const blank = text.lastIndexOf(' ', to)
    if (blank > place) to = blank
  }
  const piece = text
    .slice(from, to)
    .toWellFormed()
    .replace(/^\uFFFD|\uFFFD$/g, '')
  return `${from > 0 ? '… ' : ''}${piece}${to < text.length ? ' …' : ''}`
}
