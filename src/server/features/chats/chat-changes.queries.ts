import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Chat, DeletedChat, UpdateChat } from '#shared/contract/chats.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Db } from '../../db/connect.ts'
import { chats } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'
import { getChat } from './chats.queries.ts'

type Owned = { chatId: string; userId: string }

const isOwn = ({ chatId, userId }: Owned) => and(eq(chats.id, chatId), eq(chats.userId, userId))

export const CHAT_KEPT = sql`interval '1 day' * ${LIMITS.deletedChatDays}`
/** Rows deleted before this time can't be restored; the next purge removes them. */
export const restorableSince = sql`now() - ${CHAT_KEPT}`

/** Keeps the first timestamp while the flag stays set; null clears it. */
const since = (column: typeof chats.pinnedAt | typeof chats.archivedAt, isSo: boolean) =>
  isSo ? sql`coalesce(${column}, now())` : null

/**
 * Renames, pins or archives a chat. Pinning unarchives, and archiving unpins.
 * @throws {AppError} NOT_FOUND
 */
export async function updateChat(
  db: Db,
  { title, pinned, archived, ...key }: UpdateChat & Owned,
): Promise<Chat> {
  const changed = await db
    .update(chats)
    .set({
      ...(title !== undefined && { title, titledBy: 'person' }),
      ...(pinned !== undefined && { pinnedAt: since(chats.pinnedAt, pinned) }),
      ...(archived !== undefined && { archivedAt: since(chats.archivedAt, archived) }),
      ...(pinned && { archivedAt: null }),
      ...(archived && { pinnedAt: null }),
    })
    .where(and(isOwn(key), isNull(chats.deletedAt)))
    .returning({ id: chats.id })
  if (changed.length === 0) throw notFound('Chat')
  return getChat(db, key)
}

/**
 * Soft-deletes a chat; {@link restoreChat} restores it. A running reply in it ends within seconds.
 * @throws {AppError} NOT_FOUND, also if it is deleted already.
 */
export async function deleteChat(db: Db, key: Owned): Promise<DeletedChat> {
  const [deleted] = await db
    .update(chats)
    .set({ deletedAt: sql`now()` })
    .where(and(isOwn(key), isNull(chats.deletedAt)))
    .returning({ id: chats.id, until: sql<Date>`now() + ${CHAT_KEPT}`.mapWith(chats.createdAt) })
  if (!deleted) throw notFound('Chat')
  return { id: deleted.id, restorableUntil: deleted.until.toISOString() }
}

/**
 * Restores a chat; does nothing if it is not deleted.
 * @throws {AppError} NOT_FOUND, also after the retention time.
 */
export async function restoreChat(db: Db, key: Owned): Promise<Chat> {
  await db
    .update(chats)
    .set({ deletedAt: null })
    .where(and(isOwn(key), gt(chats.deletedAt, restorableSince)))
  return getChat(db, key)
}
