import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Source } from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { collections, sources } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'
import { lockOwner, type OwnCollection, tooMany } from './collections.queries.ts'
import { type OwnSource, type Recorder, type SourceRow, toSource } from './sources.queries.ts'

type NewSource = OwnCollection &
  Pick<SourceRow, 'name' | 'kind' | 'contentHash'> &
  Partial<Pick<SourceRow, 'key' | 'mediaType' | 'address' | 'documentId' | 'bytes'>>

/**
 * Inserts a source that only the sweep sees, so that a crash never leaves a file without a row; returns its id.
 * @throws {AppError} CONFLICT beyond the number of an owner; NOT_FOUND when the collection is gone.
 */
export async function reserveSource(db: Db, { ownerId, ...source }: NewSource): Promise<string> {
  await requireFewerSources(db, { ownerId, than: COLLECTION_LIMITS.sourcesPerPerson })
  return insertHidden(db, { ...source, ownerId })
}

async function requireFewerSources(
  db: Db,
  { ownerId, than }: { ownerId: string; than: number },
): Promise<void> {
  const isThere = and(eq(sources.ownerId, ownerId), isNull(sources.deletedAt))
  if ((await db.$count(sources, isThere)) < than) return
  const most = COLLECTION_LIMITS.sourcesPerPerson.toLocaleString('pt-BR')
  throw tooMany({ ownerId }, `${most} fontes`, 'juntar outra')
}

/** A source that only the sweep sees; returns its id. @throws {AppError} NOT_FOUND when the collection is gone. */
export async function insertHidden(db: Db, { ownerId, ...source }: NewSource): Promise<string> {
  const [row] = await db
    .insert(sources)
    .values({ ...source, ownerId, deletedAt: sql`now()` })
    .returning({ id: sources.id })
    .catch((error) => {
      throw constraintOf(error) === 'sources_collection_fk' ? notFound('Collection') : error
    })
  if (!row) throw new Error('no source was stored')
  return row.id
}

/**
 * Queues a reserved source; undefined when the same content has arrived, or the collection is gone, meanwhile.
 * @throws {AppError} CONFLICT when others have reached the number of an owner meanwhile.
 */
export const confirmSource = (
  db: Db,
  { ownerId, sourceId, record }: OwnSource & { record?: Recorder | undefined },
): Promise<Source | undefined> =>
  db
    .transaction(async (tx) => {
      const isReserved = and(eq(sources.id, sourceId), eq(sources.ownerId, ownerId))
      const into = tx.select({ id: sources.collectionId }).from(sources).where(isReserved)
      // Locked: a deletion of the collection either ends first, or finds the source.
      const open = await tx
        .select({ id: collections.id })
        .from(collections)
        .where(and(inArray(collections.id, into), isNull(collections.deletedAt)))
        .for('share')
      if (open.length === 0) return undefined
      const [row] = await tx
        .update(sources)
        .set({ deletedAt: null, queuedAt: sql`now()` })
        .where(isReserved)
        .returning()
      if (!row) return undefined
      await lockOwner(tx, { ownerId })
      await requireFewerSources(tx, { ownerId, than: COLLECTION_LIMITS.sourcesPerPerson + 1 })
      await record?.(tx, toSource(row))
      return toSource(row)
    })
    .catch((error) => {
      if (constraintOf(error) === 'sources_content_key') return undefined
      throw error
    })
