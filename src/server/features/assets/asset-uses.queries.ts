import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { DeletedAsset } from '#shared/contract/assets.ts'
import type { Db } from '../../db/connect.ts'
import { brands, offerBrands, offerProducts, offers, products } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { type AssetKey, deleteAsset, isKept } from './asset-rows.queries.ts'

/** Offers that an error names; the others are counted. */
const MAX_NAMED_OFFERS = 10

type Kind = 'Product' | 'Brand'

const IN_USE: Record<Kind, string> = {
  Product: 'Este produto faz parte de ofertas. Exclua mesmo assim ou mude as ofertas antes.',
  Brand: 'Esta marca faz parte de ofertas. Exclua mesmo assim ou mude as ofertas antes.',
}

/** The offers that use the asset, for a condition on offer ids. */
const offersWith = (db: Db, kind: Kind, id: string): SQL =>
  kind === 'Product'
    ? inArray(
        offers.id,
        db.select({ id: offerProducts.offerId }).from(offerProducts).where(eq(offerProducts.productId, id)),
      )
    : inArray(
        offers.id,
        db.select({ id: offerBrands.offerId }).from(offerBrands).where(eq(offerBrands.brandId, id)),
      )

async function refuseUsed(db: Db, kind: Kind, { id, userId }: AssetKey): Promise<void> {
  const users = await db
    .select({ name: offers.name })
    .from(offers)
    .where(and(offersWith(db, kind, id), eq(offers.userId, userId), isNull(offers.deletedAt)))
    .orderBy(asc(offers.name), asc(offers.id))
  if (users.length === 0) return
  const named = users.slice(0, MAX_NAMED_OFFERS).map(({ name }) => name)
  const rest = users.length - named.length
  throw new AppError('CONFLICT', IN_USE[kind], {
    details: { offers: named.join(', ') + (rest > 0 ? ` e mais ${rest}` : '') },
  })
}

/**
 * Soft-deletes a product or brand; with `force` also one that offers use. Those offers keep the hidden link
 * for its restoration.
 * @throws {AppError} NOT_FOUND, also if it is deleted already; CONFLICT with the offers in `details.offers`.
 */
export const deleteUnlessUsed = (
  db: Db,
  kind: Kind,
  { force, ...key }: AssetKey & { force: boolean },
): Promise<DeletedAsset> =>
  db.transaction(async (tx) => {
    const table = kind === 'Product' ? products : brands
    // Adding it to an offer locks this row, so only a later statement sees that link.
    await tx.select({ id: table.id }).from(table).where(isKept(table, key)).for('no key update')
    if (!force) await refuseUsed(tx, kind, key)
    const deleted = await deleteAsset(tx, table, key)
    if (!deleted) throw notFound(kind)
    return deleted
  })
