import type { Embeddings } from '../../ai/embeddings/embeddings.ts'
import { untilAborted } from '../../ai/tools/call.ts'
import type { Db } from '../../db/connect.ts'
import { readWords } from '../../db/search/read-words.ts'
import { messageSearchOf, type QueryWord, selectiveWords, typedWords } from '../../db/search/search-words.ts'
import { findByWordsAndMeaning } from './hybrid-search.service.ts'
import type { WordedPassage } from './passages.queries.ts'
import { type ReadScope, readMarks } from './readable.queries.ts'

/** A question may be a long text; its first words say what it is about. */
const QUESTION_LENGTH = 1_500
const WORDS_MAX = 32

type Question = {
  question: string
  /** Nothing else is searched. */
  scope: ReadScope
  limit: number
  /** Ends the search with an error. */
  signal: AbortSignal
}

/**
 * The passages that fit a question by words and meaning, best first, without the turns of {@link searchPassages}: the caller
 * bounds the searches and their time. A question of stop words alone finds nothing.
 */
export async function retrievePassages(
  { db, embeddings }: { db: Db; embeddings: Embeddings | undefined },
  { question, scope, limit, signal }: Question,
): Promise<WordedPassage[]> {
  const { ownerIds, collections, sourceIds, isEmbedded } = scope
  const asked = question.slice(0, QUESTION_LENGTH)
  const typed = distinct(typedWords(asked)).slice(0, WORDS_MAX)
  const [first] = ownerIds
  if (first === undefined || typed.length === 0) return []
  return untilAborted(signal, async () => {
    const read = await readWords(db, { userId: first, words: typed })
    const marks = ownerIds.length === 1 ? [read.mark] : await readMarks(db, ownerIds)
    // All words are complete.
    const words = read.words.map((word): QueryWord => ({ ...word, isLast: false }))
    const isMeant = ({ forms }: QueryWord) => forms[0] !== undefined && forms[0].stems.length > 0
    const tsqueries = selectiveWords(words)
      .filter(isMeant)
      .map((word) => marks.flatMap((mark) => messageSearchOf([word], mark)?.whole ?? []).join(' | '))
      .filter((query) => query !== '')
    if (tsqueries.length === 0) return []
    const collectionIds = collections.map(({ id }) => id)
    return findByWordsAndMeaning(db, {
      ...{ ownerIds, collectionIds, sourceIds, tsqueries, limit, signal },
      question: asked,
      isDistinct: true,
      embeddings: isEmbedded ? embeddings : undefined,
    })
  })
}

const distinct = (words: ReturnType<typeof typedWords>) => [
  ...new Map(words.map((word) => [word.forms[0]?.toLowerCase(), word])).values(),
]
