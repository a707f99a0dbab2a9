import type { Span } from '../voice/sentences.ts'

/** The changed part between two texts: `start` to `before` became `start` to `after`. */
type Edit = { start: number; before: number; after: number }

/** The smallest replaced part, from the equal beginnings and ends of both texts. */
function editOf(from: string, to: string): Edit {
  const most = Math.min(from.length, to.length)
  let start = 0
  while (start < most && from[start] === to[start]) start += 1
  let tail = 0
  while (tail < most - start && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail += 1
  return { start, before: from.length - tail, after: to.length - tail }
}

/**
 * Moves spans of `from` to their places in `to`, and drops those whose words an edit has touched. Every span that is
 * returned holds the same words as before. Linear in the texts.
 */
export function moveSpans<T extends Span>(spans: readonly T[], from: string, to: string): T[] {
  if (from === to || spans.length === 0) return [...spans]
  const { start, before, after } = editOf(from, to)
  const by = after - before
  return spans.flatMap((span) => {
    if (span.end <= start) return [span]
    if (span.start >= before) return [{ ...span, start: span.start + by, end: span.end + by }]
    return []
  })
}

/**
 * Moves parts of `from` that follow each other to their places in `to`. An edit within a part changes its words and its
 * length; of an edit that reaches over parts, the first one gets the new words. Linear in the texts.
 */
export function moveParts<T extends Span>(parts: readonly T[], from: string, to: string): T[] {
  const { start, before, after } = editOf(from, to)
  const by = after - before
  return parts.map((part) => ({
    ...part,
    start: part.start <= start ? part.start : Math.max(part.start + by, after),
    end: part.end < start ? part.end : Math.max(part.end + by, after),
  }))
}
