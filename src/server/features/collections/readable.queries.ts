import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { HOUSE_OWNER_ID } from '../../db/schema/index.ts'
import { embeddedIn, mayLeave } from './meaning/vectors.queries.ts'

/** A collection that the replies of an agent to a user may read. */
type ReadableCollection = { id: string; ownerId: string; name: string }

/** Everything that a search of a reply may read; the owners are those of the collections and sources. */
export type ReadScope = {
  ownerIds: string[]
  collections: ReadableCollection[]
  /** Single sources beside the collections. */
  sourceIds: string[]
  /** Only what the message names. */
  isChosen: boolean
  /** Some of it is found by meaning, and the question may go to the provider of the installation. */
  isEmbedded: boolean
}

/** The collections and sources that a message names; without any, all are read. */
export type ChosenSources = { collectionIds: readonly string[]; sourceIds: readonly string[] }

const houseId = sql.raw(`'${HOUSE_OWNER_ID}'::uuid`)

const hasOwn = (userId: SQL) =>
  sql`exists (select 1 from sources where sources.owner_id = ${userId} and sources.version > 0 and sources.deleted_at is null)`

/** Whether a user has sources that were read. */
export async function hasOwnSources(db: Db, { userId }: { userId: string }): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`select ${hasOwn(sql`${userId}::uuid`)} as has`)
  return rows[0]?.has === true
}

/** Whether there may be something to read for a user and an agent; for the statements of other calls. */
export const hasSources = (userId: SQL, agentId: SQL): SQL<boolean> => sql<boolean>`(
  ${hasOwn(userId)}
  or exists (select 1 from agent_collections where agent_collections.agent_id = ${agentId}))`

const uuids = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`

/** The house collections of a stored agent, or those that an unsaved one would have. */
export type HouseChoice = { agentId: string } | { collectionIds: readonly string[] }

const isAttached = (house: HouseChoice) =>
  'agentId' in house
    ? sql`exists (select 1 from agent_collections a where a.collection_id = c.id and a.agent_id = ${house.agentId}::uuid)`
    : sql`c.id = any(${uuids(house.collectionIds)})`

/**
 * SQL: the collection `c` is not deleted, and the user's own, or of the house with `isOpened`. The one condition for what a
 * message may name and what a reply reads.
 */
export const isReadable = (userId: string, isOpened: SQL): SQL => sql`(c.deleted_at is null
  and c.owner_id in (${userId}::uuid, ${houseId}) and (c.owner_id = ${userId}::uuid or ${isOpened}))`

type Reader = {
  userId: string
  house: HouseChoice
  chosen: ChosenSources
  /** Of the installation's embeddings, if there are any. */
  space: string | undefined
}

/** The ids that a message to an agent may name, of those that are chosen: of the user, and of the house while the agent has them. */
export const readableIds = (db: Db, { userId, house, chosen }: Omit<Reader, 'space'>): Promise<Set<string>> =>
  idsWithin(db, isReadable(userId, isAttached(house)), chosen)

/** The chosen ids whose collection `c` fulfils a condition. */
export async function idsWithin(db: Db, isOpen: SQL, chosen: ChosenSources): Promise<Set<string>> {
  if (chosen.collectionIds.length + chosen.sourceIds.length === 0) return new Set()
  const { rows } = await db.execute<{ id: string }>(sql`
    select c.id from collections c where c.id = any(${uuids(chosen.collectionIds)}) and ${isOpen}
    union all
    select s.id from sources s join collections c on c.owner_id = s.owner_id and c.id = s.collection_id
    where s.id = any(${uuids(chosen.sourceIds)}) and s.deleted_at is null and ${isOpen}`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * The collections of a user, and those of the house that the agent has, that a search finds something in; only the
 * chosen ones, and the chosen sources of all of these, if there are any.
 */
export async function readScope(db: Db, { userId, house, chosen, space }: Reader): Promise<ReadScope> {
  const isAll = chosen.collectionIds.length + chosen.sourceIds.length === 0
  const isOpen = isReadable(userId, isAttached(house))
  const isEmbedded = space ? sql`${embeddedIn(space)} and ${mayLeave(sql`${userId}::uuid`)}` : sql`false`
  const { rows } = await db.execute<ReadableCollection & { isEmbedded: boolean }>(sql`
    select c.id, c.owner_id as "ownerId", c.name, exists (select 1 from sources s where s.owner_id = c.owner_id
      and s.collection_id = c.id and ${isEmbedded}) as "isEmbedded" from collections c
    where ${isOpen}
      and (${isAll} or c.id = any(${uuids(chosen.collectionIds)}))
      and exists (select 1 from sources s where s.owner_id = c.owner_id and s.collection_id = c.id
        and s.version > 0 and s.deleted_at is null)
    order by lower(c.name), c.id`)
  const { rows: single } = isAll
    ? { rows: [] }
    : await db.execute<{ id: string; ownerId: string; isEmbedded: boolean }>(sql`
        select s.id, s.owner_id as "ownerId", ${isEmbedded} as "isEmbedded" from sources s
        join collections c on c.owner_id = s.owner_id and c.id = s.collection_id
        where ${isOpen} and s.id = any(${uuids(chosen.sourceIds)}) and s.version > 0 and s.deleted_at is null`)
  const collections = rows.map(({ isEmbedded: _, ...collection }) => collection)
  return {
    ownerIds: [...new Set([...collections, ...single].map(({ ownerId }) => ownerId))],
    collections,
    sourceIds: single.map(({ id }) => id),
    isChosen: !isAll,
    isEmbedded: [...rows, ...single].some((found) => found.isEmbedded),
  }
}

/** The marks of owners in the index of words, in their order. */
export async function readMarks(db: Db, ownerIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ mark: string }>(
    sql`select search_mark(owner) as mark from unnest(${uuids(ownerIds)}) with ordinality as owners (owner, place) order by place`,
  )
  return rows.map(({ mark }) => mark)
}
