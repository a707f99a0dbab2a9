import { and, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { DeletedAsset } from '#shared/contract/assets.ts'
import type { CreateDocument, Document, UpdateDocument } from '#shared/contract/documents.ts'
import { LIMITS } from '#shared/limits.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import type { Db } from '../../db/connect.ts'
import { chats, documents, documentVersions, messages } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import type { Created } from '../../http/respond.ts'
import {
  ASSET_KEPT,
  idTaken,
  lockPerson,
  repeatedCreate,
  restorableSince,
} from '../assets/asset-rows.queries.ts'
import { retireUnused } from '../attachments/attachments.queries.ts'
import { noteVoiceEdits } from '../brand-voices/voice-edits.queries.ts'
import { proofFilesOf } from '../reviews/review-notes.queries.ts'
import { requireStorage } from '../storage/storage.queries.ts'
import { findDocument, getDocument, type OwnDocument } from './documents.queries.ts'

/** Documents per DELETE statement, each with all its versions. */
const PURGE_BATCH = 50

/** Keeps `updatedAt`, and so the position in the list, when a document is deleted or restored. */
const keepUpdatedAt = { updatedAt: sql`${documents.updatedAt}` }

const isOwn = ({ documentId, userId }: OwnDocument) =>
  and(eq(documents.id, documentId), eq(documents.userId, userId))
const isOwnAndKept = (key: OwnDocument) => and(isOwn(key), isNull(documents.deletedAt))

/** Call under {@link lockPerson}. @throws {AppError} CONFLICT at the limit of documents. */
async function requireRoom(tx: Db, { userId }: { userId: string }): Promise<void> {
  const count = await tx.$count(documents, and(eq(documents.userId, userId), isNull(documents.deletedAt)))
  if (count < SERVER_LIMITS.documentsPerPerson) return
  const most = SERVER_LIMITS.documentsPerPerson.toLocaleString('pt-BR')
  throw new AppError('CONFLICT', `Você já tem ${most} documentos, o máximo. Exclua um para abrir espaço.`)
}

/** Locks the user's message until the transaction ends. @throws {AppError} NOT_FOUND */
async function requireMessage(tx: Db, { messageId, userId }: { messageId: string; userId: string }) {
  const [message] = await tx
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .where(
      and(
        eq(messages.id, messageId),
        eq(chats.userId, userId),
        isNull(messages.deletedAt),
        isNull(chats.deletedAt),
      ),
    )
    .for('key share', { of: messages })
  if (!message) throw notFound('Message')
}

/**
 * Stores a text as version 1 of a new document. Idempotent by id.
 * @throws {AppError} CONFLICT at the limit of documents, or when the id is taken; NOT_FOUND for a message of another user;
 * STORAGE_FULL.
 */
export function createDocument(
  db: Db,
  { id, userId, messageId, title, body }: CreateDocument & { userId: string },
): Promise<Created<Document>> {
  return db.transaction(async (tx) => {
    // First of all locks, in the same order as the deletion of an account.
    await lockPerson(tx, userId)
    // Before the message, which may be deleted since the first attempt.
    const earlier = id && (await findDocument(tx, { documentId: id, userId }))
    if (earlier) return repeatedCreate(earlier, { title, body })
    if (messageId) await requireMessage(tx, { messageId, userId })
    await requireRoom(tx, { userId })
    await requireStorage(tx, { userId, bytes: 2 * Buffer.byteLength(body) })
    const [row] = await tx
      .insert(documents)
      .values({ ...(id && { id }), userId, title, body, ...(messageId && { messageId }) })
      .onConflictDoNothing()
      .returning({ documentId: documents.id })
    if (!row) throw idTaken()
    await tx.insert(documentVersions).values({ ...row, version: 1, title, body })
    return { row: await getDocument(tx, { ...row, userId }), isNew: true }
  })
}

/**
 * Changes a document by a new version. A change to the stored values does nothing and ignores `version`.
 * @throws {AppError} NOT_FOUND; CONFLICT when `version` is not the newest; STORAGE_FULL.
 */
export async function updateDocument(
  db: Db,
  { documentId, userId, version, ...change }: UpdateDocument & OwnDocument,
): Promise<Document> {
  const key = { documentId, userId }
  const { document, before } = await db.transaction(async (tx) => {
    const [before] = await tx.select().from(documents).where(isOwnAndKept(key)).for('no key update')
    if (!before) throw notFound('Document')
    const { title = before.title, body = before.body } = change
    if (title === before.title && body === before.body) return { document: await getDocument(tx, key) }
    if (version !== before.version) {
      throw new AppError(
        'CONFLICT',
        'Este documento mudou em outro lugar depois que você o abriu. Veja a outra versão antes de salvar a sua.',
      )
    }
    // The version, and the growth of the newest text.
    const bytes = 2 * Buffer.byteLength(body) - Buffer.byteLength(before.body)
    await requireStorage(tx, { userId, bytes: Math.max(bytes, 0) })
    const next = version + 1
    await tx.update(documents).set({ title, body, version: next }).where(isOwn(key))
    await tx.insert(documentVersions).values({ documentId, version: next, title, body })
    await tx
      .delete(documentVersions)
      .where(
        and(
          eq(documentVersions.documentId, documentId),
          lte(documentVersions.version, next - LIMITS.documentVersions),
        ),
      )
    return { document: await getDocument(tx, key), before }
  })
  // Apart from the save, which must not wait for a lock of the brand.
  if (before?.messageId && before.body !== document.body) {
    const { messageId, body } = before
    await noteVoiceEdits(db, { messageId, userId, before: body, after: document.body })
  }
  return document
}

/**
 * Soft-deletes a document; {@link restoreDocument} restores it.
 * @throws {AppError} NOT_FOUND, also if it is deleted already.
 */
export async function deleteDocument(db: Db, key: OwnDocument): Promise<DeletedAsset> {
  const [deleted] = await db
    .update(documents)
    .set({ ...keepUpdatedAt, deletedAt: sql`now()` })
    .where(isOwnAndKept(key))
    .returning({ id: documents.id, until: sql<Date>`now() + ${ASSET_KEPT}`.mapWith(documents.createdAt) })
  if (!deleted) throw notFound('Document')
  return { id: deleted.id, restorableUntil: deleted.until.toISOString() }
}

/**
 * Restores a document with all versions; does nothing if it is not deleted.
 * @throws {AppError} NOT_FOUND, also after the retention time; CONFLICT at the limit of documents.
 */
export function restoreDocument(db: Db, key: OwnDocument): Promise<Document> {
  return db.transaction(async (tx) => {
    await lockPerson(tx, key.userId)
    const isRestorable = and(isOwn(key), gt(documents.deletedAt, restorableSince))
    const [deleted] = await tx.select({ id: documents.id }).from(documents).where(isRestorable)
    if (deleted) {
      await requireRoom(tx, key)
      await tx
        .update(documents)
        .set({ ...keepUpdatedAt, deletedAt: null })
        .where(isRestorable)
    }
    return getDocument(tx, key)
  })
}

/**
 * Deletes documents whose retention time is over, in batches; of one user, if given. Files that proved their findings
 * are unreadable at once, and the sweep of attachments deletes them.
 */
export async function purgeDocuments(db: Db, owner?: { userId: string }): Promise<void> {
  while ((await purgeBatch(db, owner)) === PURGE_BATCH);
}

const purgeBatch = (db: Db, owner: { userId: string } | undefined): Promise<number> =>
  db.transaction(async (tx) => {
    const batch = await tx
      .select({ id: documents.id })
      .from(documents)
      .where(and(lt(documents.deletedAt, restorableSince), owner && eq(documents.userId, owner.userId)))
      .limit(PURGE_BATCH)
      .for('update')
    const documentIds = batch.map(({ id }) => id)
    if (documentIds.length === 0) return 0
    const attachmentIds = await proofFilesOf(tx, { documentIds })
    await tx.delete(documents).where(inArray(documents.id, documentIds))
    await retireUnused(tx, { attachmentIds })
    return documentIds.length
  })
