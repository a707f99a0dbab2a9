import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type {
  Collection,
  Collections,
  CreateCollection,
  UpdateHouseCollection,
} from '#shared/contract/collections.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import type { Db } from '../../db/connect.ts'
import { collections, HOUSE_OWNER_ID, passages, sources } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import type { Created } from '../../http/respond.ts'
import { mayTranscribe, readAudioUse } from './audio/transcripts.queries.ts'
import { countMeant } from './meaning/vectors.queries.ts'
import { readPassageLimit } from './passage-limit.queries.ts'

/** The owner of the collections that administrators attach to agents. */
export const HOUSE = { ownerId: HOUSE_OWNER_ID }

/** Of an account, or of the house (`HOUSE_OWNER_ID`). */
export type OwnCollection = { ownerId: string; collectionId: string }

/** The account of an owner; null for the house. */
export const userOf = ({ ownerId }: { ownerId: string }): string | null =>
  ownerId === HOUSE_OWNER_ID ? null : ownerId

const isOwn = ({ ownerId, collectionId }: OwnCollection) =>
  and(eq(collections.id, collectionId), eq(collections.ownerId, ownerId), isNull(collections.deletedAt))

const countOf = (condition = sql`true`) =>
  sql<number>`(count(${sources.id}) filter (where ${condition}))::int`
const sumOf = (column: typeof sources.passages | typeof sources.bytes) =>
  sql<number>`coalesce(sum(${column}), 0)::float8`

const read = (db: Db) =>
  db
    .select({
      collection: collections,
      sources: countOf(),
      pending: countOf(sql`${sources.state} not in ('ready', 'failed')`),
      failed: countOf(sql`${sources.state} = 'failed'`),
      passages: sumOf(sources.passages),
      bytes: sumOf(sources.bytes),
    })
    .from(collections)
    .leftJoin(
      sources,
      and(
        eq(sources.ownerId, collections.ownerId),
        eq(sources.collectionId, collections.id),
        isNull(sources.deletedAt),
      ),
    )
    .groupBy(collections.id)

type Row = Awaited<ReturnType<typeof read>>[number]

const toCollection = ({ collection, ...figures }: Row): Collection => ({
  id: collection.id,
  name: collection.name,
  description: collection.description,
  ...figures,
  createdAt: collection.createdAt.toISOString(),
  updatedAt: collection.updatedAt.toISOString(),
})

type Reader = {
  ownerId: string
  /** Who reads the list. */
  userId: string
  /** Undefined when there are none. */
  embeddings: { space: string | undefined } | undefined
  /** Undefined when audio is not read. */
  transcriber: object | undefined
}

/** All collections of an owner by name, with the passages that all of them hold. */
export async function listCollections(
  db: Db,
  { ownerId, userId, embeddings, transcriber }: Reader,
): Promise<Collections> {
  const rows = await read(db)
    .where(and(eq(collections.ownerId, ownerId), isNull(collections.deletedAt)))
    .orderBy(asc(sql`lower(${collections.name})`), asc(collections.id))
  const items = rows.map(toCollection)
  const used = items.reduce((sum, { passages: own }) => sum + own, 0)
  const meant = embeddings ? await countMeant(db, { ownerId, userId, space: embeddings.space }) : null
  const limit = await readPassageLimit(db, { ownerId })
  const isHeard = transcriber !== undefined && (await mayTranscribe(db, { ownerId }))
  const audio = isHeard ? await readAudioUse(db, { ownerId }) : null
  return { items, passages: { used, limit }, meant, audio }
}

/** @throws {AppError} NOT_FOUND, also for a collection of another owner. */
export async function getCollection(db: Db, own: OwnCollection): Promise<Collection> {
  const [row] = await read(db).where(isOwn(own))
  if (!row) throw notFound('Collection')
  return toCollection(row)
}

/** The number of collections or sources is reached. */
export const tooMany = (owner: { ownerId: string }, most: string, one: string): AppError =>
  new AppError(
    'CONFLICT',
    `${userOf(owner) ? 'Uma pessoa' : 'A casa'} tem até ${most}. Exclua uma antes de ${one}.`,
  )

/** Makes the counting of an owner's collections and sources wait for those that others of the owner are adding. */
export const lockOwner = (tx: Db, { ownerId }: { ownerId: string }) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`collections:${ownerId}`}, 0))`)

/** @throws {AppError} CONFLICT beyond the number of an owner, the new one included. */
async function requireFewCollections(tx: Db, { ownerId }: { ownerId: string }): Promise<void> {
  const isOwner = and(eq(collections.ownerId, ownerId), isNull(collections.deletedAt))
  const most = COLLECTION_LIMITS.collectionsPerPerson
  await lockOwner(tx, { ownerId })
  if ((await tx.$count(collections, isOwner)) <= most) return
  throw tooMany({ ownerId }, `${most.toLocaleString('pt-BR')} coleções`, 'criar outra')
}

/**
 * Creates a collection, or answers the one that the same id has created before.
 * @throws {AppError} CONFLICT for the id of another collection, and beyond the number of an owner.
 */
export async function createCollection(
  db: Db,
  { ownerId, ...fields }: CreateCollection & { ownerId: string },
): Promise<Created<Collection>> {
  const made = await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(collections)
      .values({ ...fields, ownerId, userId: userOf({ ownerId }) })
      .onConflictDoNothing({ target: collections.id })
      .returning({ id: collections.id })
    // Only for a new one: the last one may be asked for again.
    if (row) await requireFewCollections(tx, { ownerId })
    return row
  })
  const collectionId = made?.id ?? fields.id ?? ''
  const [row] = await read(db).where(isOwn({ ownerId, collectionId }))
  if (!row) throw new AppError('CONFLICT', 'Já existe outra coleção com este identificador.')
  return { row: toCollection(row), isNew: made !== undefined }
}

/** @throws {AppError} NOT_FOUND */
export async function updateCollection(
  db: Db,
  { ownerId, collectionId, ...change }: OwnCollection & UpdateHouseCollection,
): Promise<Collection> {
  await db.update(collections).set(change).where(isOwn({ ownerId, collectionId }))
  return getCollection(db, { ownerId, collectionId })
}

/**
 * Takes a collection and its sources out of every list and search; the sweep deletes their files and rows. Returns the
 * sources that are to be deleted.
 * @throws {AppError} NOT_FOUND
 */
export const discardCollection = (db: Db, own: OwnCollection): Promise<string[]> =>
  db.transaction(async (tx) => {
    const [gone] = await tx
      .update(collections)
      .set({ deletedAt: sql`now()` })
      .where(isOwn(own))
      .returning({ id: collections.id })
    if (!gone) throw notFound('Collection')
    // Not a row whose file is still written: its upload ends by deleting both.
    const held = and(
      eq(sources.ownerId, own.ownerId),
      eq(sources.collectionId, own.collectionId),
      isNull(sources.deletedAt),
    )
    // Rows first: an instance that indexes one of them waits, and then finds it gone.
    const rows = await tx
      .update(sources)
      .set({ deletedAt: sql`now()`, workerId: null, leaseUntil: null })
      .where(held)
      .returning({ id: sources.id })
    await tx
      .delete(passages)
      .where(
        and(
          eq(passages.ownerId, own.ownerId),
          sql`${passages.sourceId} = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`,
        ),
      )
    return rows.map(({ id }) => id)
  })
