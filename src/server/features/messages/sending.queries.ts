import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { type ChatOrigin, chats, messages } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'
import type { Owned } from './branches.queries.ts'

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
 * Locks the user's chat and marks it as written to now. Returns its origin.
 * @throws {AppError} NOT_FOUND
 */
export async function lockForWriting(tx: Db, { chatId, userId }: Owned): Promise<ChatOrigin | null> {
  const [chat] = await tx
    .update(chats)
    .set({ lastMessageAt: sql`now()` })
    .where(and(eq(chats.id, chatId), eq(chats.userId, userId), isNull(chats.deletedAt)))
    .returning({ origin: chats.origin })
  if (!chat) throw notFound('Chat')
  return chat.origin
}

/** Gives a chat another version, so that no reply is stored that was prepared before. */
export async function renewVersion(db: Db, { chatId }: { chatId: string }): Promise<void> {
  await db
    .update(chats)
    .set({ updatedAt: sql`${chats.updatedAt}` })
    .where(eq(chats.id, chatId))
}
