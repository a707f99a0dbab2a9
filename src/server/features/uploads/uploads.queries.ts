import { and, eq, gt, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { agents, tutorials, uploads, users } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'

/** What is counted, and how long a file that nothing shows is kept: somebody may be filling in a form. */
const DAY = sql`interval '1 day'`
const yesterday = sql`now() - ${DAY}`
const SWEEP_BATCH = 200

/** The account went away while its file was on the way. */
export const accountGone = () => new AppError('UNAUTHORIZED', 'unauthorized to access resource')

const dayIsFull = (retryAfter: number) =>
  new AppError(
    'QUOTA_EXCEEDED',
    `Você já enviou ${LIMITS.uploadsPerDay} imagens nas últimas 24 horas. Tente de novo mais tarde.`,
    { retryAfter },
  )

/**
 * Counts a try, good or bad, by a row that has no bytes yet. It is there before the file and goes after it, so that
 * no crash leaves a file that no row knows.
 * @throws {AppError} QUOTA_EXCEEDED beyond the day's number.
 */
export async function reserveUpload(db: Db, { userId, key }: { userId: string; key: string }): Promise<void> {
  const [today] = await db
    .select({
      count: sql<number>`count(*)::int`,
      seconds: sql<number>`ceil(extract(epoch from min(${uploads.createdAt}) + ${DAY} - now()))::int`,
    })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), gt(uploads.createdAt, yesterday)))
  if (today && today.count >= LIMITS.uploadsPerDay) throw dayIsFull(Math.max(1, today.seconds))
  await db
    .insert(uploads)
    .values({ userId, key, bytes: 0 })
    .catch((error) => {
      throw constraintOf(error)?.includes('user') ? accountGone() : error
    })
}

/** Says that the file is in the store; false when its row, and so its person, is gone. */
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
 * Makes a person's own file the house's, so that it outlives the account; one that is the house's stays so. False for
 * anybody else's, and for one that is not there.
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

/** Whether a person shows this file of theirs as their portrait. */
export async function isProfilePhoto(
  db: Db,
  { key, userId }: { key: string; userId: string },
): Promise<boolean> {
  const isShown = sql`${users.image} like '%/' || ${key}::text`
  return (await db.$count(users, and(eq(users.id, userId), isShown))) > 0
}

/** Forgets files that are in the store no more. */
export async function deleteUploads(db: Db, { keys }: { keys: string[] }): Promise<void> {
  if (keys.length > 0) await db.delete(uploads).where(inArray(uploads.key, keys))
}

/** Names of all the files of a person that are, or may be, in the store. */
export async function listUploadKeys(db: Db, { userId }: { userId: string }): Promise<string[]> {
  const rows = await db.select({ key: uploads.key }).from(uploads).where(eq(uploads.userId, userId))
  return rows.map(({ key }) => key)
}

/** Some of the files, a day old or more, that are shown nowhere. */
export async function listUnusedUploads(db: Db): Promise<string[]> {
  const isShown = (address: typeof users.image | typeof agents.photoUrl | typeof tutorials.thumbnailUrl) =>
    sql`${address} like '%/' || ${uploads.key}`
  const owner = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(eq(users.id, uploads.userId), isShown(users.image)))
  const agent = db.select({ one: sql`1` }).from(agents).where(isShown(agents.photoUrl))
  // Deleted ones too, since they can be brought back.
  const tutorial = db.select({ one: sql`1` }).from(tutorials).where(isShown(tutorials.thumbnailUrl))
  const rows = await db
    .select({ key: uploads.key })
    .from(uploads)
    .where(and(lt(uploads.createdAt, yesterday), notExists(owner), notExists(agent), notExists(tutorial)))
    .limit(SWEEP_BATCH)
  return rows.map(({ key }) => key)
}
