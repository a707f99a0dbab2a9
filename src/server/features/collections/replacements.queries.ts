import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
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
 * cited. Then both rows change their files with the hashes, and the hidden one is deleted with the old one.
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

/** The hash of the file that a source has or will have; undefined when its newest file could not be read. */
export async function findNewestHash(db: Db, row: SourceRow): Promise<string | undefined> {
  const next = await findReplacement(db, { sourceId: row.id })
  return next && row.state === 'failed' ? undefined : (next ?? row).contentHash
}

type Replacing = OwnSource & {
  /** The hidden row with the new file. */
  replacementId: string
  record?: Recorder | undefined
}

/**
 * Asks for a source to be read from its new file; its passages and its file stay until then. A file that waited before
 * waits no longer.
 * @throws {AppError} NOT_FOUND; CONFLICT while the source is read, and for a file that is another source.
 */
export const queueReplacement = (db: Db, { replacementId, record, ...own }: Replacing): Promise<Source> =>
  db.transaction(async (tx) => {
    const [held] = await tx.select().from(sources).where(isOwn(own)).for('update')
    if (!held) throw notFound('Source')
    requireIdle(held)
    await tx.update(sources).set({ replacesId: null }).where(eq(sources.replacesId, own.sourceId))
    // Unless the account was deleted, or a slow upload was swept.
    const [waiting] = await tx
      .update(sources)
      .set({ replacesId: own.sourceId })
      .where(and(eq(sources.id, replacementId), isNotNull(sources.deletedAt)))
      .returning({ collectionId: sources.collectionId, contentHash: sources.contentHash })
    if (!waiting) throw notFound('Source')
    const isSame = and(isWith(waiting), isNull(sources.deletedAt), ne(sources.id, own.sourceId))
    if ((await tx.$count(sources, isSame)) > 0) throw isAnotherSource()
    const [row = held] = await tx
      .update(sources)
      .set({ ...REQUEUED, queuedAt: sql`now()` })
      .where(isOwn(own))
      .returning()
    await record?.(tx, toSource(row))
    return toSource(row)
  })

const isWith = ({ collectionId, contentHash }: Pick<SourceRow, 'collectionId' | 'contentHash'>) =>
  and(eq(sources.collectionId, collectionId), eq(sources.contentHash, contentHash))

const isAnotherSource = () => new AppError('CONFLICT', 'Este arquivo já é outra fonte desta coleção.')

/**
 * Gives a source the file that was read, inside the transaction that lets searches find its passages. Returns the hidden
 * row, which has the old file now; undefined when none was replaced.
 * @throws {AppError} CONFLICT for a file that became another source meanwhile.
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
    .set({ ...fileOf(old), replacesId: null })
    .where(eq(sources.id, next.id))
  await tx
    .update(sources)
    .set(fileOf(next))
    .where(eq(sources.id, sourceId))
    .catch((error) => {
      throw constraintOf(error) === 'sources_content_key' ? isAnotherSource() : error
    })
  return next.id
}

const fileOf = ({ key, mediaType, bytes, contentHash }: SourceRow) => ({ key, mediaType, bytes, contentHash })
