import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FoundThing, SearchQuery, SearchResults, ThingKind } from '#shared/contract/search.ts'
import type { Db } from '../../db/connect.ts'
import { readWords } from '../../db/search/read-words.ts'
import { type Matcher, markAll, snippetOf } from '../../db/search/search-marks.ts'
import { searchTransaction } from '../../db/search/search-transaction.ts'
import { matcherOf, messageSearchOf, titleSearchOf, typedWords } from '../../db/search/search-words.ts'
import { inSearchTurn } from '../../http/limits/search-turns.ts'
import { findDocuments } from '../documents/documents.queries.ts'
import { findChatGroups } from './chat-groups.service.ts'
import type { Search } from './chat-search.service.ts'
import { findThings } from './things.queries.ts'

type Wanted = SearchQuery & { userId: string; signal: AbortSignal }
type Things = Omit<SearchResults, 'chats'>
type Row = { kind: ThingKind; id: string; name: string; text: string }

/**
 * Everything of a user that matches all words of `q`, and the tutorials; the last word may be incomplete. A query
 * without words finds nothing.
 * @throws {AppError} VALIDATION_ERROR for a cursor of another list; RATE_LIMITED and UNAVAILABLE as
 * {@link inSearchTurn}.
 */
export const searchEverything = (db: Db, wanted: Wanted): Promise<SearchResults> =>
  inSearchTurn(wanted, async (signal) => {
    const { q, cursor, limit, userId } = wanted
    const typed = typedWords(q)
    if (typed.length === 0) return { chats: { items: [], nextCursor: null, hasMore: false }, ...NOTHING() }
    const search = { userId, signal, limit, ...(await readWords(db, { userId, words: typed })) }
    const chats = await findChatGroups(db, { ...search, cursor })
    return { chats, ...(cursor === undefined ? await findOthers(db, search) : NOTHING()) }
  })

const NOTHING = (): Things => {
  const none = () => ({ items: [], hasMore: false })
  return { products: none(), brands: none(), offers: none(), documents: none(), tutorials: none() }
}

async function findOthers(db: Db, { userId, signal, limit, mark, words }: Search): Promise<Things> {
  const patterns = titleSearchOf(words, mark)?.patterns
  const tsquery = messageSearchOf(words, mark)?.whole
  const rows = await searchTransaction(db, signal, async (tx): Promise<Row[]> => {
    const things = patterns ? await findThings(tx, { userId, patterns, limit: limit + 1 }) : []
    const documents = tsquery ? await findDocuments(tx, { userId, tsquery, limit: limit + 1 }) : []
    return [...things, ...documents.map((it) => ({ ...it, kind: 'documents' as const }))]
  })
  const matcher = matcherOf(words)
  const found = NOTHING()
  for (const row of rows) {
    const group = found[row.kind]
    if (group.items.length === limit) group.hasMore = true
    else group.items.push(await toThing(row, matcher))
  }
  return found
}

async function toThing({ id, name, text }: Row, matcher: Matcher): Promise<FoundThing> {
  // Marking long texts is slow; yields to other requests between two of them.
  await nextTurn()
  return { id, name: markAll(name, matcher), snippet: text === '' ? [] : snippetOf(text, matcher) }
}
