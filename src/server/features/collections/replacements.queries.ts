import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Source } from '#shared/contract/sources.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { sources } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import {
  isOwn,
  type OwnSource,
  REQUEUED,
  type Recorder,
  requireIdle,
  type SourceRow,
  toSource,
} from './sources.queries.ts'

/*
 * A new version of a file waits in a hidden row until it is read, so that downloads give the file whose passages are
 * cited. Then both rows change their files, and the hidden one is deleted with the old one.
 */

/** A source with its key and hash. @throws {AppError} NOT_FOUND, also for a source of another owner. */
export async function getSourceRow(db: Db, own: OwnSource): Promise<{ source: Source; row: SourceRow }> {
  const [row] = await db.select().from(sources).where(isOwn(own))
  if (!row) throw notFound('Source')
  return { source: toSource(row), row }
}

/** The hidden row whose file the source's next reading reads. */
export async function findReplacement(
  db: Db,
  { sourceId }: { sourceId: string },
): Promise<SourceRow | undefined> {
  const [row] = await db.select().from(sources).where(eq(sources.replacesId, sourceId))
  return row
}

type Replacing = OwnSource & {
  /** The hidden row with the new file. */
  replacementId: string
  contentHash: string
  record?: Recorder | undefined
}

/**
 * Asks for a source to be read from its new file; its passages and its file stay until then. A file that waited before
 * waits no longer.
 * @throws {AppError} NOT_FOUND; CONFLICT while the source is read, and for a file that is another source.
 */
export const queueReplacement = (
  db: Db,
  { replacementId, contentHash, record, ...own }: Replacing,
): Promise<Source> =>
  db
    .transaction(async (tx) => {
      const [held] = await tx.select().from(sources).where(isOwn(own)).for('update')
      if (!held) throw notFound('Source')
      requireIdle(held)
      await tx.update(sources).set({ replacesId: null }).where(eq(sources.replacesId, own.sourceId))
      // Unless the account was deleted, or a slow upload was swept.
      const waiting = await tx
        .update(sources)
        .set({ replacesId: own.sourceId })
        .where(and(eq(sources.id, replacementId), isNotNull(sources.deletedAt)))
        .returning({ id: sources.id })
      if (waiting.length === 0) throw notFound('Source')
      const [row = held] = await tx
        .update(sources)
        .set({ ...REQUEUED, contentHash, queuedAt: sql`now()` })
        .where(isOwn(own))
        .returning()
      await record?.(tx, toSource(row))
      return toSource(row)
    })
    .catch((error) => {
      if (constraintOf(error) !== 'sources_content_key') throw error
      throw new AppError('CONFLICT', 'Este arquivo já é outra fonte desta coleção.')
    })

/**
 * Gives a source the file that was read, inside the transaction that lets searches find its passages. Returns the hidden
 * row, which has the old file now; undefined when none was replaced.
 */
export async function takeReplacement(
  tx: Db,
  { sourceId }: { sourceId: string },
): Promise<string | undefined> {
  const next = await findReplacement(tx, { sourceId })
  if (!next) return undefined
  const [old] = await tx.select().from(sources).where(eq(sources.id, sourceId))
  if (!old) return undefined
  await tx
    .update(sources)
    .set({ key: old.key, mediaType: old.mediaType, bytes: old.bytes, replacesId: null })
    .where(eq(sources.id, next.id))
  await tx
    .update(sources)
    .set({ key: next.key, mediaType: next.mediaType, bytes: next.bytes })
    .where(eq(sources.id, sourceId))
  return next.id
}
