import { and, desc, eq, inArray, isNotNull, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PageQuery } from '#shared/contract/pagination.ts'
import { Id } from '#shared/contract/scalars.ts'
import type { Source, SourcesPage, UpdateHouseSource } from '#shared/contract/sources.ts'
import type { Db } from '../../db/connect.ts'
import { agentCollections, collections, HOUSE_OWNER_ID, passages, sources } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { IS_PUBLISHED, isOpenTo } from '../agents/agent-access.queries.ts'
import { getCollection, type OwnCollection } from './collections.queries.ts'

export type SourceRow = typeof sources.$inferSelect
export type OwnSource = { ownerId: string; sourceId: string }

export const isOwn = ({ ownerId, sourceId }: OwnSource) =>
  and(eq(sources.id, sourceId), eq(sources.ownerId, ownerId), isNull(sources.deletedAt))

export const toSource = (row: SourceRow): Source => ({
  id: row.id,
  collectionId: row.collectionId,
  name: row.name,
  kind: row.kind,
  address: row.address,
  documentId: row.documentId,
  tutorialId: row.tutorialId,
  bytes: row.bytes,
  state: row.state,
  progress: { done: row.done, total: row.total },
  failure: row.failure,
  canRetry: row.canRetry,
  passages: row.passages,
  pagesWithoutText: row.pagesWithoutText,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const Place = z.tuple([Instant, Id])

/** Sources of a collection, newest first. @throws {AppError} NOT_FOUND */
export async function listSources(
  db: Db,
  { ownerId, collectionId, cursor, limit }: OwnCollection & PageQuery,
): Promise<SourcesPage> {
  await getCollection(db, { ownerId, collectionId })
  const place = decodeCursor(cursor, Place)
  const rows = await db
    .select()
    .from(sources)
    .where(
      and(
        eq(sources.ownerId, ownerId),
        eq(sources.collectionId, collectionId),
        isNull(sources.deletedAt),
        place && sql`(${sources.createdAt}, ${sources.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
      ),
    )
    .orderBy(desc(sources.createdAt), desc(sources.id))
    .limit(limit + 1)
  return toPage(rows, limit, toSource, (row) => [row.createdAt.toISOString(), row.id])
}

/** The source of a collection with this content, or of which a new version with it is being read. */
export async function findSameSource(
  db: Db,
  { ownerId, collectionId, contentHash }: OwnCollection & { contentHash: string },
): Promise<Source | undefined> {
  const isNext = sql`${sources.state} <> 'failed' and exists (select from ${sources} n
    where n.replaces_id = ${sources.id} and n.content_hash = ${contentHash})`
  const isSame = eq(sources.contentHash, contentHash)
  const [row] = await db
    .select()
    .from(sources)
    .where(
      and(
        eq(sources.ownerId, ownerId),
        eq(sources.collectionId, collectionId),
        isNull(sources.deletedAt),
        or(isSame, isNext),
      ),
    )
    .orderBy(desc(isSame))
    .limit(1)
  return row && toSource(row)
}

/** Writes the audit entry of a change to a source, in the transaction of the change. */
export type Recorder = (tx: Db, source: Source) => Promise<void>

/** @throws {AppError} NOT_FOUND, also for a source of another owner. */
export async function getSource(db: Db, own: OwnSource): Promise<Source> {
  const [row] = await db.select().from(sources).where(isOwn(own))
  if (!row) throw notFound('Source')
  return toSource(row)
}

/** @throws {AppError} NOT_FOUND */
export async function updateSource(
  db: Db,
  { ownerId, sourceId, ...change }: OwnSource & UpdateHouseSource,
): Promise<Source> {
  const [row] = await db.update(sources).set(change).where(isOwn({ ownerId, sourceId })).returning()
  if (!row) throw notFound('Source')
  return toSource(row)
}

type SourceFile = Pick<SourceRow, 'name' | 'kind' | 'mediaType' | 'bytes'> & { key: string }

/** The user's own source, or one of the house in a collection with `isGiven` that an agent reads which the user may write to. */
const isOpenSource = (userId: string, isGiven: SQL) => sql<boolean>`(${eq(sources.ownerId, userId)}
  or ${sources.ownerId} = ${HOUSE_OWNER_ID} and exists (
    select from ${collections} join ${agentCollections} on ${agentCollections.collectionId} = ${collections.id}
      join agents on agents.id = ${agentCollections.agentId}
    where ${collections.id} = ${sources.collectionId} and ${collections.deletedAt} is null
      and ${isGiven} and ${IS_PUBLISHED} and ${isOpenTo(sql`${userId}::uuid`)}))`

/** Whether a reply to a user may read a source. */
export const mayReadSource = (userId: string): SQL<boolean> => isOpenSource(userId, sql`true`)

/** Whether a user may fetch the file of a source, if it has one. */
export const mayFetchFile = (userId: string): SQL<boolean> =>
  isOpenSource(userId, sql`${collections.allowsDownload}`)

/**
 * The file of a source: of the owner, or of the house where an administrator has allowed it. Undefined for pages and
 * documents too.
 */
export async function findSourceFile(
  db: Db,
  { ownerId, sourceId }: OwnSource,
): Promise<SourceFile | undefined> {
  const { name, kind, mediaType, bytes, key } = sources
  const [row] = await db
    .select({ name, kind, mediaType, bytes, key })
    .from(sources)
    .where(
      and(
        eq(sources.id, sourceId),
        isNull(sources.deletedAt),
        ownerId === HOUSE_OWNER_ID ? eq(sources.ownerId, ownerId) : mayFetchFile(ownerId),
      ),
    )
  return row?.key ? { ...row, key: row.key } : undefined
}

/** Asks for a source to be read again; its passages stay until then. @throws {AppError} NOT_FOUND; CONFLICT while it is read. */
export async function requeueSource(
  db: Db,
  { record, ...own }: OwnSource & { record?: Recorder | undefined },
): Promise<Source> {
  return db.transaction(async (tx) => {
    const [held] = await tx.select().from(sources).where(isOwn(own)).for('update')
    if (!held) throw notFound('Source')
    requireIdle(held)
    const [row] = await tx
      .update(sources)
      .set({ ...REQUEUED, queuedAt: sql`now()` })
      .where(isOwn(own))
      .returning()
    await record?.(tx, toSource(row ?? held))
    return toSource(row ?? held)
  })
}

/** A source whose reading is asked for. */
export const REQUEUED = {
  state: 'queued',
  done: 0,
  total: 0,
  attempts: 0,
  failure: null,
  canRetry: true,
} as const

/** @throws {AppError} CONFLICT while a source waits or is read. */
export function requireIdle({ state }: Pick<SourceRow, 'state'>): void {
  if (state === 'ready' || state === 'failed') return
  throw new AppError('CONFLICT', 'Esta fonte já está na fila para ser lida.')
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
      .where(and(eq(passages.ownerId, own.ownerId), eq(passages.sourceId, own.sourceId)))
  })

const SWEEP_BATCH = 200
type Discarded = { id: string; key: string | null }

/**
 * Discarded sources: these, with files that would have replaced theirs, or all that were discarded an hour ago, which no
 * upload still writes and no reading waits for.
 */
export const listDiscarded = (db: Db, { ids }: { ids?: string[] }): Promise<Discarded[]> =>
  db
    .select({ id: sources.id, key: sources.key })
    .from(sources)
    .where(
      and(
        isNotNull(sources.deletedAt),
        ids
          ? or(inArray(sources.id, ids), inArray(sources.replacesId, ids))
          : and(lt(sources.deletedAt, sql`now() - interval '1 hour'`), isNull(sources.replacesId)),
      ),
    )
    .limit(ids ? 2 * ids.length : SWEEP_BATCH)

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
