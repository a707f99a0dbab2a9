import { and, eq, inArray, not, sql } from 'drizzle-orm'
import type { ProviderName, Usage } from '../ai/reply.ts'
import type { Db } from '../db/connect.ts'
import { chats, messages, users } from '../db/schema/index.ts'
import { type ReplyEnd, STOPPED } from './reply-feed.ts'

/** How long a writer that says nothing is believed to be alive. Measured by the database's clock alone. */
export const leaseUntil = () => sql`now() + interval '15 seconds'`

/**
 * In the owner's place once somebody asked for a stop: whoever wrote the reply may write nothing more but its end, with
 * all the text that was shown. No writer is ever called so.
 */
const STOP_ASKED = '00000000-0000-0000-0000-000000000000'

const released = { leaseOwner: null, leaseUntil: null }
const isRunning = eq(messages.status, 'running')
const wasAskedToStop = sql`${messages.leaseOwner} = ${STOP_ASKED}`

/** Nobody may read on in a deleted chat, nor a person who is banned. Needs `chats` and `users` in the query. */
const isWithdrawn = sql<boolean>`(${chats.deletedAt} is not null or
  (${users.banned} and (${users.banExpires} is null or ${users.banExpires} > now())))`

/** Saves partial texts and renews their leases in one statement. Answers the ids that are still the owner's. */
export async function saveTexts(
  db: Db,
  owner: string,
  replies: { id: string; text: string; provider: ProviderName | null }[],
): Promise<Set<string>> {
  const saved = await db.execute<{ id: string }>(sql`
    update ${messages} set content = saved.content, used_model = saved.used_model, lease_until = ${leaseUntil()}, updated_at = now()
    from unnest(${sql.param(replies.map(({ id }) => id))}::uuid[],
                ${sql.param(replies.map(({ text }) => text))}::text[],
                ${sql.param(replies.map(({ provider }) => provider))}::text[]) as saved (id, content, used_model)
    where ${messages.id} = saved.id and ${messages.leaseOwner} = ${owner} and ${messages.status} = 'running'
    returning ${messages.id}`)
  return new Set(saved.rows.map(({ id }) => id))
}

/** The replies that an owner is still the writer of. */
export async function listOwned(db: Db, owner: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(isRunning, eq(messages.leaseOwner, owner)))
  return new Set(rows.map(({ id }) => id))
}

/** An owner's running replies that their person may not read any more: the chat is deleted, or the person banned. */
export async function listWithdrawn(db: Db, owner: string): Promise<string[]> {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .innerJoin(users, eq(users.id, chats.userId))
    .where(and(isRunning, eq(messages.leaseOwner, owner), isWithdrawn))
  return rows.map(({ id }) => id)
}

/** What a reply is when it ends: its whole text, and the provider's own figures where it gave any. */
export type SettledReply = ReplyEnd & {
  id: string
  text: string
  usage: Usage | undefined
  provider: ProviderName | null
}

/** Writes the end of a reply, also of one that was asked to stop; false when it has an end already: the first wins. */
export async function settleReply(db: Db, owner: string, reply: SettledReply): Promise<boolean> {
  const settled = await db
    .update(messages)
    .set({
      content: reply.text,
      status: reply.status,
      errorCode: reply.errorCode,
      finishReason: reply.finishReason,
      nTokens: reply.usage?.nTokens ?? null,
      nCachedTokens: reply.usage?.nCachedTokens ?? null,
      usedModel: reply.provider,
      ...released,
    })
    .where(and(eq(messages.id, reply.id), inArray(messages.leaseOwner, [owner, STOP_ASKED]), isRunning))
    .returning({ id: messages.id })
  return settled.length > 0
}

/** Asks whoever writes a reply to end it: their next save finds that the row is no longer theirs. False when it ended. */
export async function askToStop(db: Db, id: string): Promise<boolean> {
  const asked = await db
    .update(messages)
    .set({ leaseOwner: STOP_ASKED })
    .where(and(eq(messages.id, id), isRunning))
    .returning({ id: messages.id })
  return asked.length > 0
}

/** Ends a reply whose writer does not answer, with the text that was saved; its writer's own end comes too late then. */
export async function stopWithoutWriter(db: Db, id: string): Promise<void> {
  await db
    .update(messages)
    .set({ ...STOPPED, ...released })
    .where(and(eq(messages.id, id), isRunning))
}

/**
 * Marks orphans as interrupted, or as stopped where that was asked for, and counts them. `liveIds` are being written
 * here and are left alone.
 */
export async function interruptOrphans(
  db: Db,
  { liveIds, isAlone }: { liveIds: string[]; isAlone: boolean },
): Promise<number> {
  const orphans = await db
    .update(messages)
    .set({
      status: sql`case when ${wasAskedToStop} then 'stopped' else 'interrupted' end`,
      errorCode: sql`case when ${wasAskedToStop} then null else 'server_stopped' end`,
      ...released,
    })
    .where(
      and(
        isRunning,
        isAlone ? undefined : sql`${messages.leaseUntil} < now()`,
        liveIds.length > 0 ? not(inArray(messages.id, liveIds)) : undefined,
      ),
    )
    .returning({ id: messages.id })
  return orphans.length
}

export type StoredReply = {
  text: string
  /** Undefined while somebody writes it. */
  end: ReplyEnd | undefined
  /** Its person may not read on. */
  isWithdrawn: boolean
}

/** A reply as the database has it. */
export async function readReply(db: Db, id: string): Promise<StoredReply | undefined> {
  const [row] = await db
    .select({
      text: messages.content,
      status: messages.status,
      errorCode: messages.errorCode,
      finishReason: messages.finishReason,
      isWithdrawn,
    })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .innerJoin(users, eq(users.id, chats.userId))
    .where(and(eq(messages.id, id), eq(messages.sender, 'ai')))
  if (!row) return undefined
  const { text, status, errorCode, finishReason } = row
  const end = status === 'running' ? undefined : { status, errorCode, finishReason }
  return { text, end, isWithdrawn: row.isWithdrawn }
}
