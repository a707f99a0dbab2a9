import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AssetPageQuery, DeletedAsset } from '#shared/contract/assets.ts'
import {
  type NewOffer,
  type Offer,
  OfferForm,
  type OffersPage,
  type UpdateOffer,
} from '#shared/contract/offers.ts'
import type { Db } from '../../db/connect.ts'
import { brands, offerBrands, offerProducts, offers, products } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'
import type { Created } from '../../http/respond.ts'
import {
  deleteAsset,
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
import { requireFinished } from '../assets/draft-rules.queries.ts'

type Owned = { offerId: string; userId: string }
type Chosen = { brandIds?: string[] | undefined; productIds?: string[] | undefined }

const keyOf = ({ offerId, userId }: Owned) => ({ id: offerId, userId })

// Qualified names are written out: Drizzle omits the table in a query of one table.
const columns = {
  id: offers.id,
  isDraft: offers.isDraft,
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

/** A user's offers, last changed first. */
export async function listOffers(db: Db, query: AssetPageQuery & { userId: string }): Promise<OffersPage> {
  const rows = await db
    .select(columns)
    .from(offers)
    .where(isListed(offers, query))
    .orderBy(...newestFirst(offers))
    .limit(query.limit + 1)
  return toAssetPage(rows, query.limit, toOffer)
}

/** @throws {AppError} NOT_FOUND for an offer that is missing, deleted or of another user. */
export async function getOffer(db: Db, key: Owned): Promise<Offer> {
  const offer = await findOffer(db, key)
  if (!offer) throw notFound('Offer')
  return offer
}

async function findOffer(db: Db, key: Owned): Promise<Offer | undefined> {
  const [row] = await db
    .select(columns)
    .from(offers)
    .where(isKept(offers, keyOf(key)))
  return row && toOffer(row)
}

/**
 * Locks the chosen brands and products until the transaction ends, so that none is deleted meanwhile.
 * @throws {AppError} NOT_FOUND if one is missing, deleted or of another user.
 */
async function holdChosen(tx: Db, { brandIds, productIds, userId }: Chosen & { userId: string }) {
  const kinds = [
    ['Brand', brands, brandIds],
    ['Product', products, productIds],
  ] as const
  for (const [kind, table, ids] of kinds) {
    if (!ids || ids.length === 0) continue
    const held = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(inArray(table.id, ids), eq(table.userId, userId), isNull(table.deletedAt)))
      .orderBy(asc(table.id))
      // FOR KEY SHARE would not block a soft deletion, which changes no key.
      .for('share')
    if (held.length < ids.length) throw notFound(kind)
  }
}

async function linkBrands(tx: Db, { offerId, userId, ids }: Owned & { ids: string[] }): Promise<void> {
  await tx.delete(offerBrands).where(eq(offerBrands.offerId, offerId))
  if (ids.length === 0) return
  await tx
    .insert(offerBrands)
    .values(ids.map((brandId, position) => ({ offerId, brandId, userId, position })))
}

async function linkProducts(tx: Db, { offerId, userId, ids }: Owned & { ids: string[] }): Promise<void> {
  await tx.delete(offerProducts).where(eq(offerProducts.offerId, offerId))
  if (ids.length === 0) return
  await tx
    .insert(offerProducts)
    .values(ids.map((productId, position) => ({ offerId, productId, userId, position })))
}

/**
 * Creates an offer of the user's brands and products. Idempotent by id.
 * @throws {AppError} NOT_FOUND if one is missing, deleted or of another user; CONFLICT at the limit of
 * offers, or when the id is taken.
 */
export const createOffer = (
  db: Db,
  { id, userId, brandIds, productIds, isDraft = false, ...texts }: NewOffer & { userId: string },
): Promise<Created<Offer>> =>
  db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const earlier = id && (await findOffer(tx, { offerId: id, userId }))
    if (earlier) return repeatedCreate(earlier, { brandIds, productIds, isDraft, ...texts })
    await holdChosen(tx, { brandIds, productIds, userId })
    const [created] = await tx
      .insert(offers)
      .values({ ...texts, isDraft, ...(id && { id }), userId })
      .onConflictDoNothing()
      .returning({ offerId: offers.id })
    if (!created) throw idTaken()
    await keepWithinLimit(tx, offers, userId)
    const key = { ...created, userId }
    await linkBrands(tx, { ...key, ids: brandIds })
    await linkProducts(tx, { ...key, ids: productIds })
    return { row: await getOffer(tx, key), isNew: true }
  })

const isSame = (some: string[], others: string[]) =>
  some.length === others.length && some.every((id, index) => id === others[index])

/**
 * Changes an offer. Sending the visible choice unchanged keeps hidden deleted items too; another choice
 * replaces all.
 * @throws {AppError} NOT_FOUND, also if a brand or product is missing, deleted or of another user;
 * VALIDATION_ERROR for a finished offer that would lack fields.
 */
export const updateOffer = (
  db: Db,
  { offerId, userId, brandIds, productIds, ...texts }: UpdateOffer & Owned,
): Promise<Offer> =>
  db.transaction(async (tx) => {
    const key = { offerId, userId }
    // First of all locks: deleting an account deletes brands and products too, and this order prevents a
    // deadlock.
    await lockPerson(tx, userId)
    requireFinished(OfferForm, await getOffer(tx, key), { brandIds, productIds, ...texts })
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
 * Soft-deletes an offer; {@link restoreOffer} restores it.
 * @throws {AppError} NOT_FOUND, also if it is deleted already.
 */
export async function deleteOffer(db: Db, key: Owned): Promise<DeletedAsset> {
  const deleted = await deleteAsset(db, offers, keyOf(key))
  if (!deleted) throw notFound('Offer')
  return deleted
}

/**
 * Restores an offer; does nothing if it is not deleted.
 * @throws {AppError} NOT_FOUND, also after the retention time; CONFLICT at the limit of offers.
 */
export async function restoreOffer(db: Db, key: Owned): Promise<Offer> {
  await restoreAsset(db, offers, keyOf(key))
  return getOffer(db, key)
}
