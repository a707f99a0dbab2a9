import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { CreateReview } from '#shared/contract/reviews.ts'
import type { ReviewFacts } from '#shared/revisor/facts.ts'
import type { Db } from '../../db/connect.ts'
import { brands, brandVoices, offerProducts, offers, products } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'

type Wanted = Pick<CreateReview, 'productId' | 'offerId' | 'brandId'> & { userId: string; today: string }

type ProductRow = Awaited<ReturnType<typeof readProducts>>[number]

/**
 * What the user saved about the chosen product, offer with its products, and brand.
 * @throws {AppError} NOT_FOUND for one that is missing, deleted or of another user.
 */
export async function readReviewFacts(db: Db, wanted: Wanted): Promise<ReviewFacts> {
  const { productId, offerId, brandId, userId, today } = wanted
  const offer = offerId ? await getOffer(db, { offerId, userId }) : undefined
  const ids = [...new Set([...(productId ? [productId] : []), ...(offer?.productIds ?? [])])]
  const rows = ids.length > 0 ? await readProducts(db, { ids, userId }) : []
  if (productId && !rows.some(({ id }) => id === productId)) throw notFound('Product')
  return {
    products: rows.map(toFacts),
    texts: [...(offer?.texts ?? []), ...rows.flatMap(textsOf)],
    forbiddenWords: brandId ? await readForbidden(db, { brandId, userId }) : [],
    today,
  }
}

const toFacts = (row: ProductRow) => ({
  name: row.name,
  anchorPrice: row.anchorPriceDecimal,
  practicePrice: row.practicePriceDecimal,
  maxInstallments: row.maxInstallments,
  installmentValue: row.installmentValueDecimal,
})

const textsOf = ({ contentDetails, additionalDeliverables }: ProductRow) => [
  contentDetails,
  additionalDeliverables ?? '',
]

const readProducts = (db: Db, { ids, userId }: { ids: string[]; userId: string }) =>
  db
    .select()
    .from(products)
    .where(and(inArray(products.id, ids), eq(products.userId, userId), isNull(products.deletedAt)))
    .orderBy(asc(products.id))

async function getOffer(db: Db, { offerId, userId }: { offerId: string; userId: string }) {
  const [row] = await db
    .select()
    .from(offers)
    .where(and(eq(offers.id, offerId), eq(offers.userId, userId), isNull(offers.deletedAt)))
  if (!row) throw notFound('Offer')
  const chosen = await db
    .select({ productId: offerProducts.productId })
    .from(offerProducts)
    .where(and(eq(offerProducts.offerId, offerId), eq(offerProducts.userId, userId)))
    .orderBy(asc(offerProducts.position))
  return {
    productIds: chosen.map((it) => it.productId),
    texts: [row.offer, row.mechanism, row.bigIdea],
  }
}

async function readForbidden(
  db: Db,
  { brandId, userId }: { brandId: string; userId: string },
): Promise<string[]> {
  const [row] = await db
    .select({ words: brandVoices.forbiddenWords })
    .from(brands)
    .leftJoin(brandVoices, eq(brandVoices.brandId, brands.id))
    .where(and(eq(brands.id, brandId), eq(brands.userId, userId), isNull(brands.deletedAt)))
  if (!row) throw notFound('Brand')
  return row.words ?? []
}
