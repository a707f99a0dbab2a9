import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { GroundingDetail, Message, MessageFeedback, Rating } from '#shared/contract/messages.ts'
import type { Db } from '../../db/connect.ts'
import { chats, messages } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { listAttachmentsOf } from '../attachments/message-attachments.queries.ts'
import {
  branchUpFrom,
  findVersions,
  type MessageRow,
  messageColumns,
  type Owned,
} from './branches.queries.ts'
import { findReplyContext, listReplyContexts } from './reply-context.queries.ts'

type Extras = Pick<Message, 'siblingIds' | 'attachments' | 'groundedOn'>

const toMessage = (row: MessageRow, extras: Extras): Message => ({
  id: row.id,
  chatId: row.chatId,
  parentId: row.parentId,
  sender: row.sender,
  content: row.content,
  status: row.status,
  errorCode: row.errorCode,
  finishReason: row.finishReason,
  condensedTurns: row.condensedTurns,
  siblingIds: extras.siblingIds,
  feedback: row.feedback && { rating: row.feedback, reason: row.feedbackReason },
  attachments: extras.attachments,
  groundedOn: extras.groundedOn,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** Maps rows of one chat to the contract's messages for their owner, keeping the order. */
async function toMessages(db: Db, rows: MessageRow[]): Promise<Message[]> {
  const versionsOf = await findVersions(db, rows)
  const ids = rows.map(({ id }) => id)
  const attachments = await listAttachmentsOf(db, ids)
  const groundedOn = await listReplyContexts(db, ids)
  return rows.map((row) =>
    toMessage(row, {
      siblingIds: versionsOf(row),
      attachments: attachments.get(row.id) ?? [],
      groundedOn: groundedOn.get(row.id) ?? [],
    }),
  )
}

/** One stored message of a user's own chat. */
async function findMessage(
  db: Db,
  { chatId, userId, messageId }: Owned & { messageId: string },
): Promise<MessageRow | undefined> {
  const [row] = await db
    .select({ message: messageColumns })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .where(
      and(
        eq(messages.id, messageId),
        eq(messages.chatId, chatId),
        eq(chats.userId, userId),
        isNull(chats.deletedAt),
        isNull(messages.deletedAt),
      ),
    )
  return row?.message
}

/** @throws {AppError} NOT_FOUND for a missing message, and for one of another user or chat. */
export async function getMessage(db: Db, key: Owned & { messageId: string }): Promise<MessageRow> {
  const row = await findMessage(db, key)
  if (!row) throw notFound('Message')
  return row
}

/**
 * The context of a reply, with what its model read.
 * @throws {AppError} NOT_FOUND
 */
export async function getReplyContext(
  db: Db,
  key: Owned & { messageId: string },
): Promise<GroundingDetail[]> {
  await getMessage(db, key)
  return findReplyContext(db, key)
}

/**
 * The active branch, oldest first: its newest `limit` messages, or the ones before a given message.
 * @throws {AppError} NOT_FOUND if the chat or `before` does not belong to the user.
 */
export async function listMessages(
  db: Db,
  query: Owned & { before?: string | undefined; limit: number },
): Promise<Message[]> {
  const { chatId, userId, before, limit } = query
  if (before) {
    const { parentId } = await getMessage(db, { chatId, userId, messageId: before })
    if (!parentId) return []
    const rows = await branchUpFrom(db, { leafId: parentId }, { limit })
    return toMessages(db, rows.reverse())
  }
  const [chat] = await db
    .select({ id: chats.id })
    .from(chats)
    .where(and(eq(chats.id, chatId), eq(chats.userId, userId), isNull(chats.deletedAt)))
  if (!chat) throw notFound('Chat')
  return toMessages(db, (await branchUpFrom(db, { chatId }, { limit })).reverse())
}

/** The same rating again keeps its review state; a changed one needs a new review. */
function ratedWith(rating: Rating | null, reason: string | null) {
  const isSame = sql`${messages.feedback} is not distinct from ${rating}::text and ${messages.feedbackReason} is not distinct from ${reason}::text`
  const unlessUnchanged = (column: AnyPgColumn, value: SQL) =>
    sql`case when ${isSame} then ${column} else ${value} end`
  return {
    feedback: rating,
    feedbackReason: reason,
    feedbackAt: rating && unlessUnchanged(messages.feedbackAt, sql`now()`),
    feedbackReview: rating && unlessUnchanged(messages.feedbackReview, sql`null`),
    feedbackReviewedAt: rating && unlessUnchanged(messages.feedbackReviewedAt, sql`null`),
  }
}

/**
 * Stores the user's rating of a finished reply.
 * @throws {AppError} NOT_FOUND, or CONFLICT if the message is not a finished reply.
 */
export async function rateMessage(
  db: Db,
  { rating, reason, ...key }: Owned & { messageId: string } & MessageFeedback,
): Promise<Message> {
  const { sender } = await getMessage(db, key)
  if (sender !== 'ai') throw new AppError('CONFLICT', 'Só uma resposta pode ser avaliada.')
  const [rated] = await db
    .update(messages)
    .set(ratedWith(rating, (rating && reason) || null))
    .where(
      and(
        eq(messages.id, key.messageId),
        eq(messages.chatId, key.chatId),
        isNull(messages.deletedAt),
        sql`${messages.status} <> 'running'`,
      ),
    )
    .returning(messageColumns)
  if (!rated) throw new AppError('CONFLICT', 'Espere a resposta terminar para avaliar.')
  const [message] = await toMessages(db, [rated])
  if (!message) throw notFound('Message')
  return message
}

/**
 * Marks every finished reply of a chat as read. A running reply becomes unread when it ends.
 * @throws {AppError} NOT_FOUND
 */
export async function markRead(db: Db, { chatId, userId }: Owned): Promise<void> {
  const running = sql`(select min(seq) from messages where chat_id = ${chats.id} and status = 'running')`
  const read = await db
    .update(chats)
    .set({ readSeq: sql`coalesce(${running} - 1, ${chats.lastSeq})` })
    .where(and(eq(chats.id, chatId), eq(chats.userId, userId), isNull(chats.deletedAt)))
    .returning({ id: chats.id })
  if (read.length === 0) throw notFound('Chat')
}
