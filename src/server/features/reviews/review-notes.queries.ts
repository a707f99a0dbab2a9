import { and, asc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { CreateReviewNote, ReviewNote } from '#shared/contract/reviews.ts'
import { REVIEW_LIMITS } from '#shared/revisor/limits.ts'
import type { Db } from '../../db/connect.ts'
import { attachments, documents, reviewNotes, sources } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import type { Created } from '../../http/respond.ts'
import { idTaken, repeatedCreate } from '../assets/asset-rows.queries.ts'
import { isThere, retireUnused } from '../attachments/attachments.queries.ts'
import { requireStorage } from '../storage/storage.queries.ts'

type OwnDocument = { documentId: string; userId: string }

const isOfDocument = ({ documentId, userId }: OwnDocument) =>
  and(eq(reviewNotes.documentId, documentId), eq(reviewNotes.userId, userId))

const isOwnAndKept = ({ documentId, userId }: OwnDocument) =>
  and(eq(documents.id, documentId), eq(documents.userId, userId), isNull(documents.deletedAt))

type NoteRow = typeof reviewNotes.$inferSelect
type Evidence = { source: SourceName | null; file: ReviewNote['file'] }
type SourceName = Pick<typeof sources.$inferSelect, 'name' | 'collectionId'>

const toNote = (row: NoteRow, { source, file }: Evidence): ReviewNote => ({
  id: row.id,
  ruleId: row.ruleId,
  kind: row.kind,
  quote: row.quote,
  reason: row.reason,
  source:
    row.sourceId === null
      ? null
      : { id: row.sourceId, name: source?.name ?? null, collectionId: source?.collectionId ?? null },
  file,
  createdAt: row.createdAt.toISOString(),
})

/** The own source of a remark, while it is kept. */
const isSourceOf = and(
  eq(sources.id, reviewNotes.sourceId),
  eq(sources.ownerId, reviewNotes.userId),
  isNull(sources.deletedAt),
)

const isFileOf = and(
  eq(attachments.id, reviewNotes.attachmentId),
  eq(attachments.userId, reviewNotes.userId),
  isThere,
)

const selectNotes = (db: Db, isWanted: SQL | undefined) =>
  db
    .select({
      note: reviewNotes,
      source: { name: sources.name, collectionId: sources.collectionId },
      file: { id: attachments.id, name: attachments.name },
    })
    .from(reviewNotes)
    .leftJoin(sources, isSourceOf)
    .leftJoin(attachments, isFileOf)
    .where(isWanted)
    .orderBy(asc(reviewNotes.createdAt), asc(reviewNotes.id))

/** The remarks of a user's document, oldest first. @throws {AppError} NOT_FOUND */
export async function listReviewNotes(db: Db, key: OwnDocument): Promise<ReviewNote[]> {
  if ((await db.$count(documents, isOwnAndKept(key))) === 0) throw notFound('Document')
  const rows = await selectNotes(db, isOfDocument(key))
  return rows.map(({ note, ...evidence }) => toNote(note, evidence))
}

/**
 * Adds a remark. Idempotent by id.
 * @throws {AppError} NOT_FOUND for the document, the source or the file; VALIDATION_ERROR for another kind of file;
 * CONFLICT at the limit, or when the id is taken; STORAGE_FULL.
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
    const { sourceId, attachmentId } = fields
    const source = sourceId ? await getProof(tx, { sourceId, userId }) : null
    const file = attachmentId ? await claimFile(tx, { attachmentId, userId }) : null
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
    return { row: toNote(row, { source, file }), isNew: true }
  })

/** The remark that a repeated call has added; undefined for a new id. @throws {AppError} CONFLICT for another remark. */
async function findSameNote(
  tx: Db,
  {
    id,
    documentId,
    userId,
    sourceId,
    attachmentId,
    ...fields
  }: CreateReviewNote & OwnDocument & { id: string },
): Promise<Created<ReviewNote> | undefined> {
  const [earlier] = await selectNotes(tx, and(isOfDocument({ documentId, userId }), eq(reviewNotes.id, id)))
  if (!earlier) return undefined
  const note = toNote(earlier.note, earlier)
  if (sourceId !== note.source?.id || attachmentId !== note.file?.id) throw idTaken()
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

const NO_PROOF = 'A prova é um PDF ou uma imagem'

/** Locked, so that the sweep cannot take the file away before the remark has it. @throws {AppError} NOT_FOUND; VALIDATION_ERROR for another kind. */
async function claimFile(
  tx: Db,
  { attachmentId, userId }: { attachmentId: string; userId: string },
): Promise<ReviewNote['file']> {
  const { id, name, kind } = attachments
  const [file] = await tx
    .select({ id, name, kind })
    .from(attachments)
    .where(and(eq(id, attachmentId), eq(attachments.userId, userId), isThere))
    .for('update')
  if (!file) throw notFound('Attachment')
  if (file.kind !== 'pdf' && file.kind !== 'image') {
    throw new AppError('VALIDATION_ERROR', NO_PROOF, { details: { attachmentId: NO_PROOF } })
  }
  return { id: file.id, name: file.name }
}

/** Also returns the keys of files that nothing uses any more. @throws {AppError} NOT_FOUND */
export async function deleteReviewNote(
  db: Db,
  { noteId, ...key }: OwnDocument & { noteId: string },
): Promise<{ note: ReviewNote; keys: string[] }> {
  const isWanted = and(eq(reviewNotes.id, noteId), isOfDocument(key))
  return db.transaction(async (tx) => {
    const [found] = await selectNotes(tx, isWanted)
    if (!found) throw notFound('Note')
    await tx.delete(reviewNotes).where(isWanted)
    const { attachmentId } = found.note
    const keys = attachmentId ? await retireUnused(tx, { attachmentIds: [attachmentId] }) : []
    return { note: toNote(found.note, found), keys }
  })
}

/** Ids of the files that prove findings of these documents. */
export async function proofFilesOf(tx: Db, { documentIds }: { documentIds: string[] }): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: reviewNotes.attachmentId })
    .from(reviewNotes)
    .where(and(inArray(reviewNotes.documentId, documentIds), isNotNull(reviewNotes.attachmentId)))
  return rows.flatMap(({ id }) => id ?? [])
}
