import { sql } from 'drizzle-orm'
import type { SourceKind } from '#shared/contract/sources.ts'
import type { Db } from '../../db/connect.ts'
import { passages, sources } from '../../db/schema/index.ts'

export type PassageRow = {
  id: string
  sourceId: string
  collectionId: string
  name: string
  kind: SourceKind
  position: number
  page: number | null
  headings: string[]
  startSecond: number | null
  address: string | null
  text: string
}

type Wanted = {
  /** The owners whose passages are searched; their marks are in the tsqueries. */
  ownerIds: readonly string[]
  /** Undefined for all collections of the owners. */
  collectionIds?: readonly string[] | undefined
  /** Sources of the owners beside those of `collectionIds`. */
  sourceIds?: readonly string[] | undefined
  /** One for each word. */
  tsqueries: readonly string[]
  limit: number
}

/** Passages of one word that are ranked, of the most common word; the rarest words decide anyway. */
const MAX_HITS = 5_000

/**
 * Passages that have any of the words, the best first: a word counts more the fewer passages have it (inverse document
 * frequency), and a little more in a short passage.
 */
export async function findPassages(
  db: Db,
  { ownerIds, collectionIds, sourceIds = [], tsqueries, limit }: Wanted,
): Promise<PassageRow[]> {
  const ids = (values: readonly string[]) => sql`any(${sql.param([...values])}::uuid[])`
  const isIn = collectionIds
    ? sql`and (s.collection_id = ${ids(collectionIds)} or s.id = ${ids(sourceIds)})`
    : sql``
  const { rows } = await db.execute<PassageRow>(sql`
    with searched as materialized (
      select s.id, s.version from ${sources} s
      where s.owner_id = ${ids(ownerIds)} and s.deleted_at is null and s.version > 0 ${isIn}
    ), size as (
      select coalesce(sum(s.passages), 0) as passages from ${sources} s join searched on searched.id = s.id
    ), hits as materialized (
      select word.place, found.id, found.tokens
      from unnest(${sql.param([...tsqueries])}::text[]) with ordinality as word (query, place),
        lateral (select p.id, p.tokens from ${passages} p join searched s on s.id = p.source_id and s.version = p.version
          where p.vector @@ word.query::tsquery and p.owner_id = ${ids(ownerIds)} limit ${MAX_HITS}) as found
    ), weights as (
      select place, ln(1 + ((select passages from size) - count(*) + 0.5) / (count(*) + 0.5)) as weight
      from hits group by place
    ), best as (
      select hits.id, sum(greatest(weight, 0.05)) / (1 + 0.0005 * max(hits.tokens)) as score
      from hits join weights using (place) group by hits.id order by score desc, hits.id limit ${limit}
    )
    select p.id, s.id as "sourceId", s.collection_id as "collectionId", s.name, s.kind, p.position, p.page, p.headings,
      p.start_second as "startSecond", s.address, p.text
    from best join ${passages} p on p.id = best.id join ${sources} s on s.id = p.source_id
    order by best.score desc, p.id`)
  return rows
}
