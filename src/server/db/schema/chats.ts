import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  FinishReason,
  type GroundingDetail,
  type MessageContext,
  MessageStatus,
  type ReplyChange,
  ReplyErrorCode,
  type ReplyStep,
} from '#shared/contract/messages.ts'
import { agents } from './agents.ts'
import { users } from './auth.ts'
import { id, oneOf, optionalInstant, timestamps } from './columns.ts'

export type ChatOrigin = {
  chatId: string
  messageId: string
  agentId: string
  agentName: string
  question: string
  reply: string
  context: MessageContext
}

/** `replyId`: the reply that is rewritten. */
export type ReplyRevision = { change: ReplyChange; replyId: string }

const TITLED_BY = ['message', 'model', 'person'] as const

export const chats = pgTable(
  'chats',
  {
    id: id(),
    agentId: uuid()
      .notNull()
      .references(() => agents.id, { onDelete: 'restrict' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    /** Origin of the title: first message, model or user. A user's title is never replaced. */
    titledBy: text({ enum: TITLED_BY }).notNull().default('message'),
    /** Sequence of the newest message. Incrementing it also serializes sends in a chat. */
    lastSeq: integer().notNull().default(0),
    /** Time of the last message; sort key of every list. */
    lastMessageAt: optionalInstant().notNull().defaultNow(),
    /** The newest ended sequence that the user has seen; later ones are unread. */
    readSeq: integer().notNull().default(0),
    /** Last message of the chosen branch; null for the newest message. */
    leafId: uuid(),
    /** The reply of another agent that the chat continues, as a copy. */
    origin: jsonb().$type<ChatOrigin>(),
    pinnedAt: optionalInstant(),
    archivedAt: optionalInstant(),
    deletedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    index('chats_user_idx').on(t.userId, t.lastMessageAt, t.id).where(sql`${t.deletedAt} is null`),
    index('chats_user_agent_idx')
      .on(t.userId, t.agentId, t.lastMessageAt, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('chats_user_pinned_idx')
      .on(t.userId, t.lastMessageAt, t.id)
      .where(sql`${t.pinnedAt} is not null and ${t.deletedAt} is null`),
    // Chats without a message, which make room for newer ones.
    index('chats_user_empty_idx')
      .on(t.userId, t.lastMessageAt, t.id)
      .where(sql`${t.lastSeq} = 0 and ${t.deletedAt} is null`),
    index('chats_deleted_idx').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    index('chats_trash_idx').on(t.userId, t.deletedAt).where(sql`${t.deletedAt} is not null`),
    index('chats_agent_idx').on(t.agentId),
    oneOf('chats_titled_by_check', t.titledBy, TITLED_BY),
  ],
)

export const messages = pgTable(
  'messages',
  {
    id: id(),
    chatId: uuid()
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    /** Order in the chat, independent of clocks. */
    seq: integer().notNull(),
    parentId: uuid(),
    sender: text({ enum: ['human', 'ai'] }).notNull(),
    content: text().notNull(),
    status: text({ enum: ['running', 'done', 'stopped', 'error', 'interrupted'] }).notNull(),
    finishReason: text().$type<FinishReason>(),
    errorCode: text().$type<ReplyErrorCode>(),
    /** The requested context. */
    context: jsonb().$type<MessageContext>(),
    /** The context as the model read it; documents without their text. */
    grounding: jsonb().$type<GroundingDetail[]>(),
    /** The tools that it used, in order; null for none. */
    steps: jsonb().$type<ReplyStep[]>(),
    /** The reply that this one rewrites, and how; null for a reply to its message alone. */
    revision: jsonb().$type<ReplyRevision>(),
    condensedTurns: integer().notNull().default(0),
    nTokens: integer(),
    nCachedTokens: integer(),
    usedModel: text({ enum: ['openai', 'google'] }),
    /** Written with the user's own key, which does not count against the quota. */
    ownKey: boolean().notNull().default(false),
    /** The provider's name of the model. */
    modelName: text(),
    /** The output part of `nTokens`. */
    nOutputTokens: integer(),
    /** From the start of the reply to its first text. */
    firstTokenMs: integer(),
    /** Version of the instructions (`agent_versions`). */
    promptVersion: integer(),
    /** The row of `usage_months` with its reservation; null when it costs nothing, or no longer does. */
    quotaMonth: date(),
    /** Length of the reply in characters at the reservation; a reply without more text costs nothing. */
    quotaLength: integer(),
    /** Messages that the reservation took; null without one. */
    quotaWeight: smallint(),
    /** The row of `extra_messages` that paid for it; null when the plan's month did. */
    extraId: uuid(),
    feedback: text({ enum: ['up', 'down'] }),
    feedbackReason: text(),
    feedbackAt: optionalInstant(),
    /** Review of a negative rating; null before it. */
    feedbackReview: text({ enum: ['done', 'ignored'] }),
    feedbackReviewedAt: optionalInstant(),
    /** Attempt number, incremented by each takeover. */
    attempt: integer().notNull().default(1),
    /** The server that writes this reply, and the end of its lease. */
    leaseOwner: uuid(),
    leaseUntil: optionalInstant(),
    /**
     * Until when an orphaned reply may be taken over. Null: ten minutes from its creation; in the past after a
     * takeover that must be its last.
     */
    resumableUntil: optionalInstant(),
    deletedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    unique('messages_chat_seq_key').on(t.chatId, t.seq),
    index('messages_parent_idx').on(t.parentId),
    index('messages_deleted_idx').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    // At most one running reply per chat (RELIABILITY I2).
    uniqueIndex('messages_one_running_key').on(t.chatId).where(sql`${t.status} = 'running'`),
    // Rows are inserted in time order, which suits a BRIN index.
    index('messages_created_idx').using('brin', t.createdAt),
    index('messages_unfinished_idx')
      .on(t.createdAt, t.id)
      .where(sql`${t.sender} = 'ai' and ${t.status} in ('error', 'interrupted', 'stopped')`),
    index('messages_feedback_idx').on(t.feedbackAt, t.id).where(sql`${t.feedback} is not null`),
    oneOf('messages_feedback_review_check', t.feedbackReview, ['done', 'ignored']),
    oneOf('messages_sender_check', t.sender, ['human', 'ai']),
    oneOf('messages_status_check', t.status, MessageStatus.options),
    oneOf('messages_finish_reason_check', t.finishReason, FinishReason.options),
    oneOf('messages_error_code_check', t.errorCode, ReplyErrorCode.options),
    oneOf('messages_used_model_check', t.usedModel, ['openai', 'google']),
    check('messages_steps_check', sql`jsonb_array_length(${t.steps}) <= 24`),
    oneOf('messages_feedback_check', t.feedback, ['up', 'down']),
    check('messages_human_done_check', sql`${t.sender} = 'ai' or ${t.status} = 'done'`),
    check(
      'messages_lease_check',
      sql`(${t.status} = 'running') = (${t.leaseOwner} is not null and ${t.leaseUntil} is not null)`,
    ),
    // A parent in another chat would connect branches of two chats.
    unique('messages_chat_id_key').on(t.chatId, t.id),
    foreignKey({
      name: 'messages_parent_in_chat_fk',
      columns: [t.chatId, t.parentId],
      foreignColumns: [t.chatId, t.id],
    }).onDelete('cascade'),
  ],
)

/** Summary of the beginning of a long chat. */
export const chatSummaries = pgTable(
  'chat_summaries',
  {
    id: id(),
    chatId: uuid()
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    /** The newest message in the summary; it is valid for every branch that contains the message. */
    throughMessageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    /** Number of turns that it replaces. */
    turns: integer().notNull(),
    content: text().notNull(),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [
    index('chat_summaries_chat_idx').on(t.chatId),
    uniqueIndex('chat_summaries_through_key').on(t.throughMessageId),
  ],
)
