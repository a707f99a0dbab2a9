import { and, desc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DeletedAsset } from '#shared/contract/assets.ts'
import type { Page, PageQuery } from '#shared/contract/pagination.ts'
import { Id } from '#shared/contract/scalars.ts'
import { LIMITS } from '#shared/limits.ts'
import type { SealContext } from '../../auth/vault.ts'
import type { Db } from '../../db/connect.ts'
import { credentials } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { lockPerson } from '../assets/asset-rows.queries.ts'

export type CredentialRow = typeof credentials.$inferSelect

export type Owned = { credentialId: string; userId: string }

/** How long a deleted one can be taken back; a key that nobody wants is not kept for long. */
const KEPT = sql`interval '1 hour'`
const goneBefore = sql`now() - ${KEPT}`
const PURGE_BATCH = 500

const isOwn = ({ credentialId, userId }: Owned) =>
  and(eq(credentials.id, credentialId), eq(credentials.userId, userId))
const isKept = (key: Owned) => and(isOwn(key), isNull(credentials.deletedAt))

/** For changes that are no edit of its owner's. */
export const sameUpdatedAt = { updatedAt: sql`${credentials.updatedAt}` }

/** Where the key of a row belongs, and nowhere else. */
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

/** A person's credentials, the one changed last first. */
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

/** @throws {AppError} NOT_FOUND, for a missing one, a deleted one and somebody else's alike. */
export async function getCredential(db: Db, key: Owned): Promise<CredentialRow> {
  const [row] = await db.select().from(credentials).where(isKept(key))
  if (!row) throw notFound('Credential')
  return row
}

/** Lets go of the credential that a person's replies are written with, if it is another one. Under {@link lockPerson}. */
async function releaseOthers(tx: Db, { userId, credentialId }: Owned): Promise<void> {
  await tx
    .update(credentials)
    .set({ isActive: false, ...sameUpdatedAt })
    .where(
      and(eq(credentials.userId, userId), eq(credentials.isActive, true), ne(credentials.id, credentialId)),
    )
}

/** Undoes the transaction where a person has too many now. Under {@link lockPerson}. */
async function keepWithinLimit(tx: Db, userId: string): Promise<void> {
  const isTheirs = and(eq(credentials.userId, userId), isNull(credentials.deletedAt))
  if ((await tx.$count(credentials, isTheirs)) <= LIMITS.credentialsPerPerson) return
  throw new AppError(
    'CONFLICT',
    `Você já tem ${LIMITS.credentialsPerPerson} credenciais, o máximo. Exclua uma para abrir espaço.`,
  )
}

/**
 * Stores a new one; where it is active, it takes the place of the one that was.
 * @throws {AppError} CONFLICT beyond the number that a person keeps; UNAUTHORIZED when their account went away.
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
 * Changes one; an active one takes the place of the one that was.
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
 * Deletes one for {@link restoreCredential} to bring back within the hour; no reply is written with it from now on.
 * @throws {AppError} NOT_FOUND, also when it is deleted already.
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
 * Takes a deletion back; it is not active then. One that is not deleted stays as it is.
 * @throws {AppError} NOT_FOUND, also when it was deleted too long ago; CONFLICT when there is no room for it any more.
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

/** Removes for good, keys and all, what was deleted more than an hour ago; batch by batch. */
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
