import { and, desc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DeletedAsset } from '#shared/contract/assets.ts'
import type { Page, PageQuery } from '#shared/contract/pagination.ts'
import { Id } from '#shared/contract/scalars.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import type { SealContext } from '../../auth/vault.ts'
import type { Db } from '../../db/connect.ts'
import { credentials } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { lockPerson } from '../assets/asset-rows.queries.ts'

export type CredentialRow = typeof credentials.$inferSelect

export type Owned = { credentialId: string; userId: string }

/** How long a deleted credential can be restored; short, because unwanted keys should not be stored. */
const KEPT = sql`interval '1 hour'`
const goneBefore = sql`now() - ${KEPT}`
const PURGE_BATCH = 500

const isOwn = ({ credentialId, userId }: Owned) =>
  and(eq(credentials.id, credentialId), eq(credentials.userId, userId))
const isKept = (key: Owned) => and(isOwn(key), isNull(credentials.deletedAt))

/** Keeps `updatedAt` for changes that are not the owner's edit. */
export const sameUpdatedAt = { updatedAt: sql`${credentials.updatedAt}` }

/** The row data that a sealed key is bound to. */
export const sealContextOf = (
  row: Pick<CredentialRow, 'id' | 'userId' | 'provider' | 'lastFour'>,
): SealContext => ({
  table: 'credentials',
  rowId: row.id,
  ownerId: row.userId,
  provider: row.provider,
  shown: row.lastFour,
})

const Place = z.tuple([Instant, Id])

/** A user's credentials, last changed first. */
export async function listCredentials(
  db: Db,
  { userId, cursor, limit }: PageQuery & { userId: string },
): Promise<Page<CredentialRow>> {
  const place = decodeCursor(cursor, Place)
  const rows = await db
    .select()
    .from(credentials)
    .where(
      and(
        eq(credentials.userId, userId),
        isNull(credentials.deletedAt),
        place &&
          sql`(${credentials.updatedAt}, ${credentials.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
      ),
    )
    .orderBy(desc(credentials.updatedAt), desc(credentials.id))
    .limit(limit + 1)
  return toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.updatedAt.toISOString(), row.id],
  )
}

/** @throws {AppError} NOT_FOUND for a credential that is missing, deleted or of another user. */
export async function getCredential(db: Db, key: Owned): Promise<CredentialRow> {
  const [row] = await db.select().from(credentials).where(isKept(key))
  if (!row) throw notFound('Credential')
  return row
}

/** Deactivates the user's other active credential. Under {@link lockPerson}. */
async function releaseOthers(tx: Db, { userId, credentialId }: Owned): Promise<void> {
  await tx
    .update(credentials)
    .set({ isActive: false, ...sameUpdatedAt })
    .where(
      and(eq(credentials.userId, userId), eq(credentials.isActive, true), ne(credentials.id, credentialId)),
    )
}

/** Throws above the limit, which rolls the transaction back. Under {@link lockPerson}. */
async function keepWithinLimit(tx: Db, userId: string): Promise<void> {
  const isTheirs = and(eq(credentials.userId, userId), isNull(credentials.deletedAt))
  if ((await tx.$count(credentials, isTheirs)) <= SERVER_LIMITS.credentialsPerPerson) return
  throw new AppError(
    'CONFLICT',
    `Você já tem ${SERVER_LIMITS.credentialsPerPerson} credenciais, o máximo. Exclua uma para abrir espaço.`,
  )
}

/**
 * Stores a new credential; an active one replaces the active one before.
 * @throws {AppError} CONFLICT at the limit of credentials; UNAUTHORIZED if the account was deleted.
 */
export const insertCredential = (
  db: Db,
  values: typeof credentials.$inferInsert & { id: string },
): Promise<CredentialRow> =>
  db.transaction(async (tx) => {
    const { id, userId, isActive } = values
    await lockPerson(tx, userId)
    if (isActive) await releaseOthers(tx, { userId, credentialId: id })
    const [row] = await tx.insert(credentials).values(values).returning()
    if (!row) throw new Error('nothing was inserted')
    await keepWithinLimit(tx, userId)
    return row
  })

type Changeable = Pick<
  CredentialRow,
  'name' | 'isActive' | 'allowsFallback' | 'sealed' | 'keyId' | 'lastFour' | 'status' | 'checkedAt'
>
type Changes = { [Name in keyof Changeable]?: Changeable[Name] | undefined }

/**
 * Changes a credential; an active one replaces the active one before.
 * @throws {AppError} NOT_FOUND
 */
export const changeCredential = (
  db: Db,
  { credentialId, userId, ...changes }: Changes & Owned,
): Promise<CredentialRow> =>
  db.transaction(async (tx) => {
    const key = { credentialId, userId }
    if (changes.isActive) {
      await lockPerson(tx, userId)
      await releaseOthers(tx, key)
    }
    const [row] = await tx.update(credentials).set(changes).where(isKept(key)).returning()
    if (!row) throw notFound('Credential')
    return row
  })

/**
 * Soft-deletes a credential; {@link restoreCredential} restores it within the hour. New replies no longer use
 * it.
 * @throws {AppError} NOT_FOUND, also if it is deleted already.
 */
export async function deleteCredential(db: Db, key: Owned): Promise<DeletedAsset> {
  const [deleted] = await db
    .update(credentials)
    .set({ deletedAt: sql`now()`, isActive: false, ...sameUpdatedAt })
    .where(isKept(key))
    .returning({ id: credentials.id, until: sql<Date>`now() + ${KEPT}`.mapWith(credentials.updatedAt) })
  if (!deleted) throw notFound('Credential')
  return { id: deleted.id, restorableUntil: deleted.until.toISOString() }
}

/**
 * Restores a credential as inactive; does nothing if it is not deleted.
 * @throws {AppError} NOT_FOUND, also after the hour; CONFLICT at the limit of credentials.
 */
export const restoreCredential = (db: Db, key: Owned): Promise<CredentialRow> =>
  db.transaction(async (tx) => {
    await lockPerson(tx, key.userId)
    await tx
      .update(credentials)
      .set({ deletedAt: null, ...sameUpdatedAt })
      .where(and(isOwn(key), gt(credentials.deletedAt, goneBefore)))
    await keepWithinLimit(tx, key.userId)
    return getCredential(tx, key)
  })

/** Deletes credentials and keys deleted more than an hour ago, in batches. */
export async function purgeCredentials(db: Db): Promise<void> {
  for (;;) {
    const batch = db
      .select({ id: credentials.id })
      .from(credentials)
      .where(lt(credentials.deletedAt, goneBefore))
      .limit(PURGE_BATCH)
    const purged = await db
      .delete(credentials)
      .where(inArray(credentials.id, batch))
      .returning({ id: credentials.id })
    if (purged.length < PURGE_BATCH) return
  }
}
