import { sql } from 'drizzle-orm'
import type { CurrentUser } from '#shared/contract/auth.ts'
import type { ReadableQuery, SourceChoice, SourceChoicesQuery } from '#shared/contract/collections.ts'
import type { Db } from '../../db/connect.ts'
import { IS_PUBLISHED, isOpenTo } from '../agents/agent-access.queries.ts'
import { idsWithin, isReadable } from './readable.queries.ts'

/** Choices of each kind and owner in a list. */
const CHOICES = 20

/** The agent reads the collection `c`, and the user may write to the agent. */
const isReadBy = (agentId: string, { id, role }: CurrentUser) => sql`exists (
  select 1 from agent_collections a join agents on agents.id = a.agent_id
  where a.collection_id = c.id and agents.id = ${agentId}::uuid and agents.deleted_at is null
    and (${role === 'admin'} or (${IS_PUBLISHED} and ${isOpenTo(sql`${id}::uuid`)})))`

/**
 * The collections and sources with something to find that a message to an agent may name, by name: collections first, and
 * those of the user before those of the house.
 */
export async function listChoices(
  db: Db,
  { user, agentId, q = '' }: SourceChoicesQuery & { user: CurrentUser },
): Promise<SourceChoice[]> {
  const isOpened = agentId === undefined ? sql`false` : isReadBy(agentId, user)
  const { rows } = await db.execute<SourceChoice>(sql`
    with readable as materialized (
      select s.id, s.name, c.id as collection_id, c.name as collection, c.owner_id <> ${user.id}::uuid as "isHouse"
      from collections c join sources s on s.owner_id = c.owner_id and s.collection_id = c.id
        and s.deleted_at is null and s.version > 0
      where ${isReadable(user.id, isOpened)}
    ), choices as (
      select 'collection' as kind, collection_id as id, collection as name,
        case count(id) when 1 then '1 fonte' else count(id) || ' fontes' end as detail, "isHouse"
      from readable group by collection_id, collection, "isHouse"
      union all
      select 'source', id, name, collection, "isHouse" from readable
    )
    select kind, id, name, detail, "isHouse" from (
      select *, row_number() over (partition by kind, "isHouse" order by lower(name), id) as place from choices
      where strpos(unaccent(lower(name)), unaccent(lower(${q}::text))) > 0) as named
    where place <= ${CHOICES} order by kind, "isHouse", place`)
  return rows
}

/** Which of these collections and sources a message to an agent may name. */
export async function listReadable(
  db: Db,
  { user, agentId, ids }: ReadableQuery & { user: CurrentUser },
): Promise<string[]> {
  const isOpen = isReadable(user.id, isReadBy(agentId, user))
  const found = await idsWithin(db, isOpen, { collectionIds: ids, sourceIds: ids })
  return ids.filter((id) => found.has(id))
}
