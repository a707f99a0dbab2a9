import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { chatSummaries, chats, messages } from '../../db/schema/index.ts'
import { AppError, notFound } from '../../http/errors.ts'

const { grounding: _, ...columns } = getTableColumns(messages)

/** All columns but the context that the model read, which is long and rarely needed. */
export const messageColumns = columns
export type MessageRow = Omit<typeof messages.$inferSelect, 'grounding'>

export type Owned = { chatId: string; userId: string }

/** Sequence of the last message of a chat's active branch. */
export const activeEnd = (chatId: SQL) => sql`coalesce(
  (select leaf.seq from chats join messages leaf on leaf.chat_id = chats.id and leaf.id = chats.leaf_id
    where chats.id = ${chatId} and leaf.deleted_at is null),
  (select max(seq) from messages where chat_id = ${chatId} and deleted_at is null))`

type BranchRow = { id: string; parentId: string | null; seq: number; deletedAt: unknown }

/**
 * A branch from its leaf upwards, newest first: at most `limit` rows, stopping at the first id in `until`.
 * `readDown` reads rows of the chat, newest first, from the leaf, or from the sequence `below`.
 * Reads the chat backwards, because parents are older than children and most chats have one branch; following
 * parent by parent costs six times as much.
 */
export async function branchUpFrom<Row extends BranchRow>(
  readDown: (below: number | undefined) => Promise<Row[]>,
  { limit, until }: { limit: number; until?: ReadonlySet<string> },
): Promise<Row[]> {
  let below: number | undefined
  let wanted: string | null | undefined
  const found: Row[] = []
  while (wanted !== null && found.length < limit) {
    const rows = await readDown(below)
    for (const row of rows) {
      if ((found.length > 0 && row.id !== wanted) || found.length === limit) continue
      found.push(row)
      wanted = until?.has(row.id) ? null : row.parentId
    }
    const oldest = rows.at(-1)
    if (!oldest) break
    below = oldest.seq - 1
  }
  return found.filter(({ deletedAt }) => deletedAt === null)
}

/**
 * Locks the user's chat, so that no reply starts in it meanwhile, nor one that was prepared before.
 * @throws {AppError} NOT_FOUND, or CONFLICT while a reply is being written in it.
 */
export async function lockIdleChat(tx: Db, { chatId, userId }: Owned): Promise<void> {
  // Any update gives the row another version, which `storeReply` compares.
  const [chat] = await tx
    .update(chats)
    .set({ updatedAt: sql`now()` })
    .where(and(eq(chats.id, chatId), eq(chats.userId, userId), isNull(chats.deletedAt)))
    .returning({ id: chats.id })
  if (!chat) throw notFound('Chat')
  const running = and(eq(messages.chatId, chatId), eq(messages.status, 'running'))
  if ((await tx.$count(messages, running)) > 0) throw replyIsRunning()
}

export const replyIsRunning = () =>
  new AppError('CONFLICT', 'Uma resposta ainda está em andamento nesta conversa.')

/** The leaf below a message, following the newest descendant; the message itself if it has no children. */
async function findLeafBelow(db: Db, messageId: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive below as (
      select id, seq from messages where id = ${messageId}
      union all
      select child.id, child.seq from messages child join below on child.parent_id = below.id
      where child.deleted_at is null)
    select id from below order by seq desc limit 1`)
  return rows[0]?.id ?? messageId
}

/**
 * Makes the branch through this message active, down to its newest descendant. The caller must hold the
 * chat's lock.
 */
export async function activateBranch(tx: Db, { chatId, messageId }: { chatId: string; messageId: string }) {
  const leafId = await findLeafBelow(tx, messageId)
  // The newest message is active by default; storing no choice keeps later messages active too.
  const newest = sql`(select id from messages where chat_id = ${chatId} and deleted_at is null order by seq desc limit 1)`
  await tx
    .update(chats)
    .set({ leafId: sql`nullif(${leafId}::uuid, ${newest})` })
    .where(eq(chats.id, chatId))
}

/** Resets the active branch to the one that ends at the newest message. */
export async function activateNewest(tx: Db, { chatId }: { chatId: string }): Promise<void> {
  await tx.update(chats).set({ leafId: null }).where(eq(chats.id, chatId))
}

/** The leaf of a chat's active branch; undefined if the chat is empty. */
export async function findActiveLeaf(db: Db, { chatId }: { chatId: string }): Promise<string | undefined> {
  const [leaf] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.chatId, chatId), eq(messages.seq, activeEnd(sql`${chatId}::uuid`))))
  return leaf?.id
}

/** Soft-deletes a message, its descendants, and every summary made from any of them. Returns their ids. */
export async function deleteFrom(tx: Db, { messageId }: { messageId: string }): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with recursive below as (
      select id from messages where id = ${messageId}
      union all
      select child.id from messages child join below on child.parent_id = below.id)
    update messages set deleted_at = now(), updated_at = now() from below
    where messages.id = below.id and messages.deleted_at is null
    returning messages.id`)
  const ids = rows.map(({ id }) => id)
  await tx.delete(chatSummaries).where(inArray(chatSummaries.throughMessageId, ids))
  return new Set(ids)
}
