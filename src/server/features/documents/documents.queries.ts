import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AssetPageQuery } from '#shared/contract/assets.ts'
import type {
  Document,
  DocumentSummary,
  DocumentsPage,
  DocumentVersion,
  DocumentVersionText,
} from '#shared/contract/documents.ts'
import { Id } from '#shared/contract/scalars.ts'
import type { Db } from '../../db/connect.ts'
import { chats, documentSearch, documents, documentVersions, messages } from '../../db/schema/index.ts'
import { excerptOf } from '../../documents/excerpt.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { notFound } from '../../http/errors.ts'

export type OwnDocument = { documentId: string; userId: string }

/** Characters of a text that are read for its excerpt. */
const BEGINNING = 800

const isOwn = ({ documentId, userId }: OwnDocument) =>
  and(eq(documents.id, documentId), eq(documents.userId, userId), isNull(documents.deletedAt))

const summaryColumns = {
  id: documents.id,
  title: documents.title,
  beginning: sql<string>`left(${documents.body}, ${BEGINNING})`,
  version: documents.version,
  createdAt: documents.createdAt,
  updatedAt: documents.updatedAt,
}
type SummaryRow = Omit<DocumentSummary, 'excerpt' | 'createdAt' | 'updatedAt'> & {
  beginning: string
  createdAt: Date
  updatedAt: Date
}

const toSummary = ({ beginning, ...row }: SummaryRow): DocumentSummary => ({
  ...row,
  excerpt: excerptOf(beginning, row.title),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const Place = z.tuple([Instant, Id])

const matches = (db: Db, tsquery: string): SQL =>
  inArray(
    documents.id,
    db
      .select({ id: documentSearch.documentId })
      .from(documentSearch)
      .where(sql`${documentSearch.vector} @@ ${tsquery}::tsquery`),
  )

/** A user's documents, last changed first; with `tsquery` those whose search words match it. */
export async function listDocuments(
  db: Db,
  query: Omit<AssetPageQuery, 'q'> & { userId: string; tsquery?: string },
): Promise<DocumentsPage> {
  const place = decodeCursor(query.cursor, Place)
  const rows = await db
    .select(summaryColumns)
    .from(documents)
    .where(
      and(
        eq(documents.userId, query.userId),
        isNull(documents.deletedAt),
        place &&
          sql`(${documents.updatedAt}, ${documents.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
        query.tsquery ? matches(db, query.tsquery) : undefined,
      ),
    )
    .orderBy(desc(documents.updatedAt), desc(documents.id))
    .limit(query.limit + 1)
  return toPage(rows, query.limit, toSummary, (row) => [row.updatedAt.toISOString(), row.id])
}

/** A user's documents that match a search, last changed first, with their texts. */
export const findDocuments = (
  db: Db,
  { userId, tsquery, limit }: { userId: string; tsquery: string; limit: number },
): Promise<{ id: string; name: string; text: string }[]> =>
  db
    .select({
      id: documents.id,
      name: documents.title,
      text: documents.body,
    })
    .from(documents)
    .where(and(eq(documents.userId, userId), isNull(documents.deletedAt), matches(db, tsquery)))
    .orderBy(desc(documents.updatedAt), desc(documents.id))
    .limit(limit)

/**
 * A document with its text, and its source message unless that is deleted.
 * @throws {AppError} NOT_FOUND for a missing document and for one of another user.
 */
export async function getDocument(db: Db, key: OwnDocument): Promise<Document> {
  const document = await findDocument(db, key)
  if (!document) throw notFound('Document')
  return document
}

/** Like {@link getDocument}; undefined instead of an error. */
export async function findDocument(db: Db, key: OwnDocument): Promise<Document | undefined> {
  const [row] = await db
    .select({ document: documents, messageId: messages.id, chatId: chats.id, agentId: chats.agentId })
    .from(documents)
    .leftJoin(messages, and(eq(messages.id, documents.messageId), isNull(messages.deletedAt)))
    .leftJoin(
      chats,
      and(eq(chats.id, messages.chatId), eq(chats.userId, documents.userId), isNull(chats.deletedAt)),
    )
    .where(isOwn(key))
  if (!row) return undefined
  const { document, messageId, chatId, agentId } = row
  return {
    id: document.id,
    title: document.title,
    body: document.body,
    version: document.version,
    source: messageId && chatId && agentId ? { chatId, messageId, agentId } : null,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  }
}

const versionColumns = {
  version: documentVersions.version,
  title: documentVersions.title,
  createdAt: documentVersions.createdAt,
}

/**
 * The stored versions of a document, newest first; LIMITS.documentVersions at most.
 * @throws {AppError} NOT_FOUND
 */
export async function listVersions(db: Db, key: OwnDocument): Promise<DocumentVersion[]> {
  const rows = await db
    .select(versionColumns)
    .from(documentVersions)
    .innerJoin(documents, eq(documents.id, documentVersions.documentId))
    .where(isOwn(key))
    .orderBy(desc(documentVersions.version))
  // The newest version is always stored.
  if (rows.length === 0) throw notFound('Document')
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/**
 * One version with its text.
 * @throws {AppError} NOT_FOUND, also for one that is no longer stored.
 */
export async function getVersion(
  db: Db,
  { version, ...key }: OwnDocument & { version: number },
): Promise<DocumentVersionText> {
  const [row] = await db
    .select({ ...versionColumns, body: documentVersions.body })
    .from(documentVersions)
    .innerJoin(documents, eq(documents.id, documentVersions.documentId))
    .where(and(isOwn(key), eq(documentVersions.version, version)))
  if (!row) throw notFound('Document')
  return { ...row, createdAt: row.createdAt.toISOString() }
}
