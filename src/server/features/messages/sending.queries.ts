import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import type { GroundingDetail, MessageContext } from '#shared/contract/messages.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { type ChatOrigin, chats, messages } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import type { Lease } from '../../runs/runs.ts'
import { reservedAt } from '../quota/quota.queries.ts'
import { type Owned, replyIsRunning } from './branches.queries.ts'

/** The newest reply to a message; used for repeated sends. */
export async function findReplyTo(db: Db, { messageId }: { messageId: string }): Promise<string | undefined> {
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.parentId, messageId), eq(messages.sender, 'ai'), isNull(messages.deletedAt)))
    .orderBy(desc(messages.seq))
    .limit(1)
  return row?.id
}

/** The stored context of a message. */
export async function findContext(
  db: Db,
  { messageId }: { messageId: string },
): Promise<MessageContext | undefined> {
  const [row] = await db
    .select({ context: messages.context })
    .from(messages)
    .where(eq(messages.id, messageId))
  return row?.context ?? undefined
}

/** The owner and chat of a message id; undefined if the id is unused. */
export async function findMessagePlace(
  db: Db,
  { messageId }: { messageId: string },
): Promise<Owned | undefined> {
  const [place] = await db
    .select({ chatId: messages.chatId, userId: chats.userId })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .where(eq(messages.id, messageId))
  return place
}

/**
 * Reserves the next `count` sequence numbers of a chat, which serialises sends in it, and titles it by its
 * first message. Returns the last number used before, whether the user had chosen a branch, and the chat's
 * origin.
 * @throws {AppError} NOT_FOUND
 */
export async function takeSequence(
  db: Db,
  { chatId, userId, count, firstTitle }: Owned & { count: number; firstTitle?: string },
): Promise<{ previousSeq: number; hasChosenBranch: boolean; origin: ChatOrigin | null }> {
  const [chat] = await db
    .update(chats)
    .set({
      lastSeq: sql`${chats.lastSeq} + ${count}`,
      lastMessageAt: sql`now()`,
      ...(firstTitle && {
        title: sql`case when ${chats.lastSeq} = 0 and ${chats.titledBy} = 'message' then ${firstTitle} else ${chats.title} end`,
      }),
    })
    .where(and(eq(chats.id, chatId), eq(chats.userId, userId), isNull(chats.deletedAt)))
    .returning({ lastSeq: chats.lastSeq, leafId: chats.leafId, origin: chats.origin })
  if (!chat) throw notFound('Chat')
  const { lastSeq, leafId, origin } = chat
  return { previousSeq: lastSeq - count, hasChosenBranch: leafId !== null, origin }
}

export type NewMessage = {
  id: string
  seq: number
  parentId: string | undefined
  content: string
}

type NewReply = {
  id: string
  chatId: string
  seq: number
  parentId: string
  condensedTurns: number
  /** Version of the agent's prompt. */
  promptVersion: number
  context: MessageContext
  /** The context as the model reads it. */
  grounding: GroundingDetail[]
  /** The reply is written with the user's own key. */
  ownKey: boolean
  /** A message of the month is reserved in the same transaction. */
  isReserved: boolean
  lease: Lease
}

/**
 * Stores a placeholder reply, together with the message that it answers if that is new.
 * @throws {AppError} CONFLICT if the message's id is taken, or another reply is being written in the chat.
 */
export async function insertRunningReply(db: Db, reply: NewReply, message?: NewMessage): Promise<void> {
  const { lease, isReserved, ...values } = reply
  const { chatId, context } = reply
  const rows: PgInsertValue<typeof messages>[] = [
    { ...values, ...lease, ...(isReserved && reservedAt(0)), sender: 'ai', content: '' },
  ]
  if (message) rows.unshift({ ...message, chatId, context, sender: 'human', status: 'done' })
  try {
    await db.insert(messages).values(rows)
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint === 'messages_pkey') {
      throw new AppError('CONFLICT', 'Este identificador de mensagem já foi usado.')
    }
    if (constraint === 'messages_one_running_key') throw replyIsRunning()
    throw error
  }
}
