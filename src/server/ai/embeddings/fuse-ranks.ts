/** The usual constant of reciprocal rank fusion: the first places of a list do not outweigh all of another. */
const K = 60

/**
 * One order from several, the best first: each list adds 1 / (60 + place) to an id. Only places count, because scores of
 * words and of vectors have no common measure. Ties keep the order of the first list.
 */
export function fuseRanks(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>()
  for (const ids of lists) {
    for (const [place, id] of ids.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (K + place + 1))
  }
  // The sort is stable, and a map keeps the order of its first entries.
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id)
}
