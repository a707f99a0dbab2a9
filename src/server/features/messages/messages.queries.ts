import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import type { Message, MessageContext } from '#shared/contract/messages.ts'
import type { Turn } from '../../ai/reply.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { chats, messages } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'
import type { Lease } from '../../runs/runs.ts'

type MessageRow = typeof messages.$inferSelect

const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  chatId: row.chatId,
  parentId: row.parentId,
  sender: row.sender,
  content: row.content,
  status: row.status,
  errorCode: row.errorCode,
  finishReason: row.finishReason,
  condensedTurns: row.condensedTurns,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** The branch that ends at a message, or a chat's active one, which ends at its newest message. */
type Branch = { leafId: string } | { chatId: string }

const endOf = (branch: Branch) =>
  'leafId' in branch
    ? {
        chatId: sql`(select chat_id from messages where id = ${branch.leafId})`,
        newest: sql`(select seq from messages where id = ${branch.leafId})`,
      }
    : {
        chatId: branch.chatId,
        newest: sql`(select max(seq) from messages where chat_id = ${branch.chatId} and deleted_at is null)`,
      }

/**
 * A branch from its end upwards; at most `limit` rows, newest first. A parent is older than what follows it, and most
 * chats are one branch, so the chat is read backwards: to go from parent to parent costs six times as much.
 */
async function branchUpFrom(db: Db, branch: Branch, limit: number): Promise<MessageRow[]> {
  const { chatId, newest } = endOf(branch)
  let below = newest
  let wanted: string | null | undefined
  const found: MessageRow[] = []
  while (wanted !== null && found.length < limit) {
    const rows = await db
      .select()
      .from(messages)
      .where(and(eq(messages.chatId, chatId), lte(messages.seq, below)))
      .orderBy(desc(messages.seq))
      .limit(limit)
    for (const row of rows) {
      if ((found.length > 0 && row.id !== wanted) || found.length === limit) continue
      found.push(row)
      wanted = row.parentId
    }
    const oldest = rows.at(-1)
    if (!oldest) break
    below = sql`${oldest.seq - 1}::int`
  }
  return found.filter(({ deletedAt }) => deletedAt === null)
}

type Owned = { chatId: string; userId: string }

/** One message of a person's own chat. */
export async function findMessage(
  db: Db,
  { chatId, userId, messageId }: Owned & { messageId: string },
): Promise<Message | undefined> {
  const [row] = await db
    .select({ message: messages })
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
  return row && toMessage(row.message)
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
    const next = await findMessage(db, { chatId, userId, messageId: before })
    if (!next) throw notFound('Message')
    if (!next.parentId) return []
    return (await branchUpFrom(db, { leafId: next.parentId }, limit)).reverse().map(toMessage)
  }
  const [chat] = await db
    .select({ id: chats.id })
    .from(chats)
    .where(and(eq(chats.id, chatId), eq(chats.userId, userId), isNull(chats.deletedAt)))
  if (!chat) throw notFound('Chat')
  return (await branchUpFrom(db, { chatId }, limit)).reverse().map(toMessage)
}

// Far beyond any budget of a model; keeps one absurd chat from filling the memory.
const MAX_TURNS = 5_000

/** What was said on a branch, oldest first, without replies that never said anything; and the message it ends at. */
export async function readConversation(
  db: Db,
  branch: Branch,
): Promise<{ turns: Turn[]; leafId: string | undefined }> {
  const rows = await branchUpFrom(db, branch, MAX_TURNS)
  const leafId = rows[0]?.id
  const turns = rows
    .reverse()
    .filter((row) => row.content.trim() !== '')
    .map((row): Turn => ({ role: row.sender === 'human' ? 'user' : 'assistant', content: row.content }))
  return { turns, leafId }
}

/** The reply that is being written in a chat, for its owner. */
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

/** The newest reply to a message, for a send that is repeated. */
export async function findReplyTo(db: Db, { messageId }: { messageId: string }): Promise<string | undefined> {
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.parentId, messageId), eq(messages.sender, 'ai'), isNull(messages.deletedAt)))
    .orderBy(desc(messages.seq))
    .limit(1)
  return row?.id
}

/** What a message was grounded on. */
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

/** Whose message an id is, and in which chat; undefined while it is nobody's. */
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

/** How many replies are being written for a person, over all their chats. */
export async function countRunning(db: Db, { userId }: { userId: string }): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .where(and(eq(messages.status, 'running'), eq(chats.userId, userId)))
  return row?.count ?? 0
}

/**
 * Takes the next `count` sequence numbers of a chat, which also makes sends in it wait for each other, and names it by
 * its first message. Answers the last number taken before.
 * @throws {AppError} NOT_FOUND
 */
export async function takeSequence(
  db: Db,
  { chatId, userId, count, firstTitle }: Owned & { count: number; firstTitle?: string },
): Promise<number> {
  const [chat] = await db
    .update(chats)
    .set({
      lastSeq: sql`${chats.lastSeq} + ${count}`,
      lastMessageAt: sql`now()`,
      ...(firstTitle && {
        title: sql`case ${chats.lastSeq} when 0 then ${firstTitle} else ${chats.title} end`,
      }),
    })
    .where(and(eq(chats.id, chatId), eq(chats.userId, userId), isNull(chats.deletedAt)))
    .returning({ lastSeq: chats.lastSeq })
  if (!chat) throw notFound('Chat')
  return chat.lastSeq - count
}

type NewMessage = {
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
  context: MessageContext | undefined
  lease: Lease
}

/**
 * Stores a reply that is about to be written, with the message it answers where that is new.
 * @throws {AppError} CONFLICT when the message's id is taken, or while another reply is being written in the chat.
 */
export async function insertRunningReply(db: Db, reply: NewReply, message?: NewMessage): Promise<void> {
  const { lease, ...values } = reply
  const { chatId, context } = reply
  const rows: PgInsertValue<typeof messages>[] = [{ ...values, ...lease, sender: 'ai', content: '' }]
  if (message) rows.unshift({ ...message, chatId, context, sender: 'human', status: 'done' })
  try {
    await db.insert(messages).values(rows)
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint === 'messages_pkey') {
      throw new AppError('CONFLICT', 'Este identificador de mensagem já foi usado.')
    }
    if (constraint === 'messages_one_running_key') {
      throw new AppError('CONFLICT', 'Uma resposta ainda está em andamento nesta conversa.')
    }
    throw error
  }
}

/** Holds a person's row, so that counting their runs and starting one is a single step. */
export async function lockPerson(db: Db, { userId }: { userId: string }): Promise<void> {
  await db.execute(sql`select 1 from users where id = ${userId} for no key update`)
}
