import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { GroundingDetail, Message, MessageFeedback, Rating } from '#shared/contract/messages.ts'
import { type JsonText, jsonArray } from '#shared/json-text.ts'
import type { Db } from '../../db/connect.ts'
import { attachments, chats, messages } from '../../db/schema/index.ts'
import { isoInstant, statement } from '../../db/statement.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { activeEnd, branchUpFrom, type MessageRow, messageColumns, type Owned } from './branches.queries.ts'
import { findReplyContext } from './reply-context.queries.ts'

const versions = (where: SQL) => sql`(select json_agg(version.id order by version.seq) from messages version
  where ${where} and version.sender = messages.sender and version.deleted_at is null)`

/** SQL of the versions of a turn, oldest first. They share a parent, each case by its index; first messages have none. */
const siblingIds = sql`case when messages.parent_id is not null then ${versions(sql`version.parent_id = messages.parent_id`)}
  else ${versions(sql`version.chat_id = messages.chat_id and version.parent_id is null`)} end`

// The outer condition is evaluated once for all rows.
const attachmentsJson = sql`case when exists (select 1 from message_attachments) then (
  select coalesce(json_agg(row_to_json(attached)), '[]') from (
  select attachments.id, attachments.name, attachments.kind, attachments.media_type as "mediaType", attachments.bytes,
    attachments.is_truncated as "isTruncated", ${isoInstant(attachments.createdAt)} as "createdAt"
  from message_attachments join attachments on attachments.id = message_attachments.attachment_id
  where message_attachments.message_id = messages.id order by message_attachments.position) attached) else '[]' end`

/** Without the fields, which can be a hundred times longer. */
const groundedOn = sql`case when messages.grounding is null then '[]' else (
  select coalesce(jsonb_agg(part - 'fields' order by place), '[]')
  from jsonb_array_elements(messages.grounding) with ordinality as parts (part, place)) end`

/** SQL of the contract's {@link Message} of a row of `messages`. The caller has checked ownership. */
const messageJson = sql<JsonText<Message>>`(select row_to_json(shown)::text from (
  select messages.id, messages.chat_id as "chatId", messages.parent_id as "parentId", messages.sender, messages.content,
    messages.status, messages.error_code as "errorCode", messages.finish_reason as "finishReason",
    messages.condensed_turns as "condensedTurns", ${siblingIds} as "siblingIds",
    case when messages.feedback is not null
      then json_build_object('rating', messages.feedback, 'reason', messages.feedback_reason) end as feedback,
    ${attachmentsJson} as attachments, ${groundedOn} as "groundedOn",
    ${isoInstant(sql`messages.created_at`)} as "createdAt", ${isoInstant(sql`messages.updated_at`)} as "updatedAt") shown)`

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

type PageRow = Pick<MessageRow, 'id' | 'parentId' | 'seq'> & { deletedAt: unknown; json: JsonText<Message> }

/** Rows of a chat with their JSON, newest first. */
const pageRows = (end: SQL) => sql`
  select messages.id, messages.parent_id as "parentId", messages.seq, messages.deleted_at as "deletedAt",
    ${messageJson} as json
  from messages where messages.chat_id = ${sql.placeholder('chatId')}::uuid and messages.seq <= ${end}
  order by messages.seq desc limit ${sql.placeholder('limit')}`

const OWN_CHAT = sql`exists (select 1 from chats where id = ${sql.placeholder('chatId')}::uuid
  and user_id = ${sql.placeholder('userId')}::uuid and deleted_at is null)`

const readActivePage = statement<PageRow>(
  'messages_active',
  pageRows(sql`case when ${OWN_CHAT} then ${activeEnd(sql`${sql.placeholder('chatId')}::uuid`)} end`),
)
const readPageBelow = statement<PageRow>(
  'messages_below',
  pageRows(sql`case when ${OWN_CHAT} then ${sql.placeholder('below')}::int end`),
)

/**
 * The active branch, oldest first: its newest `limit` messages, or the ones before a given message.
 * @throws {AppError} NOT_FOUND if the chat or `before` does not belong to the user.
 */
export async function listMessages(
  db: Db,
  { before, ...query }: Owned & { before?: string | undefined; limit: number },
): Promise<JsonText<Message[]>> {
  const above = before ? await findParent(db, { ...query, messageId: before }) : undefined
  if (before && !above) return jsonArray([])
  const rows = await branchUpFrom((below) => {
    const end = below ?? above?.seq
    return end === undefined ? readActivePage(db, query) : readPageBelow(db, { ...query, below: end })
  }, query)
  // Only an empty answer needs the question whether there is a chat.
  if (rows.length === 0) await requireOwnChat(db, query)
  return jsonArray(rows.reverse().map(({ json }) => json))
}

/** @throws {AppError} NOT_FOUND */
async function findParent(db: Db, key: Owned & { messageId: string }): Promise<{ seq: number } | undefined> {
  const { parentId } = await getMessage(db, key)
  if (!parentId) return undefined
  const [parent] = await db.select({ seq: messages.seq }).from(messages).where(eq(messages.id, parentId))
  return parent
}

async function requireOwnChat(db: Db, { chatId, userId }: Owned): Promise<void> {
  const isOwn = and(eq(chats.id, chatId), eq(chats.userId, userId), isNull(chats.deletedAt))
  if ((await db.$count(chats, isOwn)) === 0) throw notFound('Chat')
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
): Promise<JsonText<Message>> {
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
    .returning({ json: messageJson })
  if (!rated) throw new AppError('CONFLICT', 'Espere a resposta terminar para avaliar.')
  return rated.json
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
