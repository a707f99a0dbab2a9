import type { Embeddings } from '../../ai/embeddings/embeddings.ts'
import { untilAborted } from '../../ai/tools/call.ts'
import type { Db } from '../../db/connect.ts'
import { readWords } from '../../db/search/read-words.ts'
import { messageSearchOf, type QueryWord, type TypedWord, typedWords } from '../../db/search/search-words.ts'
import { findByWordsAndMeaning } from './hybrid-search.service.ts'
import type { WordedPassage } from './passages.queries.ts'
import { type ReadScope, readMarks } from './readable.queries.ts'

/** Of a long text: what it begins with says what it is about, and the question often stands at its end. */
const BEGINNING_LENGTH = 1_000
const END_LENGTH = 500
/** At most so many distinct words are searched; half of them from the end. */
const WORDS_MAX = 32
/** Of which so many are looked up, stop words among them. */
const SPELLINGS_MAX = 3 * WORDS_MAX

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
  const asked = shortened(question)
  const typed = typedWords(asked)
  const bySpelling = new Map(typed.map((word) => [spellingOf(word), word]))
  const spellings = outer(typed.map(spellingOf), SPELLINGS_MAX)
  const [first] = ownerIds
  if (first === undefined || typed.length === 0) return []
  return untilAborted(signal, async () => {
    const read = await readWords(db, {
      userId: first,
      words: spellings.flatMap((it) => bySpelling.get(it) ?? []),
    })
    const marks = ownerIds.length === 1 ? [read.mark] : await readMarks(db, ownerIds)
    const readWord = new Map(spellings.map((spelling, index) => [spelling, read.words[index]]))
    const tsqueries = outer(
      typed.flatMap((word) => readWord.get(spellingOf(word)) ?? []).filter(isMeant),
      WORDS_MAX,
    )
      // All words are complete.
      .map((word): QueryWord => ({ ...word, isLast: false }))
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

/** The beginning and the end of a long text, without the words that the cuts go through. */
const shortened = (text: string): string =>
  text.length <= BEGINNING_LENGTH + END_LENGTH
    ? text
    : `${text.slice(0, BEGINNING_LENGTH).replace(/\s\S*$/, '')}\n${text.slice(-END_LENGTH).replace(/^\S*\s/, '')}`

const spellingOf = ({ forms }: TypedWord) => forms[0]?.toLowerCase()

/** A stop word, such as "de", has no stem. */
const isMeant = ({ forms }: QueryWord) => forms[0] !== undefined && forms[0].stems.length > 0

/** Distinct items: all, or the first and the last of more than `count`. */
function outer<T>(items: T[], count: number): T[] {
  const distinct = [...new Set(items)]
  if (distinct.length <= count) return distinct
  const last = [...new Set(items.toReversed())].slice(0, count / 2)
  return [...new Set([...distinct.slice(0, count / 2), ...last])]
}
