import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FoundPassage, FoundPassages, PassagesQuery } from '#shared/contract/sources.ts'
import { readWords } from '../../db/search/read-words.ts'
import { type Matcher, snippetOf } from '../../db/search/search-marks.ts'
import { matcherOf, messageSearchOf, selectiveWords, typedWords } from '../../db/search/search-words.ts'
import { inSearchTurn } from '../../http/limits/search-turns.ts'
import { getCollection } from './collections.queries.ts'
import { findByWordsAndMeaning } from './hybrid-search.service.ts'
import { type QuestionParts, questionModel } from './meaning/screen-question.ts'
import { countMeant } from './meaning/vectors.queries.ts'
import type { PassageRow } from './passages.queries.ts'

type Wanted = PassagesQuery & {
  /** Who searches, and whose passages. */
  userId: string
  ownerId: string
  signal: AbortSignal
}

/**
 * The owner's passages that have words of `q` or are near its meaning, best first; the last word may be incomplete.
 * @throws {AppError} NOT_FOUND for the collection; RATE_LIMITED and UNAVAILABLE as {@link inSearchTurn}.
 */
export const searchPassages = (parts: QuestionParts, wanted: Wanted): Promise<FoundPassages> =>
  inSearchTurn(wanted, async (signal) => {
    const { db, embeddings } = parts
    const { q, collectionId, limit, ownerId, userId } = wanted
    if (collectionId) await getCollection(db, { ownerId, collectionId })
    const typed = typedWords(q)
    if (typed.length === 0) return { items: [] }
    const { mark, words } = await readWords(db, { userId: ownerId, words: typed })
    const tsqueries = selectiveWords(words).flatMap((word) => messageSearchOf([word], mark)?.whole ?? [])
    const space = embeddings?.space
    const meant = space === undefined ? null : await countMeant(db, { ownerId, userId, space })
    const rows = await findByWordsAndMeaning(db, {
      ...{ ownerIds: [ownerId], tsqueries, limit, signal, question: q },
      collectionIds: collectionId ? [collectionId] : undefined,
      embeddings: meant && embeddings ? questionModel({ ...parts, embeddings }, { userId }) : undefined,
    })
    const matcher = matcherOf(words)
    const items: FoundPassage[] = []
    for (const row of rows) items.push(await toFound(row, matcher))
    return { items }
  })

async function toFound(row: PassageRow, matcher: Matcher): Promise<FoundPassage> {
  // Marking texts takes time; yields to other requests between two of them.
  await nextTurn()
  const snippet = snippetOf(row.text, matcher)
  const headings = row.headings
  return {
    id: row.id,
    source: { id: row.sourceId, collectionId: row.collectionId, name: row.name, kind: row.kind },
    position: row.position,
    page: row.page,
    headings,
    startSecond: row.startSecond,
    snippet,
  }
}
