import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { DeletedAsset } from '#shared/contract/assets.ts'
import type { Db } from '../../db/connect.ts'
import { brands, offerBrands, offerProducts, offers, products } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { type AssetKey, deleteAsset, isKept } from './asset-rows.queries.ts'

/** How many offers a refusal names; the rest are counted. */
const NAMED = 10

type Kind = 'Product' | 'Brand'

const IN_USE: Record<Kind, string> = {
  Product: 'Este produto faz parte de ofertas. Exclua mesmo assim ou mude as ofertas antes.',
  Brand: 'Esta marca faz parte de ofertas. Exclua mesmo assim ou mude as ofertas antes.',
}

/** The offers that have it, by a condition on the ids of offers. */
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
  const named = users.slice(0, NAMED).map(({ name }) => name)
  const rest = users.length - named.length
  throw new AppError('CONFLICT', IN_USE[kind], {
    details: { offers: named.join(', ') + (rest > 0 ? ` e mais ${rest}` : '') },
  })
}

/**
 * Deletes a product or brand for it to be restored; with `force` one that offers use, too. Those keep it, unseen, for
 * when it is back.
 * @throws {AppError} NOT_FOUND, also when it is deleted already; CONFLICT naming the offers in `details.offers`.
 */
export const deleteUnlessUsed = (
  db: Db,
  kind: Kind,
  { force, ...key }: AssetKey & { force: boolean },
): Promise<DeletedAsset> =>
  db.transaction(async (tx) => {
    const table = kind === 'Product' ? products : brands
    // Whoever puts it into an offer holds the row meanwhile: what they did is seen by the next statement only.
    await tx.select({ id: table.id }).from(table).where(isKept(table, key)).for('no key update')
    if (!force) await refuseUsed(tx, kind, key)
    const deleted = await deleteAsset(tx, table, key)
    if (!deleted) throw notFound(kind)
    return deleted
  })
