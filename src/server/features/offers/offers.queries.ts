import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AssetPageQuery, DeletedAsset } from '#shared/contract/assets.ts'
import type { CreateOffer, Offer, OffersPage, UpdateOffer } from '#shared/contract/offers.ts'
import type { Db } from '../../db/connect.ts'
import { brands, offerBrands, offerProducts, offers, products } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'
import {
  deleteAsset,
  isKept,
  isListed,
  keepWithinLimit,
  lockPerson,
  newestFirst,
  restoreAsset,
  toAssetPage,
} from '../assets/asset-rows.queries.ts'

type Owned = { offerId: string; userId: string }
type Chosen = { brandIds?: string[] | undefined; productIds?: string[] | undefined }

const keyOf = ({ offerId, userId }: Owned) => ({ id: offerId, userId })

// Names are written out: of a question about one table the columns would lose theirs.
const columns = {
  id: offers.id,
  name: offers.name,
  bigIdea: offers.bigIdea,
  mechanism: offers.mechanism,
  offer: offers.offer,
  brandIds: sql<string[]>`array(select brands.id from offer_brands join brands on brands.id = brand_id
    where offer_id = offers.id and brands.deleted_at is null order by position)`,
  productIds: sql<
    string[]
  >`array(select products.id from offer_products join products on products.id = product_id
    where offer_id = offers.id and products.deleted_at is null order by position)`,
  createdAt: offers.createdAt,
  updatedAt: offers.updatedAt,
}

const toOffer = (
  row: Omit<Offer, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date },
): Offer => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** A person's offers, the one changed last first. */
export async function listOffers(db: Db, query: AssetPageQuery & { userId: string }): Promise<OffersPage> {
  const rows = await db
    .select(columns)
    .from(offers)
    .where(isListed(offers, query))
    .orderBy(...newestFirst(offers))
    .limit(query.limit + 1)
  return toAssetPage(rows, query.limit, toOffer)
}

/** @throws {AppError} NOT_FOUND, for a missing offer, a deleted one and somebody else's alike. */
export async function getOffer(db: Db, key: Owned): Promise<Offer> {
  const [row] = await db
    .select(columns)
    .from(offers)
    .where(isKept(offers, keyOf(key)))
  if (!row) throw notFound('Offer')
  return toOffer(row)
}

/**
 * Holds what an offer is to be made of until the transaction ends, so that nobody deletes it meanwhile.
 * @throws {AppError} NOT_FOUND where one is missing, deleted or somebody else's.
 */
async function holdChosen(tx: Db, { brandIds, productIds, userId }: Chosen & { userId: string }) {
  const kinds = [
    ['Brand', brands, brandIds],
    ['Product', products, productIds],
  ] as const
  for (const [kind, table, ids] of kinds) {
    if (!ids) continue
    const held = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(inArray(table.id, ids), eq(table.userId, userId), isNull(table.deletedAt)))
      .orderBy(asc(table.id))
      // A key share would let a deletion pass, which changes no key.
      .for('share')
    if (held.length < ids.length) throw notFound(kind)
  }
}

async function linkBrands(tx: Db, { offerId, userId, ids }: Owned & { ids: string[] }): Promise<void> {
  await tx.delete(offerBrands).where(eq(offerBrands.offerId, offerId))
  await tx
    .insert(offerBrands)
    .values(ids.map((brandId, position) => ({ offerId, brandId, userId, position })))
}

async function linkProducts(tx: Db, { offerId, userId, ids }: Owned & { ids: string[] }): Promise<void> {
  await tx.delete(offerProducts).where(eq(offerProducts.offerId, offerId))
  await tx
    .insert(offerProducts)
    .values(ids.map((productId, position) => ({ offerId, productId, userId, position })))
}

/**
 * Creates an offer of a person's own brands and products.
 * @throws {AppError} NOT_FOUND where one of those is missing, deleted or somebody else's; CONFLICT beyond the number of
 * offers that a person keeps.
 */
export const createOffer = (
  db: Db,
  { userId, brandIds, productIds, ...texts }: CreateOffer & { userId: string },
): Promise<Offer> =>
  db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    await holdChosen(tx, { brandIds, productIds, userId })
    const [created] = await tx
      .insert(offers)
      .values({ ...texts, userId })
      .returning({ offerId: offers.id })
    if (!created) throw new Error('no row was inserted')
    await keepWithinLimit(tx, offers, userId)
    const key = { ...created, userId }
    await linkBrands(tx, { ...key, ids: brandIds })
    await linkProducts(tx, { ...key, ids: productIds })
    return getOffer(tx, key)
  })

const isSame = (some: string[], others: string[]) =>
  some.length === others.length && some.every((id, index) => id === others[index])

/**
 * Changes an offer. A choice that is sent as it is shown leaves also what is deleted and can still be restored; another
 * one takes its place.
 * @throws {AppError} NOT_FOUND, also where a brand or product is missing, deleted or somebody else's.
 */
export const updateOffer = (
  db: Db,
  { offerId, userId, brandIds, productIds, ...texts }: UpdateOffer & Owned,
): Promise<Offer> =>
  db.transaction(async (tx) => {
    const key = { offerId, userId }
    // First, since an account that goes away takes brands and products along: neither waits for the other.
    await lockPerson(tx, userId)
    const changed = await tx
      .update(offers)
      .set({ ...texts, updatedAt: new Date() })
      .where(isKept(offers, keyOf(key)))
      .returning({ id: offers.id })
    if (changed.length === 0) throw notFound('Offer')
    await holdChosen(tx, { brandIds, productIds, userId })
    const shown = await getOffer(tx, key)
    if (brandIds && !isSame(brandIds, shown.brandIds)) await linkBrands(tx, { ...key, ids: brandIds })
    if (productIds && !isSame(productIds, shown.productIds))
      await linkProducts(tx, { ...key, ids: productIds })
    return getOffer(tx, key)
  })

/**
 * Deletes an offer for {@link restoreOffer} to bring back.
 * @throws {AppError} NOT_FOUND, also when it is deleted already.
 */
export async function deleteOffer(db: Db, key: Owned): Promise<DeletedAsset> {
  const deleted = await deleteAsset(db, offers, keyOf(key))
  if (!deleted) throw notFound('Offer')
  return deleted
}

/**
 * Takes a deletion back; an offer that is not deleted stays as it is.
 * @throws {AppError} NOT_FOUND, also when it was deleted too long ago; CONFLICT when there is no room for it any more.
 */
export async function restoreOffer(db: Db, key: Owned): Promise<Offer> {
  await restoreAsset(db, offers, keyOf(key))
  return getOffer(db, key)
}
