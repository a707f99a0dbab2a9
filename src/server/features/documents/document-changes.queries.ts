import { and, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { DeletedAsset } from '#shared/contract/assets.ts'
import type { CreateDocument, Document, UpdateDocument } from '#shared/contract/documents.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Db } from '../../db/connect.ts'
import { chats, documents, documentVersions, messages } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { lockPerson } from '../assets/asset-rows.queries.ts'
import { getDocument, type OwnDocument } from './documents.queries.ts'

const KEPT = sql`interval '1 day' * ${LIMITS.deletedAssetDays}`
/** What was deleted before then is gone: nobody can restore it, and the next purge takes it. */
const goneBefore = sql`now() - ${KEPT}`
/** Documents that one statement of a purge takes, each with all its versions. */
const PURGE_BATCH = 50

/** Deleting and restoring change no text, and so leave a document where it is in the list. */
const unmoved = { updatedAt: sql`${documents.updatedAt}` }

const isOwn = ({ documentId, userId }: OwnDocument) =>
  and(eq(documents.id, documentId), eq(documents.userId, userId))
const isOwnAndThere = (key: OwnDocument) => and(isOwn(key), isNull(documents.deletedAt))

/** Comes under {@link lockPerson}. @throws {AppError} CONFLICT when a person keeps as many as there may be. */
async function requireRoom(tx: Db, { userId }: { userId: string }): Promise<void> {
  const count = await tx.$count(documents, and(eq(documents.userId, userId), isNull(documents.deletedAt)))
  if (count < LIMITS.documentsPerPerson) return
  const most = LIMITS.documentsPerPerson.toLocaleString('pt-BR')
  throw new AppError('CONFLICT', `Você já tem ${most} documentos, o máximo. Exclua um para abrir espaço.`)
}

/** Holds an own message until the transaction ends. @throws {AppError} NOT_FOUND */
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
 * Keeps a text as a new document, whose first version it is.
 * @throws {AppError} CONFLICT when a person keeps as many as there may be; NOT_FOUND for a message that is not theirs.
 */
export function createDocument(
  db: Db,
  { userId, messageId, title, body }: CreateDocument & { userId: string },
): Promise<Document> {
  return db.transaction(async (tx) => {
    // Before any other lock, as where an account is deleted.
    await lockPerson(tx, userId)
    if (messageId) await requireMessage(tx, { messageId, userId })
    await requireRoom(tx, { userId })
    const [row] = await tx
      .insert(documents)
      .values({ userId, title, body, ...(messageId && { messageId }) })
      .returning({ documentId: documents.id })
    if (!row) throw new Error('no document was stored')
    await tx.insert(documentVersions).values({ ...row, version: 1, title, body })
    return getDocument(tx, { ...row, userId })
  })
}

/**
 * Changes a document by a new version; what is already so makes none, and then `version` does not matter either.
 * @throws {AppError} NOT_FOUND; CONFLICT when `version` is not the newest.
 */
export function updateDocument(
  db: Db,
  { documentId, userId, version, ...change }: UpdateDocument & OwnDocument,
): Promise<Document> {
  const key = { documentId, userId }
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(documents).where(isOwnAndThere(key)).for('no key update')
    if (!before) throw notFound('Document')
    const { title = before.title, body = before.body } = change
    if (title === before.title && body === before.body) return getDocument(tx, key)
    if (version !== before.version) {
      throw new AppError(
        'CONFLICT',
        'Este documento mudou em outro lugar depois que você o abriu. Veja a outra versão antes de salvar a sua.',
      )
    }
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
    return getDocument(tx, key)
  })
}

/**
 * Deletes a document for {@link restoreDocument} to bring back.
 * @throws {AppError} NOT_FOUND, also when it is deleted already.
 */
export async function deleteDocument(db: Db, key: OwnDocument): Promise<DeletedAsset> {
  const [deleted] = await db
    .update(documents)
    .set({ ...unmoved, deletedAt: sql`now()` })
    .where(isOwnAndThere(key))
    .returning({ id: documents.id, until: sql<Date>`now() + ${KEPT}`.mapWith(documents.createdAt) })
  if (!deleted) throw notFound('Document')
  return { id: deleted.id, restorableUntil: deleted.until.toISOString() }
}

/**
 * Takes a deletion back, with all versions; a document that is not deleted stays as it is.
 * @throws {AppError} NOT_FOUND, also when it was deleted too long ago; CONFLICT where there is no room for it any more.
 */
export function restoreDocument(db: Db, key: OwnDocument): Promise<Document> {
  return db.transaction(async (tx) => {
    await lockPerson(tx, key.userId)
    const isRestorable = and(isOwn(key), gt(documents.deletedAt, goneBefore))
    const [deleted] = await tx.select({ id: documents.id }).from(documents).where(isRestorable)
    if (deleted) {
      await requireRoom(tx, key)
      await tx
        .update(documents)
        .set({ ...unmoved, deletedAt: null })
        .where(isRestorable)
    }
    return getDocument(tx, key)
  })
}

/** Removes for good the documents that were deleted longer ago than they are kept; batch by batch. */
export async function purgeDocuments(db: Db): Promise<void> {
  for (;;) {
    const batch = db
      .select({ id: documents.id })
      .from(documents)
      .where(lt(documents.deletedAt, goneBefore))
      .limit(PURGE_BATCH)
    const purged = await db
      .delete(documents)
      .where(inArray(documents.id, batch))
      .returning({ id: documents.id })
    if (purged.length < PURGE_BATCH) return
  }
}
