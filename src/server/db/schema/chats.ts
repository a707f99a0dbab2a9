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
  ReplyErrorCode,
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
    /** Who gave the title: the first message, the model, or the person, whose title stays. */
    titledBy: text({ enum: TITLED_BY }).notNull().default('message'),
    /** Sequence of the newest message; taken by incrementing it, which also serialises sends in a chat. */
    lastSeq: integer().notNull().default(0),
    /** When somebody last wrote here; orders every list. */
    lastMessageAt: optionalInstant().notNull().defaultNow(),
    /** The newest sequence that the person has seen ended; what came after is unread. */
    readSeq: integer().notNull().default(0),
    /** Where the branch ends that the person chose; null: at the newest message. */
    leafId: uuid(),
    /** The reply of another agent that it goes on from, as it was then. */
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
    index('chats_deleted_idx').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
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
    /** Order inside the chat: never depends on a clock. */
    seq: integer().notNull(),
    parentId: uuid(),
    sender: text({ enum: ['human', 'ai'] }).notNull(),
    content: text().notNull(),
    status: text({ enum: ['running', 'done', 'stopped', 'error', 'interrupted'] }).notNull(),
    finishReason: text().$type<FinishReason>(),
    errorCode: text().$type<ReplyErrorCode>(),
    /** What it was to be grounded on. */
    context: jsonb().$type<MessageContext>(),
    /** What a reply was grounded on, as it was then; a document without its text. */
    grounding: jsonb().$type<GroundingDetail[]>(),
    condensedTurns: integer().notNull().default(0),
    nTokens: integer(),
    nCachedTokens: integer(),
    usedModel: text({ enum: ['openai', 'google'] }),
    /** Written with the person's own key, which no plan counts. */
    ownKey: boolean().notNull().default(false),
    /** Name of the model that wrote it, as its provider calls it. */
    modelName: text(),
    /** Of `nTokens`, what the model wrote. */
    nOutputTokens: integer(),
    /** From the start of the reply to its first text. */
    firstTokenMs: integer(),
    /** Of what the agent was told then (`agent_versions`). */
    promptVersion: integer(),
    /** The month of `usage_months` that it was reserved in; null where it costs none, or no more. */
    quotaMonth: date(),
    /** How many characters the reply had when that was reserved: ended with no more, it costs nothing. */
    quotaLength: integer(),
    feedback: text({ enum: ['up', 'down'] }),
    feedbackReason: text(),
    feedbackAt: optionalInstant(),
    /** What an administrator made of a thumb down; null while nobody has looked. */
    feedbackReview: text({ enum: ['done', 'ignored'] }),
    feedbackReviewedAt: optionalInstant(),
    /** How often a writer has taken this reply up: it goes up by one when another goes on with it. */
    attempt: integer().notNull().default(1),
    /** The server that is writing this reply, and until when it is believed to be alive. */
    leaseOwner: uuid(),
    leaseUntil: optionalInstant(),
    deletedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    unique('messages_chat_seq_key').on(t.chatId, t.seq),
    index('messages_parent_idx').on(t.parentId),
    index('messages_deleted_idx').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    // At most one reply is being written in a chat (RELIABILITY I2).
    uniqueIndex('messages_one_running_key').on(t.chatId).where(sql`${t.status} = 'running'`),
    // Rows come in the order of their time: a range is found by the blocks it lies in.
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
    oneOf('messages_feedback_check', t.feedback, ['up', 'down']),
    check('messages_human_done_check', sql`${t.sender} = 'ai' or ${t.status} = 'done'`),
    check(
      'messages_lease_check',
      sql`(${t.status} = 'running') = (${t.leaseOwner} is not null and ${t.leaseUntil} is not null)`,
    ),
    // A parent in another chat would let one chat's branch reach into another's.
    unique('messages_chat_id_key').on(t.chatId, t.id),
    foreignKey({
      name: 'messages_parent_in_chat_fk',
      columns: [t.chatId, t.parentId],
      foreignColumns: [t.chatId, t.id],
    }).onDelete('cascade'),
  ],
)

/** What the beginning of a chat came to, for a model that can't read all of it again. */
export const chatSummaries = pgTable(
  'chat_summaries',
  {
    id: id(),
    chatId: uuid()
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    /** The newest message that is in it; it holds for every branch that goes on from there. */
    throughMessageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    /** How many turns it stands for. */
    turns: integer().notNull(),
    content: text().notNull(),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [
    index('chat_summaries_chat_idx').on(t.chatId),
    uniqueIndex('chat_summaries_through_key').on(t.throughMessageId),
  ],
)
