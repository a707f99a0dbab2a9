import type { AssetPageQuery } from '#shared/contract/assets.ts'
import type { DocumentsPage } from '#shared/contract/documents.ts'
import type { Db } from '../../db/connect.ts'
import { readWords } from '../../db/search/read-words.ts'
import { searchTransaction } from '../../db/search/search-transaction.ts'
import { messageSearchOf, typedWords } from '../../db/search/search-words.ts'
import { inSearchTurn } from '../../http/limits/search-turns.ts'
import { listDocuments } from './documents.queries.ts'

type Wanted = Omit<AssetPageQuery, 'q'> & { q: string; userId: string; signal: AbortSignal }

/**
 * A user's documents with all words of `q` in title or text, last changed first; the last word may be incomplete, and
 * other endings match. A query without words has no hits.
 * @throws {AppError} RATE_LIMITED and UNAVAILABLE as {@link inSearchTurn}.
 */
export const searchDocuments = (db: Db, { q, signal, ...query }: Wanted): Promise<DocumentsPage> =>
  inSearchTurn({ userId: query.userId, signal }, (untilEnd) =>
    searchTransaction(db, untilEnd, async (tx) => {
      const { mark, words } = await readWords(tx, { userId: query.userId, words: typedWords(q) })
      const tsquery = messageSearchOf(words, mark)?.whole
      if (!tsquery) return { items: [], nextCursor: null, hasMore: false }
      return listDocuments(tx, { ...query, tsquery })
    }),
  )
