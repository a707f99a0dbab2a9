import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { UpdateBrandVoice } from '#shared/contract/brand-voice.ts'
import type { CreateBrand } from '#shared/contract/brands.ts'
import type { CreateOffer } from '#shared/contract/offers.ts'
import type { OnboardingAnswers } from '#shared/contract/onboarding.ts'
import type { CreateProduct } from '#shared/contract/products.ts'
import { parseMoney } from '#shared/money/money.ts'
import { BRAND, OFFER, ONBOARDING, PRODUCT, VOICE } from '#shared/testing/business-fixtures.ts'
import type { Db } from '../../db/connect.ts'
import {
  brands,
  collections,
  documents,
  documentVersions,
  offerBrands,
  offerProducts,
  offers,
  onboardings,
  passages,
  products,
  reviewNotes,
  sources,
  users,
  voiceSamples,
} from '../../db/schema/index.ts'
import { makeOnlyCredential } from './credentials.ts'

/** A valid body of the questionnaire. */
export const validOnboarding = (over: Partial<OnboardingAnswers> = {}): OnboardingAnswers => ({
  ...ONBOARDING,
  ...over,
})

/** A valid body of a product. */
export const validProduct = (over: Partial<CreateProduct> = {}): CreateProduct => ({ ...PRODUCT, ...over })

/** A valid body of a brand. */
export const validBrand = (over: Partial<CreateBrand> = {}): CreateBrand => ({ ...BRAND, ...over })

/** A valid body of a brand's voice. */
export const validVoice = (over: Partial<UpdateBrandVoice> = {}): UpdateBrandVoice => ({ ...VOICE, ...over })

/** A valid body of an offer; its brands and products must exist. */
export const validOffer = (
  chosen: Pick<CreateOffer, 'brandIds' | 'productIds'>,
  over: Partial<CreateOffer> = {},
): CreateOffer => ({ ...OFFER, ...chosen, ...over })

type Owned<Row> = { userId: string } & Partial<Omit<Row, 'userId'>>

/** Inserts a product of a user; returns its id. */
export async function makeProduct(
  db: Db,
  { userId, ...over }: Owned<typeof products.$inferInsert>,
): Promise<string> {
  const row = { ...validProduct(), ...over, id: over.id ?? uuidv7(), userId }
  const decimals = {
    anchorPriceDecimal: parseMoney(row.anchorPrice) ?? '0.00',
    practicePriceDecimal: parseMoney(row.practicePrice) ?? '0.00',
    installmentValueDecimal: parseMoney(row.installmentValue) ?? '0.00',
  }
  await db.insert(products).values({ ...decimals, ...row })
  return row.id
}

/** Inserts a brand of a user; returns its id. */
export async function makeBrand(
  db: Db,
  { userId, ...over }: Owned<typeof brands.$inferInsert>,
): Promise<string> {
  const id = uuidv7()
  await db.insert(brands).values({ id, userId, ...validBrand(), ...over })
  return over.id ?? id
}

/** Inserts a sample of a brand's voice, without measuring it; returns its id. */
export async function makeSample(
  db: Db,
  { content = 'Uma amostra reservada.', ...owned }: { userId: string; brandId: string; content?: string },
): Promise<string> {
  const id = uuidv7()
  await db.insert(voiceSamples).values({ id, content, ...owned })
  return id
}

/**
 * Inserts an offer of a user with these products and brands in this order, by default one new one of each;
 * returns its id.
 */
export async function makeOffer(
  db: Db,
  {
    userId,
    brandIds,
    productIds,
    ...over
  }: Owned<typeof offers.$inferInsert> & { brandIds?: string[]; productIds?: string[] },
): Promise<string> {
  const chosen = {
    brandIds: brandIds ?? [await makeBrand(db, { userId })],
    productIds: productIds ?? [await makeProduct(db, { userId })],
  }
  const offerId = over.id ?? uuidv7()
  const { brandIds: _brands, productIds: _products, ...texts } = validOffer(chosen)
  await db.insert(offers).values({ userId, ...texts, ...over, id: offerId })
  if (chosen.brandIds.length > 0) {
    await db
      .insert(offerBrands)
      .values(chosen.brandIds.map((brandId, position) => ({ offerId, brandId, userId, position })))
  }
  if (chosen.productIds.length > 0) {
    await db
      .insert(offerProducts)
      .values(chosen.productIds.map((productId, position) => ({ offerId, productId, userId, position })))
  }
  return offerId
}

