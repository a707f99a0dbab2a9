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

/** The contract has validated the text as an amount. */
function decimalOf(text: string): string {
  const decimal = parseMoney(text)
  if (decimal === undefined) throw new Error('a price that is no amount')
  return decimal
}

/** The parsed decimals of changed prices. */
const decimalsOf = ({ anchorPrice, practicePrice, installmentValue }: UpdateProduct) => ({
  ...(anchorPrice !== undefined && { anchorPriceDecimal: decimalOf(anchorPrice) }),
  ...(practicePrice !== undefined && { practicePriceDecimal: decimalOf(practicePrice) }),
  ...(installmentValue !== undefined && { installmentValueDecimal: decimalOf(installmentValue) }),
})

/** A user's products, last changed first. */
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

/** @throws {AppError} NOT_FOUND for a product that is missing, deleted or of another user. */
export async function getProduct(db: Db, key: Owned): Promise<Product> {
  const [row] = await db
    .select()
    .from(products)
    .where(isKept(products, keyOf(key)))
  if (!row) throw notFound('Product')
  return toProduct(row)
}

/** @throws {AppError} CONFLICT at the limit of products. */
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
 * Soft-deletes a product; {@link restoreProduct} restores it.
 * @throws {AppError} NOT_FOUND; CONFLICT if offers use it and `force` is not set.
 */
export const deleteProduct = (db: Db, key: Owned & { force: boolean }): Promise<DeletedAsset> =>
  deleteUnlessUsed(db, 'Product', { ...keyOf(key), force: key.force })

/**
 * Restores a product; does nothing if it is not deleted.
 * @throws {AppError} NOT_FOUND, also after the retention time; CONFLICT at the limit of products.
 */
export async function restoreProduct(db: Db, key: Owned): Promise<Product> {
  await restoreAsset(db, products, keyOf(key))
  return getProduct(db, key)
}
