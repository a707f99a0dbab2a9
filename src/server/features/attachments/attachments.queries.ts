import { and, asc, eq, exists, gt, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import type { Attachment } from '#shared/contract/attachments.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import {
  attachments,
  chats,
  documents,
  messageAttachments,
  messages,
  reviewNotes,
} from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { accountGone } from '../uploads/uploads.queries.ts'

type Row = Pick<
  typeof attachments.$inferSelect,
  'id' | 'name' | 'kind' | 'mediaType' | 'bytes' | 'isTruncated' | 'createdAt'
>

/** The contract's attachment for its owner. */
const toAttachment = (row: Row): Attachment => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  mediaType: row.mediaType,
  bytes: row.bytes,
  isTruncated: row.isTruncated,
  createdAt: row.createdAt.toISOString(),
})

/** All columns but the text, which can be long. */
const attachmentColumns = {
  id: attachments.id,
  name: attachments.name,
  kind: attachments.kind,
  mediaType: attachments.mediaType,
  bytes: attachments.bytes,
  isTruncated: attachments.isTruncated,
  createdAt: attachments.createdAt,
}

/** Period of the quota, and how long an unsent file is kept for a message that is being written. */
const DAY = sql`interval '1 day'`
const yesterday = sql`now() - ${DAY}`
const SWEEP_BATCH = 200

/** A row without bytes only counts an attempt: its file is not stored yet, or is deleted. */
export const isThere = gt(attachments.bytes, 0)

/** No message has it, and no remark of a review. */
const isUnused = (db: Db) => {
  const one = { one: sql`1` }
  const ofMessages = db
    .select(one)
    .from(messageAttachments)
    .where(eq(messageAttachments.attachmentId, attachments.id))
  const ofNotes = db.select(one).from(reviewNotes).where(eq(reviewNotes.attachmentId, attachments.id))
  return and(notExists(ofMessages), notExists(ofNotes))
}

const dayIsFull = (retryAfter: number) =>
  new AppError(
    'QUOTA_EXCEEDED',
    `Você já enviou ${SERVER_LIMITS.attachmentsPerDay} anexos nas últimas 24 horas. Tente de novo mais tarde.`,
    { retryAfter },
  )

/**
 * Counts an attempt with a row that has no bytes yet. The row is inserted before the file and deleted after
 * it, so that a crash never leaves a file without a row.
 * @throws {AppError} QUOTA_EXCEEDED above the daily number.
 */
export async function reserveAttachment(
  db: Db,
  { userId, key }: { userId: string; key: string },
): Promise<void> {
  const [today] = await db
    .select({
      count: sql<number>`count(*)::int`,
      seconds: sql<number>`ceil(extract(epoch from min(${attachments.createdAt}) + ${DAY} - now()))::int`,
    })
    .from(attachments)
    .where(and(eq(attachments.userId, userId), gt(attachments.createdAt, yesterday)))
  if (today && today.count >= SERVER_LIMITS.attachmentsPerDay) throw dayIsFull(Math.max(1, today.seconds))
  await db
    .insert(attachments)
    .values({ userId, key, name: '', kind: 'text', mediaType: '', bytes: 0 })
    .catch((error) => {
      throw constraintOf(error)?.includes('user') ? accountGone() : error
    })
}

type Read = Pick<Row, 'name' | 'kind' | 'mediaType' | 'bytes' | 'isTruncated'> & { content: string | null }

/** Records that the file is stored, with its properties; undefined if its row was deleted with its user. */
export async function confirmAttachment(
  db: Db,
  { key, ...read }: Read & { key: string },
): Promise<Attachment | undefined> {
  const [row] = await db
    .update(attachments)
    .set(read)
    .where(eq(attachments.key, key))
    .returning(attachmentColumns)
  return row && toAttachment(row)
}

/** Deletes the rows of files that are deleted from the store. */
export async function deleteAttachments(db: Db, { keys }: { keys: string[] }): Promise<void> {
  if (keys.length > 0) await db.delete(attachments).where(inArray(attachments.key, keys))
}

