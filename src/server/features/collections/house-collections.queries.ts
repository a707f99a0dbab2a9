import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { COLLECTION_REFUSED } from '#shared/contract/agent-fields.ts'
import type { Collection, HouseCollection, HouseCollections } from '#shared/contract/collections.ts'
import type { Db } from '../../db/connect.ts'
import { agentCollections, collections, HOUSE_OWNER_ID } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'
import { getCollection, HOUSE, listCollections } from './collections.queries.ts'

/** Collections of the house with the facts that those of a person do not have. */
async function withFacts(db: Db, items: Collection[]): Promise<HouseCollection[]> {
  const rows = await db
    .select({
      id: collections.id,
      allowsDownload: collections.allowsDownload,
      agents: sql<HouseCollection['agents']>`(select coalesce(json_agg(json_build_object(
        'id', agents.id, 'name', agents.name) order by agents."order", agents.id), '[]')
        from agents join ${agentCollections} on ${agentCollections.agentId} = agents.id
        where ${agentCollections.collectionId} = ${sql.raw('collections.id')} and agents.deleted_at is null)`,
    })
    .from(collections)
    .where(eq(collections.ownerId, HOUSE_OWNER_ID))
  const facts = new Map(rows.map((row) => [row.id, row]))
  return items.map((item) => ({ ...item, allowsDownload: false, agents: [], ...facts.get(item.id) }))
}

/** All collections of the house by name. */
export async function listHouseCollections(
  db: Db,
  reader: Omit<Parameters<typeof listCollections>[1], 'ownerId'>,
): Promise<HouseCollections> {
  const { items, ...whole } = await listCollections(db, { ...HOUSE, ...reader })
  return { items: await withFacts(db, items), ...whole }
}

/** @throws {AppError} NOT_FOUND, also for a collection of a person. */
export async function getHouseCollection(
  db: Db,
  { collectionId }: { collectionId: string },
): Promise<HouseCollection> {
  const [collection] = await withFacts(db, [await getCollection(db, { ...HOUSE, collectionId })])
  if (!collection) throw new Error('the collection was not read')
  return collection
}

const isKept = and(eq(collections.ownerId, HOUSE_OWNER_ID), isNull(collections.deletedAt))

/** @throws {AppError} VALIDATION_ERROR for a collection that is missing, deleted, or of a person. */
export async function requireHouseCollections(db: Db, collectionIds: readonly string[]): Promise<void> {
  if (collectionIds.length === 0) return
  const found = await db
    .select({ id: collections.id })
    .from(collections)
    .where(and(isKept, inArray(collections.id, [...collectionIds])))
  const known = new Set(found.map(({ id }) => id))
  const at = collectionIds.findIndex((id) => !known.has(id))
  if (at < 0) return
  throw new AppError('VALIDATION_ERROR', COLLECTION_REFUSED, {
    details: { [`collectionIds.${at}`]: COLLECTION_REFUSED },
  })
}

/** The house collections that an agent reads, by name. */
export const collectionsOfAgent = (
  db: Db,
  { agentId }: { agentId: string },
): Promise<{ id: string; name: string }[]> =>
  db
    .select({ id: collections.id, name: collections.name })
    .from(agentCollections)
    .innerJoin(collections, eq(collections.id, agentCollections.collectionId))
    .where(and(isKept, eq(agentCollections.agentId, agentId)))
    .orderBy(sql`lower(${collections.name})`, collections.id)

/** Lets an agent read these house collections, and no others. */
export async function replaceAgentCollections(
  tx: Db,
  { agentId, collectionIds }: { agentId: string; collectionIds: readonly string[] },
): Promise<void> {
  await tx.delete(agentCollections).where(eq(agentCollections.agentId, agentId))
  const rows = collectionIds.map((collectionId) => ({ agentId, collectionId, ...HOUSE }))
  if (rows.length > 0) await tx.insert(agentCollections).values(rows)
}
