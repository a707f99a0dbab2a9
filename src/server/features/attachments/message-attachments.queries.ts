import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Attachment } from '#shared/contract/attachments.ts'
import type { TurnAttachment } from '../../ai/reply.ts'
import type { Db } from '../../db/connect.ts'
import { attachments, messageAttachments, messages } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { attachmentColumns, isThere, toAttachment } from './attachments.queries.ts'

/** All that a model is told, but for the text. */
const turnColumns = {
  name: attachments.name,
  kind: attachments.kind,
  mediaType: attachments.mediaType,
  key: attachments.key,
  isTruncated: attachments.isTruncated,
}

type Claim = { userId: string; chatId: string; attachmentIds: readonly string[] }

/**
 * A person's own attachments for a message of a chat, in their order, each once. They are held until the transaction ends.
 * A message that takes another's place may have the same ones; those of another chat it may not.
 * @throws {AppError} NOT_FOUND for what is not there or not this person's, CONFLICT for what is in another chat.
 */
export async function claimAttachments(
  tx: Db,
  { userId, chatId, attachmentIds }: Claim,
): Promise<(TurnAttachment & { id: string })[]> {
  const ids = [...new Set(attachmentIds)]
  if (ids.length === 0) return []
  // In one order, so that no two messages wait for each other.
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

/** Gives a message that was just stored what was claimed for it. */
export async function attach(
  tx: Db,
  { messageId, claimed }: { messageId: string; claimed: { id: string }[] },
): Promise<void> {
  if (claimed.length === 0) return
  await tx
    .insert(messageAttachments)
    .values(claimed.map(({ id }, position) => ({ messageId, attachmentId: id, position })))
}

/** The attachments of these messages, by message, in one question. Whose messages they are was asked before. */
export async function listAttachmentsOf(
  db: Db,
  messageIds: readonly string[],
): Promise<Map<string, Attachment[]>> {
  if (messageIds.length === 0) return new Map()
  const rows = await db
    .select({ messageId: messageAttachments.messageId, ...attachmentColumns })
    .from(messageAttachments)
    .innerJoin(attachments, eq(attachments.id, messageAttachments.attachmentId))
    .where(inArray(messageAttachments.messageId, [...messageIds]))
    .orderBy(asc(messageAttachments.messageId), asc(messageAttachments.position))
  const found = Map.groupBy(rows, ({ messageId }) => messageId)
  return new Map([...found].map(([messageId, own]) => [messageId, own.map(toAttachment)]))
}

/** More text than any prompt takes, in characters; what is older comes without it. */
const MAX_TEXT = 2_000_000

/** The same for a model, with what can be read in them: of the newest messages, as far as a prompt may reach. */
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
