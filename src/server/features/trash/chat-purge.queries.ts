import { and, desc, eq, inArray, lt, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { chats, messages } from '../../db/schema/index.ts'
import { attachmentsOf, retireUnused } from '../attachments/attachments.queries.ts'
import { restorableSince } from '../chats/chat-changes.queries.ts'
import { keepUsageOfMessages } from '../usage/usage-days.queries.ts'

/** Messages per transaction, so that locks are held briefly. */
const PURGED_MESSAGES = 500
const PURGED_CHATS = 20

/** Some chats whose retention time is over; of one user, if given. */
export async function findPurgeable(db: Db, owner: { userId: string } | undefined): Promise<string[]> {
  const rows = await db
    .select({ id: chats.id })
    .from(chats)
    .where(and(lt(chats.deletedAt, restorableSince), owner && eq(chats.userId, owner.userId)))
    .limit(PURGED_CHATS)
  return rows.map(({ id }) => id)
}

/** Ids of the running replies of these chats. */
export async function listRunningIn(db: Db, chatIds: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(inArray(messages.chatId, chatIds), eq(messages.status, 'running')))
  return rows.map(({ id }) => id)
}

/**
 * Deletes a batch of messages of these chats, or without chats of the individually deleted ones whose retention
 * time is over. Their figures stay. Returns the keys of files that no message has any more, and whether the batch
 * was the last.
 */
export const purgeMessages = (
  db: Db,
  chatIds: string[] | undefined,
): Promise<{ keys: string[]; isOver: boolean }> =>
  db.transaction(async (tx) => {
    const which: SQL = chatIds ? inArray(messages.chatId, chatIds) : lt(messages.deletedAt, restorableSince)
    // Newest first: deleting a message cascades to its answers, so oldest first would delete a long chat in
    // one statement.
    const batch = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(which)
      .orderBy(desc(messages.seq))
      .limit(PURGED_MESSAGES)
    if (batch.length === 0) return { keys: [], isOver: true }
    const messageIds = batch.map(({ id }) => id)
    await keepUsageOfMessages(tx, { messageIds })
    const attachmentIds = await attachmentsOf(tx, { messageIds })
    await tx.delete(messages).where(inArray(messages.id, messageIds))
    const keys = await retireUnused(tx, { attachmentIds })
    return { keys, isOver: batch.length < PURGED_MESSAGES }
  })

/** Deletes chats whose messages are purged. */
export async function deleteChats(db: Db, chatIds: string[]): Promise<void> {
  await db.delete(chats).where(inArray(chats.id, chatIds))
}
