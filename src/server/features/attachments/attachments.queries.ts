import { and, eq, exists, gt, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import type { Attachment } from '#shared/contract/attachments.ts'
import { LIMITS } from '#shared/limits.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { attachments, chats, messageAttachments, messages } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { accountGone } from '../uploads/uploads.queries.ts'

type Row = Pick<
  typeof attachments.$inferSelect,
  'id' | 'name' | 'kind' | 'mediaType' | 'bytes' | 'isTruncated' | 'createdAt'
>

/** As its owner sees it. */
export const toAttachment = (row: Row): Attachment => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  mediaType: row.mediaType,
  bytes: row.bytes,
  isTruncated: row.isTruncated,
  createdAt: row.createdAt.toISOString(),
})

/** All that its owner sees, and not the text, which may be long. */
export const attachmentColumns = {
  id: attachments.id,
  name: attachments.name,
  kind: attachments.kind,
  mediaType: attachments.mediaType,
  bytes: attachments.bytes,
  isTruncated: attachments.isTruncated,
  createdAt: attachments.createdAt,
}

/** What is counted, and how long a file that no message has is kept: somebody may be writing that message. */
const DAY = sql`interval '1 day'`
const yesterday = sql`now() - ${DAY}`
const SWEEP_BATCH = 200

/** A row without bytes only counts a try: its file is not there yet, or no more. */
export const isThere = gt(attachments.bytes, 0)

const uses = (db: Db) =>
  db
    .select({ one: sql`1` })
    .from(messageAttachments)
    .where(eq(messageAttachments.attachmentId, attachments.id))

const dayIsFull = (retryAfter: number) =>
  new AppError(
    'QUOTA_EXCEEDED',
    `Você já enviou ${LIMITS.attachmentsPerDay} anexos nas últimas 24 horas. Tente de novo mais tarde.`,
    { retryAfter },
  )

/**
 * Counts a try, good or bad, by a row that has no bytes yet. It is there before the file and goes after it, so that no
 * crash leaves a file that no row knows.
 * @throws {AppError} QUOTA_EXCEEDED beyond the day's number.
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
  if (today && today.count >= LIMITS.attachmentsPerDay) throw dayIsFull(Math.max(1, today.seconds))
  await db
    .insert(attachments)
    .values({ userId, key, name: '', kind: 'text', mediaType: '', bytes: 0 })
    .catch((error) => {
      throw constraintOf(error)?.includes('user') ? accountGone() : error
    })
}

type Read = Pick<Row, 'name' | 'kind' | 'mediaType' | 'bytes' | 'isTruncated'> & { content: string | null }

/** Says that the file is in the store, and what it is; undefined when its row, and so its person, is gone. */
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

/** Forgets files that are in the store no more, and tries with them. */
export async function deleteAttachments(db: Db, { keys }: { keys: string[] }): Promise<void> {
  if (keys.length > 0) await db.delete(attachments).where(inArray(attachments.key, keys))
}

/** One's own attachment that is in no message yet, or in one that is still there. */
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
  const [row] = await db
    .select({ ...attachmentColumns, key: attachments.key })
    .from(attachments)
    .where(
      and(
        eq(attachments.id, attachmentId),
        eq(attachments.userId, userId),
        isThere,
        or(notExists(uses(db)), exists(shown)),
      ),
    )
  return row && { ...toAttachment(row), key: row.key }
}

const NO_FILE = { bytes: 0, name: '', mediaType: '', content: null, isTruncated: false } as const

/**
 * Takes away an attachment that no message has; what is left counts the try. Answers its file's name, to be removed.
 * @throws {AppError} NOT_FOUND; CONFLICT once it was sent.
 */
export const discardAttachment = (
  db: Db,
  { userId, attachmentId }: { userId: string; attachmentId: string },
): Promise<string> =>
  db.transaction(async (tx) => {
    const isOwn = and(eq(attachments.id, attachmentId), eq(attachments.userId, userId), isThere)
    // Held first, so that a message that takes it just now is seen.
    const held = await tx.select({ id: attachments.id }).from(attachments).where(isOwn).for('update')
    if (held.length === 0) throw notFound('Attachment')
    const [row] = await tx
      .update(attachments)
      .set(NO_FILE)
      .where(and(eq(attachments.id, attachmentId), notExists(uses(tx))))
      .returning({ key: attachments.key })
    if (!row) throw new AppError('CONFLICT', 'Este anexo já foi enviado em uma mensagem.')
    return row.key
  })

/**
 * Makes some of the attachments that no message has, of more than a day, unreadable for good; answers their files' names.
 * Those that are being sent at this moment are left alone.
 */
export const retireAttachments = (db: Db): Promise<string[]> =>
  db.transaction(async (tx) => {
    const old = await tx
      .select({ id: attachments.id })
      .from(attachments)
      .where(and(lt(attachments.createdAt, yesterday), notExists(uses(tx))))
      .limit(SWEEP_BATCH)
      .for('update', { skipLocked: true })
    if (old.length === 0) return []
    const ids = old.map(({ id }) => id)
    const rows = await tx
      .update(attachments)
      .set(NO_FILE)
      .where(and(inArray(attachments.id, ids), notExists(uses(tx))))
      .returning({ key: attachments.key })
    return rows.map(({ key }) => key)
  })

/** Names of all the files of a person that are, or may be, in the store. */
export async function listAttachmentKeys(db: Db, { userId }: { userId: string }): Promise<string[]> {
  const rows = await db
    .select({ key: attachments.key })
    .from(attachments)
    .where(eq(attachments.userId, userId))
  return rows.map(({ key }) => key)
}
