import { diffLines, diffWordsWithSpace } from 'diff'

/** Segment of a diff. */
export type DiffPart = { kind: 'same' | 'added' | 'removed'; text: string }

/** Time limit of the word diff; beyond it, the diff is by lines. */
const PATIENCE_MS = 300
/** Unchanged context around a change, in UTF-16 code units. */
const AROUND = 160
/** Shorter unchanged text is not collapsed. */
const WORTH = 240

/** Word diff of two texts; the segments without the removed ones make `after`. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const words = diffWordsWithSpace(before, after, { timeout: PATIENCE_MS })
  const lines = words ?? diffLines(before, after, { timeout: PATIENCE_MS })
  const whole = [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  return (lines ?? whole).map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
}

/** Segment as shown; `hidden` is the collapsed middle of unchanged text. */
export type ShownPart = DiffPart & { hidden?: { text: string; tail: string } }

/** Collapses unchanged text far from every change, by whole lines. */
export function collapseUnchanged(parts: readonly DiffPart[]): ShownPart[] {
  const last = parts.length - 1
  return parts.map((part, index) => {
    if (part.kind !== 'same') return part
    const head = index === 0 ? 0 : endOfLine(part.text, AROUND)
    const tail = index === last ? part.text.length : startOfLine(part.text, part.text.length - AROUND)
    if (tail - head < WORTH) return part
    return {
      kind: 'same',
      text: part.text.slice(0, head),
      hidden: { text: part.text.slice(head, tail), tail: part.text.slice(tail) },
    }
  })
}

/** Index after the first line end from `at` on. */
function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end + 1
}

/** Start of the line of `at`. */
const startOfLine = (text: string, at: number): number => text.lastIndexOf('\n', Math.max(0, at)) + 1

/** Counts of added and removed words. */
export function countWords(parts: readonly DiffPart[]): { added: number; removed: number } {
  const count = (kind: DiffPart['kind']) =>
    parts.filter((part) => part.kind === kind).reduce((sum, { text }) => sum + wordsIn(text), 0)
  return { added: count('added'), removed: count('removed') }
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