/** Inserts a document of a user with its first version; returns its id. */
export async function makeDocument(
  db: Db,
  { userId, ...over }: Owned<typeof documents.$inferInsert>,
): Promise<string> {
  const row = {
    title: 'Documento reservado',
    body: '# Página de vendas\n\nTexto reservado.',
    ...over,
    id: over.id ?? uuidv7(),
  }
  await db.insert(documents).values({ ...row, userId })
  const { id: documentId, title, body } = row
  await db.insert(documentVersions).values({ documentId, version: row.version ?? 1, title, body })
  return documentId
}

/** Inserts an ignored finding of a document; returns its id. */
async function makeReviewNote(db: Db, owned: { userId: string; documentId: string }): Promise<string> {
  const id = uuidv7()
  const said = { ruleId: 'urgencia', kind: 'ignored', quote: 'Últimas vagas', reason: 'É verdade' } as const
  await db.insert(reviewNotes).values({ id, ...said, ...owned })
  return id
}

/** Inserts a collection of a user; returns its id. */
export async function makeCollection(
  db: Db,
  { userId, name = 'Aulas reservadas' }: { userId: string; name?: string },
): Promise<string> {
  const id = uuidv7()
  await db.insert(collections).values({ id, ownerId: userId, userId, name })
  return id
}

type MadeSource = Partial<typeof sources.$inferInsert> & { userId: string; texts?: string[] }

/** Inserts a source that was read, with these passages, in a collection; returns its id. */
export async function makeSource(
  db: Db,
  { userId, texts = ['Trecho reservado sobre reembolso.'], ...over }: MadeSource,
): Promise<string> {
  const id = uuidv7()
  const collectionId = over.collectionId ?? (await makeCollection(db, { userId }))
  const read = {
    state: 'ready',
    version: 1,
    passages: texts.length,
    done: texts.length,
    total: texts.length,
  } as const
  const source = { name: 'Fonte reservada.md', kind: 'md', contentHash: id, ...read, ...over } as const
  await db.insert(sources).values({ ...source, id, ownerId: userId, collectionId })
  const places = { ownerId: userId, sourceId: id, version: 1, tokens: 10, hash: '', headings: [] }
  for (const [position, text] of texts.entries()) {
    const vector = sql`search_vector(${userId}::uuid, ${text})`
    await db.insert(passages).values({ ...places, position, text, vector })
  }
  return id
}

/** Inserts the questionnaire of a user; returns its id. */
export async function makeOnboarding(
  db: Db,
  { userId, ...over }: { userId: string } & Partial<OnboardingAnswers>,
): Promise<string> {
  const id = uuidv7()
  await db.insert(onboardings).values({ id, userId, answers: validOnboarding(over) })
  await db.update(users).set({ hasCompletedOnboarding: true }).where(eq(users.id, userId))
  return id
}

/** Rows for the routes' path parameters, independent of each other, so that deleting one is no conflict. */
export type Business = {
  productId: string
  brandId: string
  /** Of the brand. */
  sampleId: string
  noteId: string
  offerId: string
  documentId: string
  credentialId: string
  collectionId: string
  /** A source of another collection. */
  sourceId: string
  /** A product in the trash. */
  itemId: string
}

/**
 * Inserts a product, a brand, an offer with others of its own, a document, the only credential of a user, and a deleted
 * product.
 */
export async function makeBusiness(db: Db, { userId }: { userId: string }): Promise<Business> {
  const brandId = await makeBrand(db, { userId })
  const documentId = await makeDocument(db, { userId })
  return {
    productId: await makeProduct(db, { userId }),
    brandId,
    sampleId: await makeSample(db, { userId, brandId }),
    noteId: await makeReviewNote(db, { userId, documentId }),
    offerId: await makeOffer(db, { userId }),
    documentId,
    credentialId: await makeOnlyCredential(db, { userId }),
    collectionId: await makeCollection(db, { userId }),
    sourceId: await makeSource(db, { userId }),
    itemId: await makeProduct(db, { userId, deletedAt: new Date() }),
  }
}
