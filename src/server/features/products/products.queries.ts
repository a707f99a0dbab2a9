import type { AssetPageQuery, DeletedAsset } from '#shared/contract/assets.ts'
import type { CreateProduct, Product, ProductsPage, UpdateProduct } from '#shared/contract/products.ts'
import { parseMoney } from '#shared/money.ts'
import type { Db } from '../../db/connect.ts'
import { products } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'
import {
  isKept,
  isListed,
  keepWithinLimit,
  lockPerson,
  newestFirst,
  restoreAsset,
  toAssetPage,
} from '../assets/asset-rows.queries.ts'
import { deleteUnlessUsed } from '../assets/asset-uses.queries.ts'

type ProductRow = typeof products.$inferSelect
type Owned = { productId: string; userId: string }

const keyOf = ({ productId, userId }: Owned) => ({ id: productId, userId })

const toProduct = (row: ProductRow): Product => ({
  id: row.id,
  name: row.name,
  type: row.type,
  transformation: row.transformation,
  mainPersona: row.mainPersona,
  anchorPrice: row.anchorPrice,
  anchorPriceDecimal: row.anchorPriceDecimal,
  practicePrice: row.practicePrice,
  practicePriceDecimal: row.practicePriceDecimal,
  maxInstallments: row.maxInstallments,
  installmentValue: row.installmentValue,
  installmentValueDecimal: row.installmentValueDecimal,
  contentDetails: row.contentDetails,
  additionalDeliverables: row.additionalDeliverables,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** The contract took the text for an amount. */
function decimalOf(text: string): string {
  const decimal = parseMoney(text)
  if (decimal === undefined) throw new Error('a price that is no amount')
  return decimal
}

/** What a change of prices changes beside them. */
const decimalsOf = ({ anchorPrice, practicePrice, installmentValue }: UpdateProduct) => ({
  ...(anchorPrice !== undefined && { anchorPriceDecimal: decimalOf(anchorPrice) }),
  ...(practicePrice !== undefined && { practicePriceDecimal: decimalOf(practicePrice) }),
  ...(installmentValue !== undefined && { installmentValueDecimal: decimalOf(installmentValue) }),
})

/** A person's products, the one changed last first. */
export async function listProducts(
  db: Db,
  query: AssetPageQuery & { userId: string },
): Promise<ProductsPage> {
  const rows = await db
    .select()
    .from(products)
    .where(isListed(products, query))
    .orderBy(...newestFirst(products))
    .limit(query.limit + 1)
  return toAssetPage(rows, query.limit, toProduct)
}

/** @throws {AppError} NOT_FOUND, for a missing product, a deleted one and somebody else's alike. */
export async function getProduct(db: Db, key: Owned): Promise<Product> {
  const [row] = await db
    .select()
    .from(products)
    .where(isKept(products, keyOf(key)))
  if (!row) throw notFound('Product')
  return toProduct(row)
}

/** @throws {AppError} CONFLICT beyond the number that a person keeps. */
export const createProduct = (
  db: Db,
  { userId, ...product }: CreateProduct & { userId: string },
): Promise<Product> =>
  db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const [row] = await tx
      .insert(products)
      .values({
        ...product,
        userId,
        anchorPriceDecimal: decimalOf(product.anchorPrice),
        practicePriceDecimal: decimalOf(product.practicePrice),
        installmentValueDecimal: decimalOf(product.installmentValue),
        additionalDeliverables: product.additionalDeliverables || null,
      })
      .returning()
    if (!row) throw new Error('no row was inserted')
    await keepWithinLimit(tx, products, userId)
    return toProduct(row)
  })

/** @throws {AppError} NOT_FOUND */
export async function updateProduct(
  db: Db,
  { productId, userId, ...change }: UpdateProduct & Owned,
): Promise<Product> {
  const [row] = await db
    .update(products)
    .set({
      ...change,
      ...decimalsOf(change),
      ...(change.additionalDeliverables === '' && { additionalDeliverables: null }),
    })
    .where(isKept(products, { id: productId, userId }))
    .returning()
  if (!row) throw notFound('Product')
  return toProduct(row)
}

/**
 * Deletes a product for {@link restoreProduct} to bring back.
 * @throws {AppError} NOT_FOUND; CONFLICT where offers use it and it is not forced.
 */
export const deleteProduct = (db: Db, key: Owned & { force: boolean }): Promise<DeletedAsset> =>
  deleteUnlessUsed(db, 'Product', { ...keyOf(key), force: key.force })

/**
 * Takes a deletion back; a product that is not deleted stays as it is.
 * @throws {AppError} NOT_FOUND, also when it was deleted too long ago; CONFLICT when there is no room for it any more.
 */
export async function restoreProduct(db: Db, key: Owned): Promise<Product> {
  await restoreAsset(db, products, keyOf(key))
  return getProduct(db, key)
}
