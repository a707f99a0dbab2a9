import type { AssetPageQuery, DeletedAsset } from '#shared/contract/assets.ts'
import type { Brand, BrandsPage, CreateBrand, UpdateBrand } from '#shared/contract/brands.ts'
import type { Db } from '../../db/connect.ts'
import { brands } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'
import type { Created } from '../../http/respond.ts'
import {
  emptyAsNull,
  idTaken,
  isKept,
  isListed,
  keepWithinLimit,
  lockPerson,
  newestFirst,
  repeatedCreate,
  restoreAsset,
  toAssetPage,
} from '../assets/asset-rows.queries.ts'
import { deleteUnlessUsed } from '../assets/asset-uses.queries.ts'

type BrandRow = typeof brands.$inferSelect
type Owned = { brandId: string; userId: string }

const keyOf = ({ brandId, userId }: Owned) => ({ id: brandId, userId })

const toBrand = (row: BrandRow): Brand => ({
  id: row.id,
  name: row.name,
  description: row.description,
  audience: row.audience,
  toneOfVoice: row.toneOfVoice,
  differentiators: row.differentiators,
  website: row.website,
  instagram: row.instagram,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** A user's brands, last changed first. */
export async function listBrands(db: Db, query: AssetPageQuery & { userId: string }): Promise<BrandsPage> {
  const rows = await db
    .select()
    .from(brands)
    .where(isListed(brands, query))
    .orderBy(...newestFirst(brands))
    .limit(query.limit + 1)
  return toAssetPage(rows, query.limit, toBrand)
}

/** @throws {AppError} NOT_FOUND for a brand that is missing, deleted or of another user. */
export async function getBrand(db: Db, key: Owned): Promise<Brand> {
  const brand = await findBrand(db, key)
  if (!brand) throw notFound('Brand')
  return brand
}

async function findBrand(db: Db, key: Owned): Promise<Brand | undefined> {
  const [row] = await db
    .select()
    .from(brands)
    .where(isKept(brands, keyOf(key)))
  return row && toBrand(row)
}

/** Idempotent by id. @throws {AppError} CONFLICT at the limit of brands, or when the id is taken. */
export const createBrand = (
  db: Db,
  { id, userId, name, ...texts }: CreateBrand & { userId: string },
): Promise<Created<Brand>> =>
  db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const earlier = id && (await findBrand(tx, { brandId: id, userId }))
    if (earlier) return repeatedCreate(earlier, { name, ...texts })
    const [row] = await tx
      .insert(brands)
      .values({ ...emptyAsNull(texts), ...(id && { id }), name, userId })
      .onConflictDoNothing()
      .returning()
    if (!row) throw idTaken()
    await keepWithinLimit(tx, brands, userId)
    return { row: toBrand(row), isNew: true }
  })

/** @throws {AppError} NOT_FOUND */
export async function updateBrand(
  db: Db,
  { brandId, userId, name, ...texts }: UpdateBrand & Owned,
): Promise<Brand> {
  const [row] = await db
    .update(brands)
    .set({ ...emptyAsNull(texts), ...(name !== undefined && { name }) })
    .where(isKept(brands, { id: brandId, userId }))
    .returning()
  if (!row) throw notFound('Brand')
  return toBrand(row)
}

/**
 * Soft-deletes a brand; {@link restoreBrand} restores it.
 * @throws {AppError} NOT_FOUND; CONFLICT if offers use it and `force` is not set.
 */
export const deleteBrand = (db: Db, key: Owned & { force: boolean }): Promise<DeletedAsset> =>
  deleteUnlessUsed(db, 'Brand', { ...keyOf(key), force: key.force })

/**
 * Restores a brand; does nothing if it is not deleted.
 * @throws {AppError} NOT_FOUND, also after the retention time; CONFLICT at the limit of brands.
 */
export async function restoreBrand(db: Db, key: Owned): Promise<Brand> {
  await restoreAsset(db, brands, keyOf(key))
  return getBrand(db, key)
}
