import { and, asc, eq, isNull, type SQL } from 'drizzle-orm'
import type { CreateReviewNote, ReviewNote } from '#shared/contract/reviews.ts'
import { REVIEW_LIMITS } from '#shared/revisor/limits.ts'
import type { Db } from '../../db/connect.ts'
import { documents, reviewNotes, sources } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import type { Created } from '../../http/respond.ts'
import { idTaken, repeatedCreate } from '../assets/asset-rows.queries.ts'
import { requireStorage } from '../storage/storage.queries.ts'

type OwnDocument = { documentId: string; userId: string }

const isOfDocument = ({ documentId, userId }: OwnDocument) =>
  and(eq(reviewNotes.documentId, documentId), eq(reviewNotes.userId, userId))

const isOwnAndKept = ({ documentId, userId }: OwnDocument) =>
  and(eq(documents.id, documentId), eq(documents.userId, userId), isNull(documents.deletedAt))

type NoteRow = typeof reviewNotes.$inferSelect
type SourceName = Pick<typeof sources.$inferSelect, 'name' | 'collectionId'>

const toNote = (row: NoteRow, source: SourceName | null): ReviewNote => ({
  id: row.id,
  ruleId: row.ruleId,
  kind: row.kind,
  quote: row.quote,
  reason: row.reason,
  source:
    row.sourceId === null
      ? null
      : { id: row.sourceId, name: source?.name ?? null, collectionId: source?.collectionId ?? null },
  createdAt: row.createdAt.toISOString(),
})

/** The own source of a remark, while it is kept. */
const isSourceOf = and(
  eq(sources.id, reviewNotes.sourceId),
  eq(sources.ownerId, reviewNotes.userId),
  isNull(sources.deletedAt),
)

const selectNotes = (db: Db, isWanted: SQL | undefined) =>
  db
    .select({ note: reviewNotes, source: { name: sources.name, collectionId: sources.collectionId } })
    .from(reviewNotes)
    .leftJoin(sources, isSourceOf)
    .where(isWanted)
    .orderBy(asc(reviewNotes.createdAt), asc(reviewNotes.id))

/** The remarks of a user's document, oldest first. @throws {AppError} NOT_FOUND */
export async function listReviewNotes(db: Db, key: OwnDocument): Promise<ReviewNote[]> {
  if ((await db.$count(documents, isOwnAndKept(key))) === 0) throw notFound('Document')
  const rows = await selectNotes(db, isOfDocument(key))
  return rows.map(({ note, source }) => toNote(note, source))
}

/**
 * Adds a remark. Idempotent by id.
 * @throws {AppError} NOT_FOUND for the document or the source; CONFLICT at the limit, or when the id is taken; STORAGE_FULL.
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
    const earlier = id && (await findSameNote(tx, { id, ...key, ...fields }))
    if (earlier) return earlier
    const source = fields.sourceId ? await getProof(tx, { sourceId: fields.sourceId, userId }) : null
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
    return { row: toNote(row, source), isNew: true }
  })

/** The remark that a repeated call has added; undefined for a new id. @throws {AppError} CONFLICT for another remark. */
async function findSameNote(
  tx: Db,
  { id, documentId, userId, sourceId, ...fields }: CreateReviewNote & OwnDocument & { id: string },
): Promise<Created<ReviewNote> | undefined> {
  const [earlier] = await selectNotes(tx, and(isOfDocument({ documentId, userId }), eq(reviewNotes.id, id)))
  if (!earlier) return undefined
  const note = toNote(earlier.note, earlier.source)
  if (sourceId !== note.source?.id) throw idTaken()
  return repeatedCreate(note, fields)
}

/** @throws {AppError} NOT_FOUND */
async function getProof(
  tx: Db,
  { sourceId, userId }: { sourceId: string; userId: string },
): Promise<SourceName> {
  const [source] = await tx
    .select({ name: sources.name, collectionId: sources.collectionId })
    .from(sources)
    .where(and(eq(sources.id, sourceId), eq(sources.ownerId, userId), isNull(sources.deletedAt)))
  if (!source) throw notFound('Source')
  return source
}

/** @throws {AppError} NOT_FOUND */
export async function deleteReviewNote(
  db: Db,
  { noteId, ...key }: OwnDocument & { noteId: string },
): Promise<ReviewNote> {
  const isWanted = and(eq(reviewNotes.id, noteId), isOfDocument(key))
  return db.transaction(async (tx) => {
    const [found] = await selectNotes(tx, isWanted)
    if (!found) throw notFound('Note')
    await tx.delete(reviewNotes).where(isWanted)
    return toNote(found.note, found.source)
  })
}
