import { type SQL, sql } from 'drizzle-orm'
import { repeatedIn } from '#shared/passages/join-passages.ts'
import { CUT_MARK, shorten } from '../../ai/prompt/token-estimate.ts'
import { passages, sources } from '../../db/schema/index.ts'

/** Characters that are shown on each side. */
const SHOWN = 300

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
  const end = before?.slice(0, before.length - repeatedIn(before, text)).trim()
  const start = isCut ? undefined : after?.slice(repeatedIn(text, after)).trim()
  return { before: end ? lastOf(end) : null, after: start ? shorten(start, SHOWN) : null }
}

/** The end of a text, from a word on. */
function lastOf(text: string): string {
  if (text.length <= SHOWN) return text
  const end = text.slice(-SHOWN)
  return `…${end.slice(end.search(/\s/) + 1)}`
}