/** The user's attachment that is unused, or in a message or a document's remark that is not deleted. */
export async function findOwnFile(
  db: Db,
  { userId, attachmentId }: { userId: string; attachmentId: string },
): Promise<(Attachment & { key: string }) | undefined> {
  const shown = db
    .select({ one: sql`1` })
    .from(messageAttachments)
    .innerJoin(messages, eq(messages.id, messageAttachments.messageId))
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .where(
      and(
        eq(messageAttachments.attachmentId, attachments.id),
        isNull(messages.deletedAt),
        isNull(chats.deletedAt),
      ),
    )
  const proving = db
    .select({ one: sql`1` })
    .from(reviewNotes)
    .innerJoin(documents, eq(documents.id, reviewNotes.documentId))
    .where(and(eq(reviewNotes.attachmentId, attachments.id), isNull(documents.deletedAt)))
  const [row] = await db
    .select({ ...attachmentColumns, key: attachments.key })
    .from(attachments)
    .where(
      and(
        eq(attachments.id, attachmentId),
        eq(attachments.userId, userId),
        isThere,
        or(isUnused(db), exists(shown), exists(proving)),
      ),
    )
  return row && { ...toAttachment(row), key: row.key }
}

const NO_FILE = { bytes: 0, name: '', mediaType: '', content: null, isTruncated: false } as const

/**
 * Discards an unused attachment; its row keeps counting the attempt. Returns the key of the file to delete.
 * @throws {AppError} NOT_FOUND; CONFLICT if it is used.
 */
export const discardAttachment = (
  db: Db,
  { userId, attachmentId }: { userId: string; attachmentId: string },
): Promise<string> =>
  db.transaction(async (tx) => {
    const isOwn = and(eq(attachments.id, attachmentId), eq(attachments.userId, userId), isThere)
    // Locked first, so that the next statement sees a message that has just claimed it.
    const held = await tx.select({ id: attachments.id }).from(attachments).where(isOwn).for('update')
    if (held.length === 0) throw notFound('Attachment')
    const [row] = await tx
      .update(attachments)
      .set(NO_FILE)
      .where(and(eq(attachments.id, attachmentId), isUnused(tx)))
      .returning({ key: attachments.key })
    if (!row) throw new AppError('CONFLICT', 'Este anexo já está em uma mensagem ou prova um achado.')
    return row.key
  })

/**
 * Makes a batch of unused attachments older than a day unreadable, and returns their keys. Skips rows locked
 * by a send.
 */
export const retireAttachments = (db: Db): Promise<string[]> =>
  db.transaction(async (tx) => {
    const old = await tx
      .select({ id: attachments.id })
      .from(attachments)
      .where(and(lt(attachments.createdAt, yesterday), isUnused(tx)))
      .limit(SWEEP_BATCH)
      .for('update', { skipLocked: true })
    if (old.length === 0) return []
    const ids = old.map(({ id }) => id)
    const rows = await tx
      .update(attachments)
      .set(NO_FILE)
      .where(and(inArray(attachments.id, ids), isUnused(tx)))
      .returning({ key: attachments.key })
    return rows.map(({ key }) => key)
  })

/** Ids of the attachments of these messages. */
export async function attachmentsOf(tx: Db, { messageIds }: { messageIds: string[] }): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: messageAttachments.attachmentId })
    .from(messageAttachments)
    .where(inArray(messageAttachments.messageId, messageIds))
  return rows.map(({ id }) => id)
}

/** Makes those of these attachments that nothing uses any more unreadable, and returns the keys of their files. */
export async function retireUnused(
  tx: Db,
  { attachmentIds }: { attachmentIds: string[] },
): Promise<string[]> {
  if (attachmentIds.length === 0) return []
  const isOneOf = inArray(attachments.id, attachmentIds)
  // Locked first and in order, as for a message that claims them.
  await tx
    .select({ id: attachments.id })
    .from(attachments)
    .where(isOneOf)
    .orderBy(asc(attachments.id))
    .for('update')
  const rows = await tx
    .update(attachments)
    .set(NO_FILE)
    .where(and(isOneOf, isThere, isUnused(tx)))
    .returning({ key: attachments.key })
  return rows.map(({ key }) => key)
}

/** Keys of all files of the user that are, or may be, in the store. */
export async function listAttachmentKeys(db: Db, { userId }: { userId: string }): Promise<string[]> {
  const rows = await db
    .select({ key: attachments.key })
    .from(attachments)
    .where(eq(attachments.userId, userId))
  return rows.map(({ key }) => key)
}
