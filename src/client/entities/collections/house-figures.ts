import type { HouseCollection } from '#shared/contract/collections.ts'

type Figures = Pick<HouseCollection, 'sources' | 'passages' | 'bytes'>

/** The sizes of collections together. */
export const figuresOf = (collections: readonly Figures[]): Figures =>
  collections.reduce(
    (sum, { sources, passages, bytes }) => ({
      sources: sum.sources + sources,
      passages: sum.passages + passages,
      bytes: sum.bytes + bytes,
    }),
    { sources: 0, passages: 0, bytes: 0 },
  )

/** What each agent reads, in the order of their names. */
export function figuresByAgent(
  collections: readonly HouseCollection[],
): (Figures & { id: string; name: string; count: number })[] {
  const names = new Map(collections.flatMap(({ agents }) => agents.map(({ id, name }) => [id, name])))
  return [...names]
    .map(([id, name]) => {
      const read = collections.filter(({ agents }) => agents.some((agent) => agent.id === id))
      return { id, name, count: read.length, ...figuresOf(read) }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'pt-BR'))
}
