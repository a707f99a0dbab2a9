import { and, asc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import {
  brands,
  brandVoices,
  documents,
  documentVersions,
  offers,
  products,
  reviewNotes,
  voiceEdits,
} from '../../db/schema/index.ts'
import { PAGE, pages } from './export.queries.ts'

type Person = { userId: string }

/** Versions per query; a text can be long. */
const VERSIONS_PAGE = 20
/** The same; a voice has up to 20 samples. */
const VOICES_PAGE = 5

/** The user's rows after a given one, deleted or not, oldest first. */
const isNext = (
  table: typeof products | typeof brands | typeof offers | typeof documents,
  { userId }: Person,
  last: { id: string } | undefined,
): SQL | undefined => and(eq(table.userId, userId), last && gt(table.id, last.id))

/** All products of a user, including deleted ones before the purge, in pages. */
export const productPages = (db: Db, person: Person) =>
  pages((last: typeof products.$inferSelect | undefined) =>
    db
      .select()
      .from(products)
      .where(isNext(products, person, last))
      .orderBy(asc(products.id))
      .limit(PAGE),
  )

/** All brands of a user, like {@link productPages}. */
export const brandPages = (db: Db, person: Person) =>
  pages((last: typeof brands.$inferSelect | undefined) =>
    db
      .select()
      .from(brands)
      .where(isNext(brands, person, last))
      .orderBy(asc(brands.id))
      .limit(PAGE),
  )

/** The voices of a user's brands, each with its samples, like {@link productPages}. */
export const voicePages = (db: Db, { userId }: Person) =>
  pages(
    (last: { brandId: string } | undefined) =>
      db
        .select({
          ...voiceColumns,
          // The qualified name is written out: Drizzle omits the table in a query of one table.
          samples: sql<
            unknown[]
          >`(select coalesce(json_agg(sample order by sample."createdAt", sample.id), '[]') from (
            select id, title, content, document_id as "documentId", source_id as "sourceId", created_at as "createdAt"
            from voice_samples where brand_id = brand_voices.brand_id) sample)`,
        })
        .from(brandVoices)
        .where(and(eq(brandVoices.userId, userId), last && gt(brandVoices.brandId, last.brandId)))
        .orderBy(asc(brandVoices.brandId))
        .limit(VOICES_PAGE),
    VOICES_PAGE,
  )

const { userId: _, ...voiceColumns } = getTableColumns(brandVoices)

/** All offers of a user with the ids of their brands and products, like {@link productPages}. */
export const offerPages = (db: Db, person: Person) =>
  pages((last: ExportedOffer | undefined) =>
    db
      .select(offerColumns)
      .from(offers)
      .where(isNext(offers, person, last))
      .orderBy(asc(offers.id))
      .limit(PAGE),
  )

const offerColumns = {
  id: offers.id,
  userId: offers.userId,
  isDraft: offers.isDraft,
  name: offers.name,
  bigIdea: offers.bigIdea,
  mechanism: offers.mechanism,
  offer: offers.offer,
  // The qualified name is written out: Drizzle omits the table in a query of one table.
  brandIds: sql<
    string[]
  >`array(select brand_id from offer_brands where offer_id = offers.id order by position)`,
  productIds: sql<
    string[]
  >`array(select product_id from offer_products where offer_id = offers.id order by position)`,
  deletedAt: offers.deletedAt,
  createdAt: offers.createdAt,
  updatedAt: offers.updatedAt,
}
type ExportedOffer = typeof offers.$inferSelect & { brandIds: string[]; productIds: string[] }

/** All documents of a user without their texts, like {@link productPages}. */
export const documentPages = (db: Db, person: Person) =>
  pages((last: ExportedDocument | undefined) =>
    db
      .select({
        id: documents.id,
        title: documents.title,
        version: documents.version,
        messageId: documents.messageId,
        deletedAt: documents.deletedAt,
        createdAt: documents.createdAt,
        updatedAt: documents.updatedAt,
      })
      .from(documents)
      .where(isNext(documents, person, last))
      .orderBy(asc(documents.id))
      .limit(PAGE),
  )

/** The remarks of the user's reviews, like {@link productPages}. */
export const reviewNotePages = (db: Db, { userId }: Person) =>
  pages((last: { id: string } | undefined) =>
    db
      .select(noteColumns)
      .from(reviewNotes)
      .where(and(eq(reviewNotes.userId, userId), last && gt(reviewNotes.id, last.id)))
      .orderBy(asc(reviewNotes.id))
      .limit(PAGE),
  )

const { userId: _user, ...noteColumns } = getTableColumns(reviewNotes)

const { userId: _owner, ...voiceEditColumns } = getTableColumns(voiceEdits)

/** The counted changes of voice of a user's brands, by brand, like {@link productPages}. */
export const voiceEditPages = (db: Db, { userId }: Person) =>
  pages((last: Omit<typeof voiceEdits.$inferSelect, 'userId'> | undefined) =>
    db
      .select(voiceEditColumns)
      .from(voiceEdits)
      .where(
        and(
          eq(voiceEdits.userId, userId),
          last &&
            sql`(${voiceEdits.brandId}, ${voiceEdits.kind}, ${voiceEdits.word}) > (${last.brandId}::uuid, ${last.kind}, ${last.word})`,
        ),
      )
      .orderBy(asc(voiceEdits.brandId), asc(voiceEdits.kind), asc(voiceEdits.word))
      .limit(PAGE),
  )

export type ExportedDocument = Omit<typeof documents.$inferSelect, 'userId' | 'body'>

/** The current text of a user's document; empty if it was deleted meanwhile. */
export async function readDocumentText(
  db: Db,
  { documentId, userId }: { documentId: string } & Person,
): Promise<string> {
  const [row] = await db
    .select({ body: documents.body })
    .from(documents)
    .where(and(eq(documents.id, documentId), eq(documents.userId, userId)))
  return row?.body ?? ''
}

/** All versions of a user's document, oldest first, in pages. */
export const versionPages = (db: Db, { documentId, userId }: { documentId: string } & Person) =>
  pages(
    (last: { version: number; title: string; body: string; createdAt: Date } | undefined) =>
      db
        .select({
          version: documentVersions.version,
          title: documentVersions.title,
          body: documentVersions.body,
          createdAt: documentVersions.createdAt,
        })
        .from(documentVersions)
        .innerJoin(documents, eq(documents.id, documentVersions.documentId))
        .where(
          and(
            eq(documents.id, documentId),
            eq(documents.userId, userId),
            gt(documentVersions.version, last?.version ?? 0),
          ),
        )
        .orderBy(asc(documentVersions.version))
        .limit(VERSIONS_PAGE),
    VERSIONS_PAGE,
  )
