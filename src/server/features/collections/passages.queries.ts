import { sql } from 'drizzle-orm'
import type { SourceKind } from '#shared/contract/sources.ts'
import { codeOf, type StoredVector, similarity } from '../../ai/embeddings/quantise.ts'
import type { Db } from '../../db/connect.ts'
import { passages, passageVectors, sources } from '../../db/schema/index.ts'

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

/** A passage that was found by words, or by meaning alone. */
export type WordedPassage = PassageRow & { hasWord: boolean }

/** Nothing else is searched. */
export type SearchedPassages = {
  /** The owners whose passages are searched; their marks are in the tsqueries. */
  ownerIds: readonly string[]
  /** Undefined for all collections of the owners. */
  collectionIds?: readonly string[] | undefined
  /** Sources of the owners beside those of `collectionIds`. */
  sourceIds?: readonly string[] | undefined
}

type Wanted = SearchedPassages & {
  /** One for each word. */
  tsqueries: readonly string[]
  limit: number
}

const COLUMNS =
  sql.raw(`p.id, s.id as "sourceId", s.collection_id as "collectionId", s.name, s.kind, p.position, p.page,
  p.headings, p.start_second as "startSecond", s.address, p.text`)

const uuids = (values: readonly string[]) => sql`any(${sql.param([...values])}::uuid[])`

/** The sources `s` that are searched. */
const isSearched = ({ ownerIds, collectionIds, sourceIds = [] }: SearchedPassages) => sql`
  s.owner_id = ${uuids(ownerIds)} and s.deleted_at is null and s.version > 0
  ${collectionIds ? sql`and (s.collection_id = ${uuids(collectionIds)} or s.id = ${uuids(sourceIds)})` : sql``}`

/** Passages of one word that are ranked, of the most common word; the rarest words decide anyway. */
const MAX_HITS = 5_000

/**
 * Passages that have any of the words, the best first: a word counts more the fewer passages have it (inverse document
 * frequency), and a little more in a short passage. The index of words is read behind `offset 0`: by statistics that are
 * older than the passages, the planner would choose another one and read every passage for each word.
 */
export async function findPassages(db: Db, { tsqueries, limit, ...searched }: Wanted): Promise<PassageRow[]> {
  const { rows } = await db.execute<PassageRow>(sql`
    with searched as materialized (
      select s.id, s.version, s.passages from ${sources} s where ${isSearched(searched)}
    ), size as (
      select coalesce(sum(passages), 0)::float8 as passages from searched
    ), hits as (
      select hit.id, hit.tokens, greatest(ln((size.passages + 1) / (hit.count + 0.5)), 0.05) as weight
      from size, unnest(${sql.param([...tsqueries])}::text[]) as word (query), lateral (
        select found.id, found.tokens, (count(*) over ())::float8 as count from (
          select p.id, p.tokens
          from (select * from ${passages} where vector @@ word.query::tsquery offset 0) p
            join searched s on s.id = p.source_id and s.version = p.version
          where p.owner_id = ${uuids(searched.ownerIds)} limit ${MAX_HITS}) found) hit
    ), best as (
      select id, sum(weight) / (1 + 0.0005::float8 * max(tokens)) as score
      from hits group by id order by score desc, id limit ${limit}
    )
    select ${COLUMNS}
    from best join ${passages} p on p.id = best.id join ${sources} s on s.id = p.source_id
    order by best.score desc, p.id`)
  return rows
}

/** Searched passages by their ids, in no order. */
export async function passagesById(
  db: Db,
  { ids, ...searched }: SearchedPassages & { ids: readonly string[] },
): Promise<PassageRow[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<PassageRow>(sql`
    select ${COLUMNS} from ${passages} p join ${sources} s on s.id = p.source_id and s.version = p.version
    where p.id = ${uuids(ids)} and ${isSearched(searched)}`)
  return rows
}

/** Passages that are ranked by all components of their vectors: those with the nearest codes. */
const CANDIDATES = 200

/** The searched passages nearest to a vector of their space, the nearest first. */
export async function nearestPassages(
  db: Db,
  {
    space,
    vector,
    limit,
    ...searched
  }: SearchedPassages & { space: string; vector: Float32Array; limit: number },
): Promise<string[]> {
  const { rows } = await db.execute<Omit<StoredVector, 'code'> & { id: string }>(sql`
    with searched as materialized (
      select s.id from ${sources} s where ${isSearched(searched)}
    ), near as materialized (
      select v.passage_id, bit_count(v.code # ${codeOf(vector)}::varbit) as distance from ${passageVectors} v
      where v.owner_id = ${uuids(searched.ownerIds)} and v.space = ${space} and v.source_id in (select id from searched)
      order by distance limit ${CANDIDATES}
    )
    select v.passage_id as id, v.vector, v.scale from near join ${passageVectors} v using (passage_id)`)
  return rows
    .map(({ id, ...stored }) => ({ id, score: similarity(vector, stored) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ id }) => id)
}
