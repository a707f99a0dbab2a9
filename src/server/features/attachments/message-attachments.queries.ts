import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { TurnAttachment } from '../../ai/reply.ts'
import type { Db } from '../../db/connect.ts'
import { attachments, messageAttachments, messages } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { isThere } from './attachments.queries.ts'

/** All columns that the model gets, but the text. */
const turnColumns = {
  name: attachments.name,
  kind: attachments.kind,
  mediaType: attachments.mediaType,
  key: attachments.key,
  isTruncated: attachments.isTruncated,
}

type Claim = { userId: string; chatId: string; attachmentIds: readonly string[] }

/**
 * Locks the user's attachments for a message until the transaction ends, in order, without duplicates. A
 * message may reuse those of the message that it replaces, but none of another chat.
 * @throws {AppError} NOT_FOUND for a missing attachment or one of another user, CONFLICT for one in another
 * chat.
 */
export async function claimAttachments(
  tx: Db,
  { userId, chatId, attachmentIds }: Claim,
): Promise<(TurnAttachment & { id: string })[]> {
  const ids = [...new Set(attachmentIds)]
  if (ids.length === 0) return []
  // Locked in one order, which prevents deadlocks between messages.
  const own = await tx
    .select({ id: attachments.id, ...turnColumns, text: attachments.content })
    .from(attachments)
    .where(and(inArray(attachments.id, ids), eq(attachments.userId, userId), isThere))
    .orderBy(asc(attachments.id))
    .for('update')
  if (own.length < ids.length) throw notFound('Attachment')
  const elsewhere = await tx
    .select({ id: messages.id })
    .from(messageAttachments)
    .innerJoin(messages, eq(messages.id, messageAttachments.messageId))
    .where(and(inArray(messageAttachments.attachmentId, ids), ne(messages.chatId, chatId)))
    .limit(1)
  if (elsewhere.length > 0) throw new AppError('CONFLICT', 'Este anexo já está em outra conversa.')
  return own.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Links claimed attachments to a stored message. */
export async function attach(
  tx: Db,
  { messageId, claimed }: { messageId: string; claimed: { id: string }[] },
): Promise<void> {
  if (claimed.length === 0) return
  await tx
    .insert(messageAttachments)
    .values(claimed.map(({ id }, position) => ({ messageId, attachmentId: id, position })))
}

/** Characters of text, more than any prompt takes; older attachments come without their text. */
const MAX_TEXT = 2_000_000

/** Attachments with their text for the model: newest messages first, up to `MAX_TEXT`. */
export async function listTurnAttachments(
  db: Db,
  messageIds: readonly string[],
): Promise<Map<string, TurnAttachment[]>> {
  if (messageIds.length === 0) return new Map()
  const newer = sql`sum(length(${attachments.content})) over (order by ${messages.seq} desc, ${messageAttachments.position})`
  const rows = await db
    .select({
      messageId: messageAttachments.messageId,
      ...turnColumns,
      text: sql<string | null>`case when ${newer} <= ${MAX_TEXT} then ${attachments.content} end`,
    })
    .from(messageAttachments)
    .innerJoin(messages, eq(messages.id, messageAttachments.messageId))
    .innerJoin(attachments, eq(attachments.id, messageAttachments.attachmentId))
    .where(sql`${messageAttachments.messageId} = any(${sql.param([...messageIds])}::uuid[])`)
    .orderBy(asc(messages.seq), asc(messageAttachments.position))
  const found = Map.groupBy(rows, ({ messageId }) => messageId)
  return new Map([...found].map(([id, own]) => [id, own.map(({ messageId: _, ...turn }) => turn)]))
}
