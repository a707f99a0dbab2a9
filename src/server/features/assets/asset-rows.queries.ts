import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { AssetPageQuery, DeletedAsset } from '#shared/contract/assets.ts'
import { Id } from '#shared/contract/scalars.ts'
import { LIMITS } from '#shared/limits.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import type { Db } from '../../db/connect.ts'
import { brands, offers, products, users } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { AppError } from '../../http/errors.ts'
import type { Created } from '../../http/respond.ts'
import { accountGone } from '../uploads/uploads.queries.ts'

/** Tables that share the rules of assets. */
type AssetTable = typeof products | typeof brands | typeof offers

export type AssetKey = { id: string; userId: string }

export const ASSET_KEPT = sql`interval '1 day' * ${LIMITS.deletedAssetDays}`
/** Rows deleted before this time can't be restored; the next purge removes them. */
export const restorableSince = sql`now() - ${ASSET_KEPT}`

/** Rows per DELETE statement, so that locks are held briefly. */
const PURGE_BATCH = 500

/** A row of the user, deleted or not. */
const isOwn = (table: AssetTable, { id, userId }: AssetKey) => and(eq(table.id, id), eq(table.userId, userId))

/** A row of the user that is not deleted. */
export const isKept = (table: AssetTable, key: AssetKey) => and(isOwn(table, key), isNull(table.deletedAt))

/** Matches a name, ignoring case and accents. */
export const nameMatches = (name: AnyPgColumn, q: string): SQL =>
  sql`strpos(unaccent(lower(${name})), unaccent(lower(${q}::text))) > 0`

/** Position of a page: the cursor's columns. */
export const Place = z.tuple([Instant, Id])

/** Filter for a page of the user's rows. */
export function isListed(table: AssetTable, query: AssetPageQuery & { userId: string }) {
  const place = decodeCursor(query.cursor, Place)
  return and(
    eq(table.userId, query.userId),
    isNull(table.deletedAt),
    query.q ? nameMatches(table.name, query.q) : undefined,
    place && sql`(${table.updatedAt}, ${table.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
  )
}

/** The order of every list: last changed first. */
export const newestFirst = (table: AssetTable) => [desc(table.updatedAt), desc(table.id)]

/** Builds a page from up to `limit + 1` rows in list order. */
export const toAssetPage = <Row extends { id: string; updatedAt: Date }, Item>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => Item,
) => toPage(rows, limit, toItem, (row) => [row.updatedAt.toISOString(), row.id])

/** Stores empty texts as null. */
export const emptyAsNull = <T extends object>(texts: T) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text === '' ? null : text])) as {
    [Name in keyof T]: T[Name] | null
  }

/**
 * Locks the user's row until the transaction ends. Serialises additions and prevents deletion of the account
 * meanwhile.
 * @throws {AppError} UNAUTHORIZED if the account is deleted already.
 */
export async function lockPerson(tx: Db, userId: string): Promise<void> {
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (!person) throw accountGone()
}

/** CONFLICT, the same text for a row of another user, a deleted row, and one with other fields. */
export const idTaken = () => new AppError('CONFLICT', 'Já existe um item com este identificador.')

/**
 * The stored row as the answer to a repeated create.
 * @throws {AppError} CONFLICT when a field that was sent differs.
 */
export function repeatedCreate<Item extends object>(stored: Item, sent: Partial<Item>): Created<Item> {
  const kept = new Map(Object.entries(emptyAsNull(stored)))
  const isSame = Object.entries(emptyAsNull(sent)).every(([name, value]) =>
    isDeepStrictEqual(kept.get(name), value),
  )
  if (!isSame) throw idTaken()
  return { row: stored, isNew: false }
}

const FULL = new Map<AssetTable, string>([
  [products, `Você já tem ${SERVER_LIMITS.assetsPerKind} produtos, o máximo. Exclua um para abrir espaço.`],
  [brands, `Você já tem ${SERVER_LIMITS.assetsPerKind} marcas, o máximo. Exclua uma para abrir espaço.`],
  [offers, `Você já tem ${SERVER_LIMITS.assetsPerKind} ofertas, o máximo. Exclua uma para abrir espaço.`],
])

/**
 * Enforces the limit after an insertion, under {@link lockPerson}; the caller's transaction rolls back.
 * @throws {AppError} CONFLICT
 */
export async function keepWithinLimit(tx: Db, table: AssetTable, userId: string): Promise<void> {
  const count = await tx.$count(table, and(eq(table.userId, userId), isNull(table.deletedAt)))
  if (count > SERVER_LIMITS.assetsPerKind) throw new AppError('CONFLICT', FULL.get(table) ?? '')
}

/**
 * Soft-deletes a row; undefined if there is none. {@link restoreAsset} restores it with its position and its
 * offers.
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
    .returning({ id: table.id, until: sql<Date>`now() + ${ASSET_KEPT}`.mapWith(table.updatedAt) })
  return deleted && { id: deleted.id, restorableUntil: deleted.until.toISOString() }
}

/**
 * Restores a row deleted within the retention time; does nothing if it is not deleted.
 * @throws {AppError} CONFLICT at the limit of assets.
 */
export const restoreAsset = (db: Db, table: AssetTable, key: AssetKey): Promise<void> =>
  db.transaction(async (tx) => {
    await lockPerson(tx, key.userId)
    const restored = await tx
      .update(table)
      .set({ deletedAt: null, updatedAt: sql`${table.updatedAt}` })
      .where(and(isOwn(table, key), gt(table.deletedAt, restorableSince)))
      .returning({ id: table.id })
    if (restored.length > 0) await keepWithinLimit(tx, table, key.userId)
  })

/** Deletes rows whose retention time is over, in batches; of one user, if given. */
export async function purgeDeletedAssets(db: Db, owner?: { userId: string }): Promise<void> {
  for (const table of [offers, products, brands]) await purge(db, table, owner)
}

async function purge(db: Db, table: AssetTable, owner: { userId: string } | undefined): Promise<void> {
  for (;;) {
    const batch = db
      .select({ id: table.id })
      .from(table)
      .where(and(lt(table.deletedAt, restorableSince), owner && eq(table.userId, owner.userId)))
      .limit(PURGE_BATCH)
    const purged = await db.delete(table).where(inArray(table.id, batch)).returning({ id: table.id })
    if (purged.length < PURGE_BATCH) return
  }
}
