import type { Embeddings } from '../../ai/embeddings/embeddings.ts'
import { fuseRanks } from '../../ai/embeddings/fuse-ranks.ts'
import type { Db } from '../../db/connect.ts'
import { searchTransaction } from '../../db/search/search-transaction.ts'
import {
  findPassages,
  nearestPassages,
  passagesById,
  type SearchedPassages,
  type WordedPassage,
} from './passages.queries.ts'

/** Passages of each list that are fused. */
const POOL = 40

type Sought = SearchedPassages & {
  question: string
  /** One for each word. */
  tsqueries: readonly string[]
  limit: number
  /** The same text in several sources counts once. */
  isDistinct?: boolean
  /** Undefined when only words are searched. */
  embeddings: Pick<Embeddings, 'space' | 'ofQuestion'> | undefined
  signal: AbortSignal
}

/**
 * The passages that fit a question best, by its words, and by its meaning where the passages have vectors. Without a
 * vector of the question in time, by its words only.
 */
export async function findByWordsAndMeaning(db: Db, sought: Sought): Promise<WordedPassage[]> {
  const { question, tsqueries, limit, isDistinct = false, embeddings, signal, ...searched } = sought
  const pool = Math.max(limit, POOL)
  const best = (rows: WordedPassage[]) => (isDistinct ? distinctTexts(rows) : rows).slice(0, limit)
  const findNear = async () => {
    const vector = await embeddings?.ofQuestion(question, signal)
    // Read after the answer, which may be the first one of a model whose dimension was not known.
    const space = embeddings?.space
    if (!vector || !space) return []
    return searchTransaction(db, signal, (tx) =>
      nearestPassages(tx, { ...searched, space, vector, limit: POOL }),
    )
  }
  const [byWords, near] = await Promise.all([
    searchTransaction(db, signal, (tx) =>
      findPassages(tx, { ...searched, tsqueries, limit: embeddings || isDistinct ? pool : limit }),
    ),
    findNear(),
  ])
  const known = new Map(byWords.map((row): [string, WordedPassage] => [row.id, { ...row, hasWord: true }]))
  const ids = fuseRanks([byWords.map(({ id }) => id), near]).slice(0, isDistinct ? pool : limit)
  const others = ids.filter((id) => !known.has(id))
  for (const row of await passagesById(db, { ...searched, ids: others })) {
    known.set(row.id, { ...row, hasWord: false })
  }
  return best(ids.flatMap((id) => known.get(id) ?? []))
}

/** Without passages that repeat a better one: its text below the same headings. */
const distinctTexts = (rows: WordedPassage[]): WordedPassage[] => {
  const seen = new Set<string>()
  return rows.filter(({ headings, text }) => {
    const words = JSON.stringify([headings, text])
    return !seen.has(words) && seen.add(words)
  })
}
