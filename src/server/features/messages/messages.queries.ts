import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Citation } from '#shared/contract/citations.ts'
import type {
  GroundingDetail,
  Message,
  MessageFeedback,
  Rating,
  ReplyStep,
} from '#shared/contract/messages.ts'
import { citedNumbers } from '../../ai/citations/cited-numbers.ts'
import type { Db } from '../../db/connect.ts'
import { attachments, chats, messages } from '../../db/schema/index.ts'
import { isoInstant, statement, toIso, utc } from '../../db/statement.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { citationsJson } from '../citations/citations.queries.ts'
import { activeEnd, branchUpFrom, type MessageRow, messageColumns, type Owned } from './branches.queries.ts'
import { findReplyContext } from './reply-context.queries.ts'

const versions = (where: SQL) => sql`(select json_agg(version.id order by version.seq) from messages version
  where ${where} and version.sender = messages.sender and version.deleted_at is null)`

/** The versions of a turn share a parent; first messages have none. Null for the only version, as nearly all are. */
const siblingIds = sql`case
  when messages.parent_id is null
    then ${versions(sql`version.chat_id = messages.chat_id and version.parent_id is null`)}
  when exists (select 1 from messages other where other.parent_id = messages.parent_id and other.id <> messages.id)
    then ${versions(sql`version.parent_id = messages.parent_id`)} end`

// The outer condition is evaluated once for all rows.
const attachmentsJson = sql`case when exists (select 1 from message_attachments) then (
  select json_agg(row_to_json(attached)) from (
  select attachments.id, attachments.name, attachments.kind, attachments.media_type as "mediaType", attachments.bytes,
    attachments.is_truncated as "isTruncated", ${isoInstant(attachments.createdAt)} as "createdAt"
  from message_attachments join attachments on attachments.id = message_attachments.attachment_id
  where message_attachments.message_id = messages.id order by message_attachments.position) attached) end`

/** Without the fields, which can be a hundred times longer. */
const groundedOn = sql`case when messages.grounding is not null then (
  select jsonb_agg(part - 'fields' order by place)
  from jsonb_array_elements(messages.grounding) with ordinality as parts (part, place)) end`

/** Columns of `messages` for {@link toMessage}, without versions. The caller has checked ownership. */
const plainColumns = sql`messages.id, messages.parent_id as "parentId", messages.seq,
  messages.sender, messages.content, messages.status, messages.error_code as "errorCode",
  messages.finish_reason as "finishReason", messages.condensed_turns as "condensedTurns", messages.feedback,
  messages.feedback_reason as "feedbackReason", messages.deleted_at as "deletedAt", ${attachmentsJson} as attachments, ${groundedOn} as "groundedOn", messages.steps, ${citationsJson} as citations,
  ${utc(messages.createdAt)} as "createdAt", ${utc(messages.updatedAt)} as "updatedAt"`

/** The same with versions, which are looked for row by row. */
const shownColumns = sql`${plainColumns}, ${siblingIds} as "siblingIds"`

type ShownRow = Omit<MessageRow, 'chatId' | 'createdAt' | 'updatedAt' | 'deletedAt'> & {
  [Field in 'attachments' | 'groundedOn']: Message[Field] | null
} & { steps: ReplyStep[] | null; citations: Citation[] | null } & { siblingIds?: string[] | null } & {
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}

/** The citations of a row whose numbers are not code. */
function citedIn({ citations, content }: ShownRow): { citations?: Citation[] } {
  if (!citations) return {}
  const numbers = citedNumbers(content)
  const cited = citations.filter(({ number }) => numbers.has(number))
  return cited.length > 0 ? { citations: cited } : {}
}

const toMessage = (row: ShownRow, chatId: string): Message => ({
  id: row.id,
  chatId,
  parentId: row.parentId,
  sender: row.sender,
  content: row.content,
  status: row.status,
  errorCode: row.errorCode,
  finishReason: row.finishReason,
  condensedTurns: row.condensedTurns,
  siblingIds: row.siblingIds ?? [row.id],
  feedback: row.feedback && { rating: row.feedback, reason: row.feedbackReason },
  attachments: row.attachments ?? [],
  groundedOn: row.groundedOn ?? [],
  ...(row.steps && { steps: row.steps }),
  ...citedIn(row),
  createdAt: toIso(row.createdAt),
  updatedAt: toIso(row.updatedAt),
})

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
  return (await findReplyContext(db, key)).grounding
}

/** Rows of a chat, newest first. */
const pageRows = (columns: SQL, end: SQL) => sql`
  select ${columns} from messages where messages.chat_id = ${sql.placeholder('chatId')}::uuid and messages.seq <= ${end}
  order by messages.seq desc limit ${sql.placeholder('limit')}`

const OWN_CHAT = sql`exists (select 1 from chats where id = ${sql.placeholder('chatId')}::uuid
  and user_id = ${sql.placeholder('userId')}::uuid and deleted_at is null)`

const chatId = sql`${sql.placeholder('chatId')}::uuid`
const newestEnd = sql`case when ${OWN_CHAT} then ${activeEnd(chatId)} end`

const readNewestPlain = statement<ShownRow & { endsNewest: boolean }>(
  'messages_newest_plain',
  pageRows(
    sql`${plainColumns}, (select leaf_id is null from chats where id = ${chatId}) as "endsNewest"`,
    newestEnd,
  ),
)
const readNewest = statement<ShownRow>('messages_newest', pageRows(shownColumns, newestEnd))
const readBelow = statement<ShownRow>(
  'messages_below',
  pageRows(shownColumns, sql`case when ${OWN_CHAT} then ${sql.placeholder('below')}::int end`),
)

/**
 * The newest rows. Nearly all chats have one branch, and then no message of the page has another version: each
 * row answers the next one, none follows them, and none stands between the last two. Only other chats pay for the
 * question.
 */
async function readNewestPage(db: Db, query: Owned & { limit: number }): Promise<ShownRow[]> {
  const rows = await readNewestPlain(db, { ...query, limit: query.limit + 1 })
  const isOneBranch = rows.every(({ parentId, endsNewest }, index) => {
    const below = rows[index + 1]
    return endsNewest && (!below || below.id === parentId)
  })
  return isOneBranch ? rows : readNewest(db, query)
}

/**
 * The active branch, oldest first: its newest `limit` messages, or the ones before a given message.
 * @throws {AppError} NOT_FOUND if the chat or `before` does not belong to the user.
 */
export async function listMessages(
  db: Db,
  { before, ...query }: Owned & { before?: string | undefined; limit: number },
): Promise<Message[]> {
  const above = before ? await findParent(db, { ...query, messageId: before }) : undefined
  if (before && !above) return []
  const rows = await branchUpFrom((below) => {
    const end = below ?? above?.seq
    return end === undefined ? readNewestPage(db, query) : readBelow(db, { ...query, below: end })
  }, query)
  // Only an empty answer needs the question whether there is a chat.
  if (rows.length === 0) await requireOwnChat(db, query)
  return rows.reverse().map((row) => toMessage(row, query.chatId))
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

const readMessage = statement<ShownRow>(
  'message',
  sql`select ${shownColumns} from messages where messages.id = ${sql.placeholder('id')}::uuid`,
)

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
    .returning({ id: messages.id })
  const [shown] = rated ? await readMessage(db, rated) : []
  if (!shown) throw new AppError('CONFLICT', 'Espere a resposta terminar para avaliar.')
  return toMessage(shown, key.chatId)
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
