import type { AcervoUsage, HouseCollection } from '#shared/contract/collections.ts'

type Figures = Pick<HouseCollection, 'sources' | 'passages' | 'bytes'>
type AgentFigures = Figures & {
  id: string
  name: string
  /** House collections that it reads. */
  count: number
  /** Its replies that cite sources; undefined when that is not known. */
  replies: number | undefined
}

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

/** What each agent reads and cites, in the order of their names; agents that do neither are left out. */
export function figuresByAgent(
  collections: readonly HouseCollection[],
  usage: AcervoUsage['items'] | undefined,
): AgentFigures[] {
  const agents = [...(usage ?? []), ...collections.flatMap((collection) => collection.agents)]
  const names = new Map(agents.map(({ id, name }) => [id, name]))
  return [...names]
    .map(([id, name]) => {
      const read = collections.filter((collection) => collection.agents.some((agent) => agent.id === id))
      const replies = usage && (usage.find((it) => it.id === id)?.replies ?? 0)
      return { id, name, count: read.length, replies, ...figuresOf(read) }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'pt-BR'))
}
