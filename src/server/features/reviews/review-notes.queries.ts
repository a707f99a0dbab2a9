import { and, asc, eq, isNull } from 'drizzle-orm'
import type { CreateReviewNote, ReviewNote } from '#shared/contract/reviews.ts'
import { REVIEW_LIMITS } from '#shared/revisor/limits.ts'
import type { Db } from '../../db/connect.ts'
import { documents, reviewNotes } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import type { Created } from '../../http/respond.ts'
import { idTaken, repeatedCreate } from '../assets/asset-rows.queries.ts'
import { requireStorage } from '../storage/storage.queries.ts'

type OwnDocument = { documentId: string; userId: string }

const isOfDocument = ({ documentId, userId }: OwnDocument) =>
  and(eq(reviewNotes.documentId, documentId), eq(reviewNotes.userId, userId))

const isOwnAndKept = ({ documentId, userId }: OwnDocument) =>
  and(eq(documents.id, documentId), eq(documents.userId, userId), isNull(documents.deletedAt))

const toNote = (row: typeof reviewNotes.$inferSelect): ReviewNote => ({
  id: row.id,
  ruleId: row.ruleId,
  kind: row.kind,
  quote: row.quote,
  reason: row.reason,
  createdAt: row.createdAt.toISOString(),
})

/** The remarks of a user's document, oldest first. @throws {AppError} NOT_FOUND */
export async function listReviewNotes(db: Db, key: OwnDocument): Promise<ReviewNote[]> {
  if ((await db.$count(documents, isOwnAndKept(key))) === 0) throw notFound('Document')
  const rows = await db
    .select()
    .from(reviewNotes)
    .where(isOfDocument(key))
    .orderBy(asc(reviewNotes.createdAt), asc(reviewNotes.id))
  return rows.map(toNote)
}

/**
 * Adds a remark. Idempotent by id.
 * @throws {AppError} NOT_FOUND for the document; CONFLICT at the limit, or when the id is taken; STORAGE_FULL.
 */
export const createReviewNote = (
  db: Db,
  { id, documentId, userId, ...fields }: CreateReviewNote & OwnDocument,
): Promise<Created<ReviewNote>> =>
  db.transaction(async (tx) => {
    const key = { documentId, userId }
    // Held, so that two at once cannot pass the limit together.
    const [document] = await tx
      .select({ id: documents.id })
      .from(documents)
      .where(isOwnAndKept(key))
      .for('no key update')
    if (!document) throw notFound('Document')
    const [earlier] = id
      ? await tx
          .select()
          .from(reviewNotes)
          .where(and(isOfDocument(key), eq(reviewNotes.id, id)))
      : []
    if (earlier) return repeatedCreate(toNote(earlier), fields)
    if ((await tx.$count(reviewNotes, isOfDocument(key))) >= REVIEW_LIMITS.notesPerDocument) {
      const most = `Um documento guarda até ${REVIEW_LIMITS.notesPerDocument} anotações. Exclua uma antes.`
      throw new AppError('CONFLICT', most)
    }
    const bytes = Buffer.byteLength(fields.quote) + Buffer.byteLength(fields.reason)
    await requireStorage(tx, { userId, bytes })
    const [row] = await tx
      .insert(reviewNotes)
      .values({ ...fields, ...key, ...(id && { id }) })
      .onConflictDoNothing()
      .returning()
    if (!row) throw idTaken()
    return { row: toNote(row), isNew: true }
  })

/** @throws {AppError} NOT_FOUND */
export async function deleteReviewNote(
  db: Db,
  { noteId, ...key }: OwnDocument & { noteId: string },
): Promise<ReviewNote> {
  const [row] = await db
    .delete(reviewNotes)
    .where(and(eq(reviewNotes.id, noteId), isOfDocument(key)))
    .returning()
  if (!row) throw notFound('Note')
  return toNote(row)
}
