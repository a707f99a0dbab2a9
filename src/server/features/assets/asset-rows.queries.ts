import { and, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { AssetPageQuery, DeletedAsset } from '#shared/contract/assets.ts'
import { Id } from '#shared/contract/scalars.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Db } from '../../db/connect.ts'
import { brands, offers, products, users } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { AppError } from '../../http/errors.ts'
import { accountGone } from '../uploads/uploads.queries.ts'

/** What creators keep of their business by the same rules. */
type AssetTable = typeof products | typeof brands | typeof offers

export type AssetKey = { id: string; userId: string }

const KEPT = sql`interval '1 day' * ${LIMITS.deletedAssetDays}`
/** What was deleted before then is gone: nobody can restore it, and the next purge takes it. */
const goneBefore = sql`now() - ${KEPT}`

/** Rows that one statement of a purge takes, so that none holds its locks for long. */
const PURGE_BATCH = 500

/** A row of a person, deleted or not. */
const isOwn = (table: AssetTable, { id, userId }: AssetKey) => and(eq(table.id, id), eq(table.userId, userId))

/** A row of a person that is not deleted. */
export const isKept = (table: AssetTable, key: AssetKey) => and(isOwn(table, key), isNull(table.deletedAt))

/** Looks into a name without caring for case or accents. */
export const nameMatches = (name: AnyPgColumn, q: string): SQL =>
  sql`strpos(unaccent(lower(${name})), unaccent(lower(${q}::text))) > 0`

/** Where a page begins. */
export const Place = z.tuple([Instant, Id])

/** The rows that a page of a person's begins with. */
export function isListed(table: AssetTable, query: AssetPageQuery & { userId: string }) {
  const place = decodeCursor(query.cursor, Place)
  return and(
    eq(table.userId, query.userId),
    isNull(table.deletedAt),
    query.q ? nameMatches(table.name, query.q) : undefined,
    place && sql`(${table.updatedAt}, ${table.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
  )
}

/** The order of every list: what was changed last comes first. */
export const newestFirst = (table: AssetTable) => [desc(table.updatedAt), desc(table.id)]

/** The page that `limit + 1` rows in that order make. */
export const toAssetPage = <Row extends { id: string; updatedAt: Date }, Item>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => Item,
) => toPage(rows, limit, toItem, (row) => [row.updatedAt.toISOString(), row.id])

/** Texts as they are stored: an empty one is none. */
export const emptyAsNull = <T extends object>(texts: T) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text === '' ? null : text])) as {
    [Name in keyof T]: T[Name] | null
  }

/**
 * Lets whoever adds to what a person keeps take turns until the transaction ends; the account can't go away meanwhile.
 * @throws {AppError} UNAUTHORIZED when it did before.
 */
export async function lockPerson(tx: Db, userId: string): Promise<void> {
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (!person) throw accountGone()
}

const FULL = new Map<AssetTable, string>([
  [products, `Você já tem ${LIMITS.assetsPerKind} produtos, o máximo. Exclua um para abrir espaço.`],
  [brands, `Você já tem ${LIMITS.assetsPerKind} marcas, o máximo. Exclua uma para abrir espaço.`],
  [offers, `Você já tem ${LIMITS.assetsPerKind} ofertas, o máximo. Exclua uma para abrir espaço.`],
])

/**
 * Holds the limit after something was added, under {@link lockPerson}: what failed here is undone with its transaction.
 * @throws {AppError} CONFLICT
 */
export async function keepWithinLimit(tx: Db, table: AssetTable, userId: string): Promise<void> {
  const count = await tx.$count(table, and(eq(table.userId, userId), isNull(table.deletedAt)))
  if (count > LIMITS.assetsPerKind) throw new AppError('CONFLICT', FULL.get(table) ?? '')
}

/**
 * Deletes a row for {@link restoreAsset} to bring back; undefined where there is none to delete. It keeps its place in
 * the list for when it is back, and so do the offers that it belongs to.
 */
export async function deleteAsset(
  db: Db,
  table: AssetTable,
  key: AssetKey,
): Promise<DeletedAsset | undefined> {
  const [deleted] = await db
    .update(table)
    .set({ deletedAt: sql`now()`, updatedAt: sql`${table.updatedAt}` })
    .where(isKept(table, key))
    .returning({ id: table.id, until: sql<Date>`now() + ${KEPT}`.mapWith(table.updatedAt) })
  return deleted && { id: deleted.id, restorableUntil: deleted.until.toISOString() }
}

/**
 * Takes a deletion back, if it was not too long ago; a row that is not deleted stays as it is.
 * @throws {AppError} CONFLICT when there is no room for it any more.
 */
export const restoreAsset = (db: Db, table: AssetTable, key: AssetKey): Promise<void> =>
  db.transaction(async (tx) => {
    await lockPerson(tx, key.userId)
    const restored = await tx
      .update(table)
      .set({ deletedAt: null, updatedAt: sql`${table.updatedAt}` })
      .where(and(isOwn(table, key), gt(table.deletedAt, goneBefore)))
      .returning({ id: table.id })
    if (restored.length > 0) await keepWithinLimit(tx, table, key.userId)
  })

/** Removes for good what was deleted longer ago than it is kept; batch by batch. */
export async function purgeDeletedAssets(db: Db): Promise<void> {
  for (const table of [offers, products, brands]) await purge(db, table)
}

async function purge(db: Db, table: AssetTable): Promise<void> {
  for (;;) {
    const batch = db
      .select({ id: table.id })
      .from(table)
      .where(lt(table.deletedAt, goneBefore))
      .limit(PURGE_BATCH)
    const purged = await db.delete(table).where(inArray(table.id, batch)).returning({ id: table.id })
    if (purged.length < PURGE_BATCH) return
  }
}
