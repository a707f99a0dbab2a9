import { type AnyColumn, and, eq, gt, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { agents, houseSettings, tutorials, uploads, users } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'

/** Period of the quota, and how long an unused file is kept for a form that is being filled in. */
const DAY = sql`interval '1 day'`
const yesterday = sql`now() - ${DAY}`
const SWEEP_BATCH = 200

/** The account was deleted during the upload. */
export const accountGone = () => new AppError('UNAUTHORIZED', 'unauthorized to access resource')

const dayIsFull = (retryAfter: number) =>
  new AppError(
    'QUOTA_EXCEEDED',
    `Você já enviou ${SERVER_LIMITS.uploadsPerDay} imagens nas últimas 24 horas. Tente de novo mais tarde.`,
    { retryAfter },
  )

/**
 * Counts an attempt with a row that has no bytes yet. The row is inserted before the file and deleted after
 * it, so that a crash never leaves a file without a row.
 * @throws {AppError} QUOTA_EXCEEDED above the daily number.
 */
export async function reserveUpload(db: Db, { userId, key }: { userId: string; key: string }): Promise<void> {
  const [today] = await db
    .select({
      count: sql<number>`count(*)::int`,
      seconds: sql<number>`ceil(extract(epoch from min(${uploads.createdAt}) + ${DAY} - now()))::int`,
    })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), gt(uploads.createdAt, yesterday)))
  if (today && today.count >= SERVER_LIMITS.uploadsPerDay) throw dayIsFull(Math.max(1, today.seconds))
  await db
    .insert(uploads)
    .values({ userId, key, bytes: 0 })
    .catch((error) => {
      throw constraintOf(error)?.includes('user') ? accountGone() : error
    })
}

/** Records that the file is stored; false if its row was deleted with its user. */
export async function confirmUpload(
  db: Db,
  { key, bytes }: { key: string; bytes: number },
): Promise<boolean> {
  const kept = await db
    .update(uploads)
    .set({ bytes })
    .where(eq(uploads.key, key))
    .returning({ id: uploads.id })
  return kept.length > 0
}

/**
 * Makes the user's own file the installation's, so that it outlives the account; does nothing if it is
 * already. False for a missing file or one of another user.
 */
export async function adoptUpload(
  db: Db,
  { key, userId }: { key: string; userId: string },
): Promise<boolean> {
  const adopted = await db
    .update(uploads)
    .set({ userId: null })
    .where(
      and(eq(uploads.key, key), gt(uploads.bytes, 0), or(eq(uploads.userId, userId), isNull(uploads.userId))),
    )
    .returning({ id: uploads.id })
  return adopted.length > 0
}

/** Whether this file is the user's profile photo. */
export async function isProfilePhoto(
  db: Db,
  { key, userId }: { key: string; userId: string },
): Promise<boolean> {
  const isShown = sql`${users.image} like '%/' || ${key}::text`
  return (await db.$count(users, and(eq(users.id, userId), isShown))) > 0
}

/** Deletes the rows of files that are deleted from the store. */
export async function deleteUploads(db: Db, { keys }: { keys: string[] }): Promise<void> {
  if (keys.length > 0) await db.delete(uploads).where(inArray(uploads.key, keys))
}

/** Keys of all files of the user that are, or may be, in the store. */
export async function listUploadKeys(db: Db, { userId }: { userId: string }): Promise<string[]> {
  const rows = await db.select({ key: uploads.key }).from(uploads).where(eq(uploads.userId, userId))
  return rows.map(({ key }) => key)
}

/** A batch of unused files older than a day. */
export async function listUnusedUploads(db: Db): Promise<string[]> {
  const isShown = (address: AnyColumn) => sql`${address} like '%/' || ${uploads.key}`
  const owner = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(eq(users.id, uploads.userId), isShown(users.image)))
  const agent = db.select({ one: sql`1` }).from(agents).where(isShown(agents.photoUrl))
  // Includes deleted tutorials, because they can be restored.
  const tutorial = db.select({ one: sql`1` }).from(tutorials).where(isShown(tutorials.thumbnailUrl))
  const logo = db.select({ one: sql`1` }).from(houseSettings).where(isShown(houseSettings.logoUrl))
  const rows = await db
    .select({ key: uploads.key })
    .from(uploads)
    .where(and(lt(uploads.createdAt, yesterday), ...[owner, agent, tutorial, logo].map(notExists)))
    .limit(SWEEP_BATCH)
  return rows.map(({ key }) => key)
}
