import { findForbidden } from './forbidden-words.ts'
import { type Span, sentencesIn } from './sentences.ts'

/** The sentences to write again, in order, and how many more are beyond the limit. */
export type RepairPlan = { spans: Span[]; left: number }

/** Characters that a sentence may gain beside three times its own. */
const ROOM = 200
const LETTER = /\p{L}/u

/** The sentences of a text with forbidden words, as far as they have `longest` characters as lines together. */
export function planRepair(text: string, words: readonly string[], longest: number): RepairPlan {
  const uses = findForbidden(text, words)
  let next = 0
  const all = sentencesIn(text).filter(({ start, end }) => {
    while (next < uses.length && (uses[next]?.end ?? 0) <= start) next += 1
    return (uses[next]?.start ?? Number.POSITIVE_INFINITY) < end
  })
  let length = 0
  const spans = all.filter(({ start, end }) => {
    const after = length + end - start + 1
    if (after > longest) return false
    length = after
    return true
  })
  return { spans, left: all.length - spans.length }
}

/** The sentences as lines; a sentence is within a line. */
export const linesOf = (text: string, spans: readonly Span[]): string[] =>
  spans.map(({ start, end }) => text.slice(start, end))

/** The text with a line in place of each sentence. */
export function withLines(text: string, spans: readonly Span[], lines: readonly string[]): string {
  let at = 0
  const parts = spans.flatMap(({ start, end }, index) => {
    const before = text.slice(at, start)
    at = end
    return [before, lines[index] ?? text.slice(start, end)]
  })
  return parts.join('') + text.slice(at)
}

/**
 * A model's version of a sentence, without marks that begin a list or heading; undefined for one that may not take its
 * place: it has a forbidden word, no words, marks of code or tables, or is far longer.
 */
export function repairedLine(before: string, answer: string, words: readonly string[]): string | undefined {
  const line = answer.trim()
  const [first] = sentencesIn(line)
  if (!first || line.includes('\n')) return undefined
  const kept = line.slice(first.start)
  const isFit = LETTER.test(kept) && kept.length <= 3 * before.length + ROOM
  const isMarkup =
    kept.includes('```') || kept.includes('~~~') || (kept.includes('|') && !before.includes('|'))
  return isFit && !isMarkup && findForbidden(kept, words).length === 0 ? kept : undefined
}
