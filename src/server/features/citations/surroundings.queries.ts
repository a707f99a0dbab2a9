import { type SQL, sql } from 'drizzle-orm'
import { CUT_MARK, shorten } from '../../ai/prompt/token-estimate.ts'
import { passages, sources } from '../../db/schema/index.ts'

/** Characters that are shown on each side. */
const SHOWN = 300
/** Passages begin with the end of the one before, which is shorter than this. */
const OVERLAP_MAX = 400

/** The text of the passage beside the joined one, if it is of the searched version and under the same page and headings. */
export const textBeside = (distance: 1 | -1): SQL<string | null> => sql<string | null>`(
  select beside.text from passages beside
  where beside.source_id = ${passages.sourceId} and beside.version = ${passages.version}
    and ${passages.version} = ${sources.version} and beside.position = ${passages.position} + ${sql.raw(String(distance))}
    and beside.page is not distinct from ${passages.page} and beside.headings = ${passages.headings})`

type Beside = { before: string | null; after: string | null }

/** The ends of the texts beside a passage, without the sentences that it shares with them. */
export function surround(text: string, { before, after }: Beside): Beside {
  // Its end is missing, so the next one does not follow.
  const isCut = text.endsWith(CUT_MARK)
  const end = before?.slice(0, before.length - overlapOf(before, text)).trim()
  const start = isCut ? undefined : after?.slice(overlapOf(text, after)).trim()
  return { before: end ? lastOf(end) : null, after: start ? shorten(start, SHOWN) : null }
}

/** Length of the end of a text with which the next one begins. */
function overlapOf(text: string, next: string): number {
  for (let length = Math.min(OVERLAP_MAX, text.length, next.length); length > 0; length -= 1) {
    if (text.endsWith(next.slice(0, length))) return length
  }
  return 0
}

/** The end of a text, from a word on. */
function lastOf(text: string): string {
  if (text.length <= SHOWN) return text
  const end = text.slice(-SHOWN)
  return `…${end.slice(end.search(/\s/) + 1)}`
}
