import type { AssetPageQuery, DeletedAsset } from '#shared/contract/assets.ts'
import {
  type NewProduct,
  type Product,
  ProductForm,
  type ProductsPage,
  type UpdateProduct,
} from '#shared/contract/products.ts'
import { parseMoney } from '#shared/money/money.ts'
import type { Db } from '../../db/connect.ts'
import { products } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'
import type { Created } from '../../http/respond.ts'
import {
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
import { requireFinished } from '../assets/draft-rules.queries.ts'

type ProductRow = typeof products.$inferSelect
type Owned = { productId: string; userId: string }

const keyOf = ({ productId, userId }: Owned) => ({ id: productId, userId })

const toProduct = (row: ProductRow): Product => ({
  id: row.id,
  isDraft: row.isDraft,
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

/** The contract has validated the text as an amount, or as empty in a draft. */
function decimalOf(text: string): string | null {
  if (text === '') return null
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
  const product = await findProduct(db, key)
  if (!product) throw notFound('Product')
  return product
}

async function findProduct(db: Db, key: Owned): Promise<Product | undefined> {
  const [row] = await db
    .select()
    .from(products)
    .where(isKept(products, keyOf(key)))
  return row && toProduct(row)
}

/** Idempotent by id. @throws {AppError} CONFLICT at the limit of products, or when the id is taken. */
export const createProduct = (
  db: Db,
  { id, userId, isDraft = false, ...product }: NewProduct & { userId: string },
): Promise<Created<Product>> =>
  db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const earlier = id && (await findProduct(tx, { productId: id, userId }))
    if (earlier) return repeatedCreate(earlier, { isDraft, ...product })
    const [row] = await tx
      .insert(products)
      .values({
        ...product,
        isDraft,
        ...(id && { id }),
        userId,
        anchorPriceDecimal: decimalOf(product.anchorPrice),
        practicePriceDecimal: decimalOf(product.practicePrice),
        installmentValueDecimal: decimalOf(product.installmentValue),
        additionalDeliverables: product.additionalDeliverables || null,
      })
      .onConflictDoNothing()
      .returning()
    if (!row) throw idTaken()
    await keepWithinLimit(tx, products, userId)
    return { row: toProduct(row), isNew: true }
  })

/** @throws {AppError} NOT_FOUND; VALIDATION_ERROR for a finished product that would lack fields. */
export const updateProduct = (
  db: Db,
  { productId, userId, ...change }: UpdateProduct & Owned,
): Promise<Product> =>
  db.transaction(async (tx) => {
    const isOwn = isKept(products, { id: productId, userId })
    const [stored] = await tx.select().from(products).where(isOwn).for('no key update')
    if (!stored) throw notFound('Product')
    requireFinished(
      ProductForm,
      { ...stored, additionalDeliverables: stored.additionalDeliverables ?? '' },
      change,
    )
    const [row] = await tx
      .update(products)
      .set({
        ...change,
        ...decimalsOf(change),
        ...(change.additionalDeliverables === '' && { additionalDeliverables: null }),
      })
      .where(isOwn)
      .returning()
    if (!row) throw notFound('Product')
    return toProduct(row)
  })

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
