import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Chat, DeletedChat, UpdateChat } from '#shared/contract/chats.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Db } from '../../db/connect.ts'
import { chats, messages } from '../../db/schema/index.ts'
import { notFound } from '../../http/errors.ts'
import { getChat } from './chats.queries.ts'

type Owned = { chatId: string; userId: string }

const isOwn = ({ chatId, userId }: Owned) => and(eq(chats.id, chatId), eq(chats.userId, userId))

const KEPT = sql`interval '1 day' * ${LIMITS.deletedChatDays}`
/** Rows deleted before this time can't be restored; the next purge removes them. */
const restorableSince = sql`now() - ${KEPT}`

/** Rows per DELETE statement, so that locks are held briefly. */
const PURGE_BATCH = 500
const PURGED_CHATS = 20

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
    .returning({ id: chats.id, until: sql<Date>`now() + ${KEPT}`.mapWith(chats.createdAt) })
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

/** Deletes chats and messages whose retention time is over, in batches. */
export async function purgeDeleted(db: Db): Promise<void> {
  for (;;) {
    const gone = await db
      .select({ id: chats.id })
      .from(chats)
      .where(lt(chats.deletedAt, restorableSince))
      .limit(PURGED_CHATS)
    const chatIds = gone.map(({ id }) => id)
    await purgeMessages(db, chatIds)
    if (chatIds.length === 0) return
    await db.delete(chats).where(inArray(chats.id, chatIds))
  }
}

/** Purges messages of these deleted chats, or the individually deleted ones. */
async function purgeMessages(db: Db, chatIds: string[]): Promise<void> {
  const isGone =
    chatIds.length > 0 ? inArray(messages.chatId, chatIds) : lt(messages.deletedAt, restorableSince)
  for (;;) {
    // Newest first: deleting a message cascades to its answers, so oldest first would delete a long chat in
    // one statement.
    const batch = db
      .select({ id: messages.id })
      .from(messages)
      .where(isGone)
      .orderBy(desc(messages.seq))
      .limit(PURGE_BATCH)
    const purged = await db.delete(messages).where(inArray(messages.id, batch)).returning({ id: messages.id })
    if (purged.length < PURGE_BATCH) return
  }
}
