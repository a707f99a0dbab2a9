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
/** What was deleted before then is gone: nobody can restore it, and the next purge takes it. */
const goneBefore = sql`now() - ${KEPT}`

/** Rows that one statement of a purge takes, so that none holds its locks for long. */
const PURGE_BATCH = 500
const PURGED_CHATS = 20

/** The first time something is said is the one that stands; null takes it back. */
const since = (column: typeof chats.pinnedAt | typeof chats.archivedAt, isSo: boolean) =>
  isSo ? sql`coalesce(${column}, now())` : null

/**
 * Renames, pins or archives a chat; what is pinned is not archived, and the other way round.
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
 * Deletes a chat for {@link restoreChat} to bring back; a reply that is being written in it ends within seconds.
 * @throws {AppError} NOT_FOUND, also when it is deleted already.
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
 * Takes a deletion back; a chat that is not deleted stays as it is.
 * @throws {AppError} NOT_FOUND, also when it was deleted too long ago.
 */
export async function restoreChat(db: Db, key: Owned): Promise<Chat> {
  await db
    .update(chats)
    .set({ deletedAt: null })
    .where(and(isOwn(key), gt(chats.deletedAt, goneBefore)))
  return getChat(db, key)
}

/** Removes for good the chats and messages that were deleted longer ago than they are kept; batch by batch. */
export async function purgeDeleted(db: Db): Promise<void> {
  for (;;) {
    const gone = await db
      .select({ id: chats.id })
      .from(chats)
      .where(lt(chats.deletedAt, goneBefore))
      .limit(PURGED_CHATS)
    const chatIds = gone.map(({ id }) => id)
    await purgeMessages(db, chatIds)
    if (chatIds.length === 0) return
    await db.delete(chats).where(inArray(chats.id, chatIds))
  }
}

/** Those of some chats, all of which are gone, or else whichever were deleted by themselves. */
async function purgeMessages(db: Db, chatIds: string[]): Promise<void> {
  const isGone = chatIds.length > 0 ? inArray(messages.chatId, chatIds) : lt(messages.deletedAt, goneBefore)
  for (;;) {
    // The newest first: whatever answers a message goes with it, and a long chat would go in one statement.
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
