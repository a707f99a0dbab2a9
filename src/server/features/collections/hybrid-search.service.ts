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
  embeddings: Embeddings | undefined
  signal: AbortSignal
}

/**
 * The passages that fit a question best, by its words, and by its meaning where the passages have vectors. Without a
 * vector of the question in time, by its words only.
 */
export async function findByWordsAndMeaning(db: Db, sought: Sought): Promise<WordedPassage[]> {
  const { question, tsqueries, limit, isDistinct = false, embeddings, signal, ...searched } = sought
  const asked = embeddings?.ofQuestion(question, signal)
  const pool = Math.max(limit, POOL)
  const size = asked || isDistinct ? pool : limit
  const best = (rows: WordedPassage[]) => (isDistinct ? distinctTexts(rows) : rows).slice(0, limit)
  const byWords = await searchTransaction(db, signal, (tx) =>
    findPassages(tx, { ...searched, tsqueries, limit: size }),
  )
  const vector = await asked
  // Read after the answer, which may be the first one of a model whose dimension was not known.
  const space = embeddings?.space
  const worded = byWords.map((row): WordedPassage => ({ ...row, hasWord: true }))
  if (!vector || !space) return best(worded)
  return searchTransaction(db, signal, async (tx) => {
    const near = await nearestPassages(tx, { ...searched, space, vector, limit: POOL })
    const ids = fuseRanks([byWords.map(({ id }) => id), near]).slice(0, isDistinct ? pool : limit)
    const known = new Map(worded.map((row) => [row.id, row]))
    const others = ids.filter((id) => !known.has(id))
    for (const row of await passagesById(tx, { ...searched, ids: others })) {
      known.set(row.id, { ...row, hasWord: false })
    }
    return best(ids.flatMap((id) => known.get(id) ?? []))
  })
}

/** Without passages that repeat a better one: its text below the same headings. */
const distinctTexts = (rows: WordedPassage[]): WordedPassage[] => {
  const seen = new Set<string>()
  return rows.filter(({ headings, text }) => {
    const words = JSON.stringify([headings, text])
    return !seen.has(words) && seen.add(words)
  })
}
