import { and, eq, isNull, sql } from 'drizzle-orm'
import type { GroundingDetail } from '#shared/contract/messages.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { chats, messages } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'
import { resumableUntil } from '../../runs/replies.queries.ts'
import type { TakenUp } from '../../runs/reply-feed.ts'
import type { Lease } from '../../runs/runs.ts'
import { reservedAt } from '../quota/quota.queries.ts'
import { type Owned, replyIsRunning } from './branches.queries.ts'

/** The running reply of a chat, for its owner. */
export async function findRunningReply(db: Db, { chatId, userId }: Owned): Promise<string | undefined> {
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .where(
      and(
        eq(messages.chatId, chatId),
        eq(messages.status, 'running'),
        eq(chats.userId, userId),
        isNull(chats.deletedAt),
      ),
    )
  return row?.id
}

/** Number of running replies of a user, over all their chats. */
export async function countRunning(db: Db, { userId }: { userId: string }): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select running_replies(${userId}) as count`)
  return rows[0]?.count ?? 0
}

const isCut = and(
  sql`btrim(${messages.content}, E' \\t\\r\\n') <> ''`,
  sql`(${messages.status} in ('stopped', 'interrupted', 'error')
    or (${messages.status} = 'done' and ${messages.finishReason} = 'length'))`,
)

/** Figures of the prompt: condensed turns, context as the model reads it, version of the agent's prompt. */
type Read = { condensedTurns: number; grounding: GroundingDetail[]; promptVersion: number }

const NOT_RESERVED = { quotaMonth: null, quotaLength: null, quotaWeight: null, extraId: null }

type Again = Read & {
  messageId: string
  lease: Lease
  ownKey: boolean
  /** `weight` messages of the month are reserved again in the same transaction. */
  isReserved: boolean
  weight: number
}

/**
 * Sets an interrupted reply running again, with its text. Returns the text and the attempt number.
 * @throws {AppError} CONFLICT if the reply is complete, or another reply is being written in the chat.
 */
export async function takeUpReply(
  tx: Db,
  { messageId, lease, ownKey, isReserved, weight, ...read }: Again,
): Promise<TakenUp> {
  try {
    const [reply] = await tx
      .update(messages)
      .set({
        ...lease,
        ...read,
        ownKey,
        // The reservation of the first attempt is spent.
        ...(isReserved ? reservedAt(weight) : NOT_RESERVED),
        attempt: sql`${messages.attempt} + 1`,
        resumableUntil: resumableUntil(),
        errorCode: null,
        finishReason: null,
      })
      .where(and(eq(messages.id, messageId), eq(messages.sender, 'ai'), isNull(messages.deletedAt), isCut))
      .returning({ text: messages.content, attempt: messages.attempt, steps: messages.steps })
    if (!reply) throw new AppError('CONFLICT', 'Só uma resposta que parou no meio pode ser continuada.')
    await tx
      .update(chats)
      .set({ readSeq: sql`least(${chats.readSeq}, ${messages.seq} - 1)` })
      .from(messages)
      .where(and(eq(messages.id, messageId), eq(chats.id, messages.chatId)))
    return { ...reply, steps: reply.steps ?? [] }
  } catch (error) {
    if (constraintOf(error) === 'messages_one_running_key') throw replyIsRunning()
    throw error
  }
}

/** Stores the figures of the prompt that the current writer sends. */
export async function recordReading(
  db: Db,
  { messageId, ...read }: { messageId: string } & Read,
): Promise<void> {
  await db
    .update(messages)
    .set(read)
    .where(and(eq(messages.id, messageId), eq(messages.status, 'running')))
}

/** Locks the user's row, so that counting their runs and starting one is atomic. */
export async function lockPerson(db: Db, { userId }: { userId: string }): Promise<void> {
  await db.execute(sql`select 1 from users where id = ${userId} for no key update`)
}
