import { type Span, sentencesIn } from './sentences.ts'

/** A forbidden word in a text, and its sentence. */
export type ForbiddenUse = Span & { word: string; sentence: Span }

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Lower case without accents and with single spaces, and the place of each of its code units in the text. */
function fold(text: string): { folded: string; places: number[] } {
  const places: number[] = []
  const parts: string[] = []
  let at = 0
  let isAfterSpace = false
  for (const character of text) {
    const isSpace = /\s/.test(character)
    const plain = isSpace ? ' ' : character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    if (!(isSpace && isAfterSpace)) {
      parts.push(plain)
      for (let unit = 0; unit < plain.length; unit += 1) places.push(at)
    }
    isAfterSpace = isSpace
    at += character.length
  }
  places.push(text.length)
  return { folded: parts.join(''), places }
}

const plainOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    // Lower case of a whole word has a final sigma; that of its letters has none.
    .replaceAll('ς', 'σ')
    .replace(/\s+/g, ' ')

/** Whether any of the words may stand in the text. Most texts have none, and this is much faster than {@link fold}. */
function hasAny(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return false
  const plain = plainOf(text)
  return words.some((word) => plain.includes(plainOf(word.trim())))
}

/**
 * Every whole use of the words in the sentences of a Markdown text, in its order; case, accents and line breaks do not
 * count. Other forms of a word are other words. Linear in the text for each word.
 */
export function findForbidden(text: string, words: readonly string[]): ForbiddenUse[] {
  if (!hasAny(text, words)) return []
  const sentences = sentencesIn(text)
  const { folded, places } = fold(text)
  const uses = words.flatMap((word) => usesOf(word, folded, places))
  uses.sort((one, other) => one.start - other.start || other.end - one.end)
  let next = 0
  return uses.flatMap((use) => {
    while (next < sentences.length && (sentences[next]?.end ?? 0) <= use.start) next += 1
    const sentence = sentences[next]
    return sentence && sentence.start <= use.start ? [{ ...use, sentence }] : []
  })
}

function usesOf(word: string, folded: string, places: readonly number[]): (Span & { word: string })[] {
  const wanted = fold(word.trim()).folded
  const found: (Span & { word: string })[] = []
  if (wanted === '') return found
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
    const end = at + wanted.length
    if (isWordEdge(folded, at - 1, wanted.at(0)) && isWordEdge(folded, end, wanted.at(-1))) {
      found.push({ word, start: places[at] ?? 0, end: places[end] ?? 0 })
    }
  }
  return found
}

/** A word that begins or ends with a sign, such as "100%", needs no edge there. */
const isWordEdge = (folded: string, beside: number, edge = ''): boolean =>
  !LETTER_OR_DIGIT.test(edge) || !LETTER_OR_DIGIT.test(folded[beside] ?? '')
