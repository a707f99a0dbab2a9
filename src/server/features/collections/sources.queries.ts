import { and, desc, eq, inArray, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PageQuery } from '#shared/contract/pagination.ts'
import { Id } from '#shared/contract/scalars.ts'
import type { Source, SourcesPage, UpdateSource } from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { collections, HOUSE_OWNER_ID, passages, sources } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { accountGone } from '../uploads/uploads.queries.ts'
import { getCollection, type OwnCollection } from './collections.queries.ts'

export type SourceRow = typeof sources.$inferSelect
/** The account of a source; null for one of the house. */
export const userOf = ({ ownerId }: Pick<SourceRow, 'ownerId'>): string | null =>
  ownerId === HOUSE_OWNER_ID ? null : ownerId

export type OwnSource = { userId: string; sourceId: string }

const isOwn = ({ userId, sourceId }: OwnSource) =>
  and(eq(sources.id, sourceId), eq(sources.ownerId, userId), isNull(sources.deletedAt))

const toSource = (row: SourceRow): Source => ({
  id: row.id,
  collectionId: row.collectionId,
  name: row.name,
  kind: row.kind,
  address: row.address,
  documentId: row.documentId,
  bytes: row.bytes,
  state: row.state,
  progress: { done: row.done, total: row.total },
  failure: row.failure,
  passages: row.passages,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const Place = z.tuple([Instant, Id])

/** Sources of a collection, newest first. @throws {AppError} NOT_FOUND */
export async function listSources(
  db: Db,
  { userId, collectionId, cursor, limit }: OwnCollection & PageQuery,
): Promise<SourcesPage> {
  await getCollection(db, { userId, collectionId })
  const place = decodeCursor(cursor, Place)
  const rows = await db
    .select()
    .from(sources)
    .where(
      and(
        eq(sources.ownerId, userId),
        eq(sources.collectionId, collectionId),
        isNull(sources.deletedAt),
        place && sql`(${sources.createdAt}, ${sources.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
      ),
    )
    .orderBy(desc(sources.createdAt), desc(sources.id))
    .limit(limit + 1)
  return toPage(rows, limit, toSource, (row) => [row.createdAt.toISOString(), row.id])
}

const TOO_MANY = `Uma pessoa tem até ${COLLECTION_LIMITS.sourcesPerPerson.toLocaleString('pt-BR')} fontes. Exclua uma antes de juntar outra.`

/** The source of a collection with this content. */
export async function findSameSource(
  db: Db,
  { userId, collectionId, contentHash }: OwnCollection & { contentHash: string },
): Promise<Source | undefined> {
  const [row] = await db
    .select()
    .from(sources)
    .where(
      and(
        eq(sources.ownerId, userId),
        eq(sources.collectionId, collectionId),
        eq(sources.contentHash, contentHash),
        isNull(sources.deletedAt),
      ),
    )
  return row && toSource(row)
}

type NewSource = OwnCollection &
  Pick<SourceRow, 'name' | 'kind' | 'contentHash'> &
  Partial<Pick<SourceRow, 'key' | 'address' | 'documentId' | 'bytes'>>

/**
 * Inserts a source that only the sweep sees, so that a crash never leaves a file without a row; returns its id.
 * @throws {AppError} CONFLICT beyond the number of a user.
 */
export async function reserveSource(db: Db, { userId, ...source }: NewSource): Promise<string> {
  const isThere = and(eq(sources.ownerId, userId), isNull(sources.deletedAt))
  if ((await db.$count(sources, isThere)) >= COLLECTION_LIMITS.sourcesPerPerson) {
    throw new AppError('CONFLICT', TOO_MANY)
  }
  const [row] = await db
    .insert(sources)
    .values({ ...source, ownerId: userId, deletedAt: sql`now()` })
    .returning({ id: sources.id })
    .catch((error) => {
      throw constraintOf(error) === 'sources_collection_fk' ? accountGone() : error
    })
  if (!row) throw new Error('no source was stored')
  return row.id
}

/** Queues a reserved source; undefined when the same content has arrived, or the collection is gone, meanwhile. */
export async function confirmSource(db: Db, { userId, sourceId }: OwnSource): Promise<Source | undefined> {
  const isThere = sql`exists (select from ${collections} where ${collections.id} = ${sources.collectionId}
    and ${collections.deletedAt} is null)`
  const [row] = await db
    .update(sources)
    .set({ deletedAt: null, queuedAt: sql`now()` })
    .where(and(eq(sources.id, sourceId), eq(sources.ownerId, userId), isThere))
    .returning()
    .catch((error) => {
      if (constraintOf(error) === 'sources_content_key') return []
      throw error
    })
  return row && toSource(row)
}

/** @throws {AppError} NOT_FOUND */
export async function renameSource(db: Db, { name, ...own }: OwnSource & UpdateSource): Promise<Source> {
  const [row] = await db.update(sources).set({ name }).where(isOwn(own)).returning()
  if (!row) throw notFound('Source')
  return toSource(row)
}

/** Asks for a source to be read again; its passages stay until then. @throws {AppError} NOT_FOUND; CONFLICT while it is read. */
export async function requeueSource(db: Db, own: OwnSource): Promise<Source> {
  return db.transaction(async (tx) => {
    const [held] = await tx.select().from(sources).where(isOwn(own)).for('update')
    if (!held) throw notFound('Source')
    if (held.state !== 'ready' && held.state !== 'failed') {
      throw new AppError('CONFLICT', 'Esta fonte já está na fila para ser lida.')
    }
    const fresh = { state: 'queued', done: 0, total: 0, attempts: 0, failure: null } as const
    const [row] = await tx
      .update(sources)
      .set({ ...fresh, queuedAt: sql`now()` })
      .where(isOwn(own))
      .returning()
    return toSource(row ?? held)
  })
}

/**
 * Takes a source out of every list and search, also while it is indexed; its file and row are still to be deleted.
 * @throws {AppError} NOT_FOUND
 */
export const discardSource = (db: Db, own: OwnSource): Promise<void> =>
  db.transaction(async (tx) => {
    // The row first: an instance that indexes it waits, and then finds it gone.
    const [gone] = await tx
      .update(sources)
      .set({ deletedAt: sql`now()`, workerId: null, leaseUntil: null })
      .where(isOwn(own))
      .returning({ id: sources.id })
    if (!gone) throw notFound('Source')
    await tx
      .delete(passages)
      .where(and(eq(passages.ownerId, own.userId), eq(passages.sourceId, own.sourceId)))
  })

const SWEEP_BATCH = 200
type Discarded = { id: string; key: string | null }

/** Discarded sources: these, or all that were discarded an hour ago, which no upload still writes. */
export const listDiscarded = (db: Db, { ids }: { ids?: string[] }): Promise<Discarded[]> =>
  db
    .select({ id: sources.id, key: sources.key })
    .from(sources)
    .where(
      and(
        isNotNull(sources.deletedAt),
        ids ? inArray(sources.id, ids) : lt(sources.deletedAt, sql`now() - interval '1 hour'`),
      ),
    )
    .limit(ids ? ids.length : SWEEP_BATCH)

/** Deletes discarded sources whose files are deleted, and discarded collections without sources. */
export async function deleteDiscarded(db: Db, { ids }: { ids: string[] }): Promise<void> {
  if (ids.length > 0) {
    await db.delete(sources).where(and(inArray(sources.id, ids), isNotNull(sources.deletedAt)))
  }
  const held = db.select({ one: sql`1` }).from(sources).where(eq(sources.collectionId, collections.id))
  await db.delete(collections).where(and(isNotNull(collections.deletedAt), notExists(held)))
}

/** Keys of all files of the user that are, or may be, in the store. */
export async function listSourceKeys(db: Db, { userId }: { userId: string }): Promise<string[]> {
  const rows = await db
    .select({ key: sources.key })
    .from(sources)
    .where(and(eq(sources.ownerId, userId), isNotNull(sources.key)))
  return rows.flatMap(({ key }) => key ?? [])
}
