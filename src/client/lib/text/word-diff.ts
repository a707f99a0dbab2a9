import { diffLines, diffWordsWithSpace } from 'diff'

/** A piece of two texts laid over each other. */
export type DiffPart = { kind: 'same' | 'added' | 'removed'; text: string }

/** Long texts with little in common take very long to lay over each other word by word: then by whole lines. */
const PATIENCE_MS = 300
/** What stays around a change, of what is the same, in UTF-16 code units. */
const AROUND = 160
/** Less than this is not worth leaving out. */
const WORTH = 240

/** What `after` says otherwise than `before`, word by word; put together without what was removed it is `after`. */
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

/** A part as it is shown; of what is the same only the edges, with what lies `hidden` between them. */
export type ShownPart = DiffPart & { hidden?: { text: string; tail: string } }

/** Leaves out what is the same far from every change, from one line's end to another's beginning. */
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

/** Behind the first line end from `at` on. */
function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end + 1
}

/** Where the line begins that `at` is in. */
const startOfLine = (text: string, at: number): number => text.lastIndexOf('\n', Math.max(0, at)) + 1

/** How many words came and went, for a line above the texts. */
export function countWords(parts: readonly DiffPart[]): { added: number; removed: number } {
  const count = (kind: DiffPart['kind']) =>
    parts.filter((part) => part.kind === kind).reduce((sum, { text }) => sum + wordsIn(text), 0)
  return { added: count('added'), removed: count('removed') }
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
