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

/** Rows of one chat as its person sees them, in the order given. */
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

/** One message of a person's own chat, as it is stored. */
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

/** @throws {AppError} NOT_FOUND, for a missing message and for one of another person or chat alike. */
export async function getMessage(db: Db, key: Owned & { messageId: string }): Promise<MessageRow> {
  const row = await findMessage(db, key)
  if (!row) throw notFound('Message')
  return row
}

/**
 * What a reply was grounded on, with what its model read.
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
 * The active branch, oldest first: its newest `limit` messages, or those before a given one.
 * @throws {AppError} NOT_FOUND when the chat, or `before`, is not this person's.
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

/** The same said again is no news; anything else is looked at anew by whoever reviews it. */
function ratedWith(rating: Rating | null, reason: string | null) {
  const isSame = sql`${messages.feedback} is not distinct from ${rating}::text and ${messages.feedbackReason} is not distinct from ${reason}::text`
  const unlessSame = (column: AnyPgColumn, value: SQL) =>
    sql`case when ${isSame} then ${column} else ${value} end`
  return {
    feedback: rating,
    feedbackReason: reason,
    feedbackAt: rating && unlessSame(messages.feedbackAt, sql`now()`),
    feedbackReview: rating && unlessSame(messages.feedbackReview, sql`null`),
    feedbackReviewedAt: rating && unlessSame(messages.feedbackReviewedAt, sql`null`),
  }
}

/**
 * Stores what a person thinks of a reply that has ended.
 * @throws {AppError} NOT_FOUND, or CONFLICT for what is no reply, or is not over.
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
 * Notes that a person has seen all that has ended in a chat: a reply that runs is news again when it ends.
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
