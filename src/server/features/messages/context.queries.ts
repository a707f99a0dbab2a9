import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { MessageContext } from '#shared/contract/messages.ts'
import type { OnboardingAnswers } from '#shared/contract/onboarding.ts'
import type { BusinessBlock } from '../../ai/prompt/business.ts'
import type { Db } from '../../db/connect.ts'
import { brands, brandVoices, documents, offers, onboardings, products } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'
import { type ChosenSources, type HouseChoice, readableIds } from '../collections/readable.queries.ts'
import {
  brandBlock,
  documentBlock,
  offerBlock,
  onboardingBlock,
  productBlock,
  voiceBlock,
} from './business-blocks.ts'

export const EMPTY_CONTEXT: MessageContext = { productIds: [], brandIds: [], offerIds: [], documentIds: [] }

/** The chosen collections and sources of a message. */
export type SourceContext = Pick<MessageContext, 'collectionIds' | 'sourceIds'>

export type LoadedContext = {
  /** The chosen assets that still exist. */
  context: MessageContext
  /** The chosen assets with everything they include, grouped by kind, oldest first within each kind. */
  business: BusinessBlock[]
}

type Wanted = {
  userId: string
  context: MessageContext
  /** If given, a missing asset, collection or source is an error; of the house, those that `house` reads are there. */
  exact?: { house: HouseChoice } | undefined
  /** The questionnaire, if it is read already; null if there is none. */
  onboarding?: OnboardingAnswers | null
}

/**
 * Reads a message's context: the user's chosen assets that are not deleted, the products and brands of chosen
 * offers, and the questionnaire. The result does not depend on the order of the choice. Collections and sources that are
 * gone stay chosen unless it is exact: a reply that repeats the choice must not read everything instead.
 * @throws {AppError} NOT_FOUND if it is exact and an asset is missing, deleted or of another user.
 */
export async function readContext(
  db: Db,
  { userId, exact, onboarding: read, ...wanted }: Wanted,
): Promise<LoadedContext> {
  // Rows stored before a kind existed lack its key.
  const context = { ...EMPTY_CONTEXT, ...wanted.context }
  const onboarding = read === undefined ? await readOnboarding(db, userId) : read
  const offerRows = await readOffers(db, userId, context.offerIds)
  const linked = (ids: 'productIds' | 'brandIds') => offerRows.flatMap((offer) => offer[ids])
  const productRows = await readProducts(db, userId, [...context.productIds, ...linked('productIds')])
  const brandRows = await readBrands(db, userId, [...context.brandIds, ...linked('brandIds')])
  const documentRows = await readDocuments(db, userId, context.documentIds)
  const found = {
    productIds: inChosenOrder(context.productIds, productRows),
    brandIds: inChosenOrder(context.brandIds, brandRows),
    offerIds: inChosenOrder(context.offerIds, offerRows),
    documentIds: inChosenOrder(context.documentIds, documentRows),
    ...(await readSources(db, { userId, exact, context })),
  }
  if (exact && countOf(found) < countOf(context)) throw notFound('Asset')
  const namesOf = (rows: { id: string; name: string }[]) => {
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    return (ids: string[]) => ids.flatMap((id) => names.get(id) ?? [])
  }
  const [productNames, brandNames] = [namesOf(productRows), namesOf(brandRows)]
  return {
    context: found,
    business: [
      ...(onboarding ? [onboardingBlock(onboarding)] : []),
      ...productRows.map((row) => productBlock(row, found.productIds.includes(row.id))),
      ...brandRows.flatMap(({ voice, ...row }) => {
        const block = brandBlock(row, found.brandIds.includes(row.id))
        const spoken = voice && voiceBlock(row, voice)
        return spoken ? [block, spoken] : [block]
      }),
      ...offerRows.map(({ productIds, brandIds, ...row }) =>
        offerBlock(
          { ...row, productNames: productNames(productIds), brandNames: brandNames(brandIds) },
          true,
        ),
      ),
      ...documentRows.map((row) => documentBlock(row, true)),
    ],
  }
}

/** The ids that were found, without duplicates, in the order of the choice. */
function inChosenOrder(ids: string[], rows: { id: string }[]): string[] {
  const found = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => found.has(id))
}

const countOf = (context: MessageContext) =>
  Object.values(context).reduce((total, ids) => total + new Set(ids).size, 0)

type AssetTable = { id: PgColumn; userId: PgColumn; deletedAt: PgColumn }

/** The ownership rule for every kind: of this user and not deleted. */
const isOwn = (table: AssetTable, userId: string, ids: string[]): SQL | undefined =>
  and(eq(table.userId, userId), isNull(table.deletedAt), inArray(table.id, [...new Set(ids)]))

async function readOnboarding(db: Db, userId: string): Promise<OnboardingAnswers | null> {
  const [row] = await db
    .select({ answers: onboardings.answers })
    .from(onboardings)
    .where(eq(onboardings.userId, userId))
  return row?.answers ?? null
}

async function readOffers(db: Db, userId: string, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .select({
      id: offers.id,
      isDraft: offers.isDraft,
      name: offers.name,
      bigIdea: offers.bigIdea,
      mechanism: offers.mechanism,
      offer: offers.offer,
      productIds: sql<string[]>`array(select product_id from offer_products
        where offer_id = ${offers.id} order by position, product_id)`,
      brandIds: sql<string[]>`array(select brand_id from offer_brands
        where offer_id = ${offers.id} order by position, brand_id)`,
    })
    .from(offers)
    .where(isOwn(offers, userId, ids))
    .orderBy(offers.id)
}

async function readProducts(db: Db, userId: string, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .select()
    .from(products)
    .where(isOwn(products, userId, ids))
    .orderBy(products.id)
}

async function readBrands(db: Db, userId: string, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .select({ ...getTableColumns(brands), voice: brandVoices })
    .from(brands)
    .leftJoin(brandVoices, eq(brandVoices.brandId, brands.id))
    .where(isOwn(brands, userId, ids))
    .orderBy(brands.id)
}

async function readDocuments(db: Db, userId: string, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .select({ id: documents.id, title: documents.title, body: documents.body })
    .from(documents)
    .where(isOwn(documents, userId, ids))
    .orderBy(documents.id)
}

/** The chosen collections and sources, whose passages are found by the question. */
async function readSources(db: Db, { userId, context, exact }: Wanted): Promise<SourceContext> {
  const { collectionIds, sourceIds } = context
  const chosen: ChosenSources = { collectionIds: collectionIds ?? [], sourceIds: sourceIds ?? [] }
  const there = exact ? await readableIds(db, { userId, ...exact, chosen }) : undefined
  const left = (ids: string[]) => (there ? ids.filter((id) => there.has(id)) : ids)
  return {
    ...(collectionIds && { collectionIds: left(collectionIds) }),
    ...(sourceIds && { sourceIds: left(sourceIds) }),
  }
}
