import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { HOUSE_OWNER_ID } from '../../db/schema/index.ts'

/** A collection that the replies of an agent to a user may read. */
type ReadableCollection = { id: string; ownerId: string; name: string }

/** Everything that a search of a reply may read; the owners are those of the collections and sources. */
export type ReadScope = {
  ownerIds: string[]
  collections: ReadableCollection[]
  /** Single sources beside the collections. */
  sourceIds: string[]
}

/** The collections and sources that a message names; without any, all are read. */
export type ChosenSources = { collectionIds: readonly string[]; sourceIds: readonly string[] }

const houseId = sql.raw(`'${HOUSE_OWNER_ID}'::uuid`)

/** Whether there may be something to read for a user and an agent; for the statements of other calls. */
export const hasSources = (userId: SQL, agentId: SQL): SQL<boolean> => sql<boolean>`(
  exists (select 1 from sources where sources.owner_id = ${userId} and sources.version > 0 and sources.deleted_at is null)
  or exists (select 1 from agent_collections where agent_collections.agent_id = ${agentId}))`

const uuids = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`

/**
 * The collections of a user, and those of the house that hang on the agent, that a search finds something in; only the
 * chosen ones if there are any.
 */
export async function readScope(
  db: Db,
  { userId, agentId, chosen }: { userId: string; agentId: string; chosen: ChosenSources },
): Promise<ReadScope> {
  const isAll = chosen.collectionIds.length + chosen.sourceIds.length === 0
  const { rows: collections } = await db.execute<ReadableCollection>(sql`
    select c.id, c.owner_id as "ownerId", c.name from collections c
    where c.deleted_at is null and (c.owner_id = ${userId}::uuid or (c.owner_id = ${houseId} and exists (
      select 1 from agent_collections a where a.collection_id = c.id and a.agent_id = ${agentId}::uuid)))
      and (${isAll} or c.id = any(${uuids(chosen.collectionIds)}))
      and exists (select 1 from sources s where s.owner_id = c.owner_id and s.collection_id = c.id
        and s.version > 0 and s.deleted_at is null)
    order by lower(c.name), c.id`)
  const { rows: single } = isAll
    ? { rows: [] }
    : await db.execute<{ id: string }>(sql`select id from sources where owner_id = ${userId}::uuid
        and id = any(${uuids(chosen.sourceIds)}) and version > 0 and deleted_at is null`)
  const owners = new Set(collections.map(({ ownerId }) => ownerId))
  if (single.length > 0) owners.add(userId)
  return { ownerIds: [...owners], collections, sourceIds: single.map(({ id }) => id) }
}

/** The marks of owners in the index of words, in their order. */
export async function readMarks(db: Db, ownerIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ mark: string }>(
    sql`select search_mark(owner) as mark from unnest(${uuids(ownerIds)}) with ordinality as owners (owner, place) order by place`,
  )
  return rows.map(({ mark }) => mark)
}
