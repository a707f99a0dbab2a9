import type { AssetPageQuery, DeletedAsset } from '#shared/contract/assets.ts'
import type { Brand, BrandsPage, CreateBrand, UpdateBrand } from '#shared/contract/brands.ts'
import type { Db } from '../../db/connect.ts'
import { brands } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'
import {
  emptyAsNull,
  isKept,
  isListed,
  keepWithinLimit,
  lockPerson,
  newestFirst,
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

/** A person's brands, the one changed last first. */
export async function listBrands(db: Db, query: AssetPageQuery & { userId: string }): Promise<BrandsPage> {
  const rows = await db
    .select()
    .from(brands)
    .where(isListed(brands, query))
    .orderBy(...newestFirst(brands))
    .limit(query.limit + 1)
  return toAssetPage(rows, query.limit, toBrand)
}

/** @throws {AppError} NOT_FOUND, for a missing brand, a deleted one and somebody else's alike. */
export async function getBrand(db: Db, key: Owned): Promise<Brand> {
  const [row] = await db
    .select()
    .from(brands)
    .where(isKept(brands, keyOf(key)))
  if (!row) throw notFound('Brand')
  return toBrand(row)
}

/** @throws {AppError} CONFLICT beyond the number that a person keeps. */
export const createBrand = (
  db: Db,
  { userId, name, ...texts }: CreateBrand & { userId: string },
): Promise<Brand> =>
  db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const [row] = await tx
      .insert(brands)
      .values({ ...emptyAsNull(texts), name, userId })
      .returning()
    if (!row) throw new Error('no row was inserted')
    await keepWithinLimit(tx, brands, userId)
    return toBrand(row)
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
 * Deletes a brand for {@link restoreBrand} to bring back.
 * @throws {AppError} NOT_FOUND; CONFLICT where offers use it and it is not forced.
 */
export const deleteBrand = (db: Db, key: Owned & { force: boolean }): Promise<DeletedAsset> =>
  deleteUnlessUsed(db, 'Brand', { ...keyOf(key), force: key.force })

/**
 * Takes a deletion back; a brand that is not deleted stays as it is.
 * @throws {AppError} NOT_FOUND, also when it was deleted too long ago; CONFLICT when there is no room for it any more.
 */
export async function restoreBrand(db: Db, key: Owned): Promise<Brand> {
  await restoreAsset(db, brands, keyOf(key))
  return getBrand(db, key)
}
