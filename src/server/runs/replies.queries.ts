import { and, eq, inArray, not, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ProviderName, Usage } from '../ai/reply.ts'
import type { Db } from '../db/connect.ts'
import { chats, messages, users } from '../db/schema/index.ts'
import { type ReplyEnd, STOPPED, type TakenUp } from './reply-feed.ts'

/** How long a writer that says nothing is believed to be alive. Measured by the database's clock alone. */
export const leaseUntil = () => sql`now() + interval '15 seconds'`

/**
 * In the owner's place once somebody asked for a stop: whoever wrote the reply may write nothing more but its end, with
 * all the text that was shown. No writer is ever called so.
 */
export const STOP_ASKED = '00000000-0000-0000-0000-000000000000'

/** In the owner's place once the writer left in order, for whoever takes the reply up. */
const HANDED_OVER = '00000000-0000-0000-0000-000000000001'

export const released = { leaseOwner: null, leaseUntil: null }
const isWrittenBy = ({ id, attempt }: { id: string; attempt: number }) =>
  and(eq(messages.id, id), eq(messages.attempt, attempt), isRunning)
/** A row that was saved meanwhile has more than what was read of it before. */
const longerOf = (text: string) =>
  sql`case when length(${messages.content}) > length(${text}::text) then ${messages.content} else ${text} end`
const isRunning = eq(messages.status, 'running')
/** What nobody is believed to be writing any more. */
export const isOrphan = (isAlone: boolean) =>
  and(isRunning, isAlone ? undefined : sql`${messages.leaseUntil} < now()`)
const wasAskedToStop = sql`${messages.leaseOwner} = ${STOP_ASKED}`

/** Nobody may read on in a deleted chat, nor a person who is banned. Needs `chats` and `users` in the query. */
const isWithdrawn = sql<boolean>`(${chats.deletedAt} is not null or
  (${users.banned} and (${users.banExpires} is null or ${users.banExpires} > now())))`

/** Who writes a reply and with whose key, once that is known, and how long its first text took, where it is this writer's. */
type WrittenBy = {
  provider: ProviderName | null
  model: string | undefined
  isOwnKey: boolean | undefined
  firstTokenMs: number | undefined
}

/** Saves partial texts and renews their leases in one statement. Answers the ids that are still the owner's. */
export async function saveTexts(
  db: Db,
  owner: string,
  replies: ({ id: string; text: string } & WrittenBy)[],
): Promise<Set<string>> {
  const saved = await db.execute<{ id: string }>(sql`
    update ${messages} set content = saved.content, used_model = coalesce(saved.used_model, ${messages.usedModel}), own_key = coalesce(saved.own_key, ${messages.ownKey}),
      model_name = coalesce(saved.model_name, ${messages.modelName}), first_token_ms = coalesce(${messages.firstTokenMs}, saved.first_token_ms),
      lease_until = ${leaseUntil()}, updated_at = now()
    from unnest(${sql.param(replies.map(({ id }) => id))}::uuid[],
                ${sql.param(replies.map(({ text }) => text))}::text[],
                ${sql.param(replies.map(({ provider }) => provider))}::text[],
                ${sql.param(replies.map(({ isOwnKey }) => isOwnKey ?? null))}::boolean[],
                ${sql.param(replies.map(({ model }) => model ?? null))}::text[],
                ${sql.param(replies.map(({ firstTokenMs }) => firstTokenMs ?? null))}::integer[])
      as saved (id, content, used_model, own_key, model_name, first_token_ms)
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

/** One writer's part in a reply; the text is the whole one. */
export type WrittenReply = { id: string; attempt: number; text: string }

/** What a reply is when it ends: its whole text, and the provider's own figures where it gave any. */
export type SettledReply = ReplyEnd & WrittenReply & WrittenBy & { usage: Usage | undefined }

/** What an earlier writer of the reply has cost counts too. */
const plus = (column: AnyPgColumn, more: number) => sql`coalesce(${column}, 0) + ${more}`

/** The first writer's figure stays. */
const firstTokenAfter = (milliseconds: number | undefined) =>
  milliseconds === undefined ? {} : { firstTokenMs: sql`coalesce(${messages.firstTokenMs}, ${milliseconds})` }

/**
 * Writes the end of a reply, also of one that was asked to stop; false when it has an end already, the first wins, or
 * another writer.
 */
export async function settleReply(db: Db, owner: string, reply: SettledReply): Promise<boolean> {
  const settled = await db
    .update(messages)
    .set({
      content: reply.text,
      status: reply.status,
      errorCode: reply.errorCode,
      finishReason: reply.finishReason,
      ...(reply.usage && {
        nTokens: plus(messages.nTokens, reply.usage.nTokens),
        nCachedTokens: plus(messages.nCachedTokens, reply.usage.nCachedTokens),
        nOutputTokens: plus(messages.nOutputTokens, reply.usage.nOutputTokens),
      }),
      ...(reply.provider && { usedModel: reply.provider }),
      ...(reply.model && { modelName: reply.model }),
      ...firstTokenAfter(reply.firstTokenMs),
      ...(reply.isOwnKey !== undefined && { ownKey: reply.isOwnKey }),
      ...released,
    })
    .where(and(isWrittenBy(reply), inArray(messages.leaseOwner, [owner, STOP_ASKED])))
    .returning({ id: messages.id })
  return settled.length > 0
}

/** Leaves a reply to whichever instance takes it up first; false when it is not the owner's to leave, or asked to stop. */
export async function releaseReply(
  db: Db,
  owner: string,
  reply: WrittenReply & Pick<WrittenBy, 'firstTokenMs'>,
): Promise<boolean> {
  const released = await db
    .update(messages)
    .set({
      content: reply.text,
      ...firstTokenAfter(reply.firstTokenMs),
      leaseOwner: HANDED_OVER,
      leaseUntil: sql`now() - interval '1 second'`,
    })
    .where(and(isWrittenBy(reply), eq(messages.leaseOwner, owner)))
    .returning({ id: messages.id })
  return released.length > 0
}

/** Whether a writer may still write; with a stop asked for it may, its end. */
export async function isWriter(db: Db, owner: string, reply: Omit<WrittenReply, 'text'>): Promise<boolean> {
  const isOwner = inArray(messages.leaseOwner, [owner, STOP_ASKED])
  return (await db.$count(messages, and(isWrittenBy(reply), isOwner))) > 0
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

/**
 * Ends a reply whose writer does not answer, with all the text that is known; its writer's own end comes too late then.
 * False when it came before.
 */
export async function stopWithoutWriter(db: Db, reply: WrittenReply): Promise<boolean> {
  const stopped = await db
    .update(messages)
    .set({ ...STOPPED, ...released, content: longerOf(reply.text) })
    .where(isWrittenBy(reply))
    .returning({ id: messages.id })
  return stopped.length > 0
}

/**
 * Marks orphans as interrupted, or as stopped where that was asked for, and answers which. `liveIds` are being written
 * here and are left alone.
 */
export async function interruptOrphans(
  db: Db,
  { liveIds, isAlone }: { liveIds: string[]; isAlone: boolean },
): Promise<string[]> {
  const orphans = await db
    .update(messages)
    .set({
      status: sql`case when ${wasAskedToStop} then 'stopped' else 'interrupted' end`,
      errorCode: sql`case when ${wasAskedToStop} then null else 'server_stopped' end`,
      ...released,
    })
    .where(and(isOrphan(isAlone), liveIds.length > 0 ? not(inArray(messages.id, liveIds)) : undefined))
    .returning({ id: messages.id })
  return orphans.map(({ id }) => id)
}

export type StoredReply = TakenUp & {
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
      attempt: messages.attempt,
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
  const { text, attempt, status, errorCode, finishReason } = row
  const end = status === 'running' ? undefined : { status, errorCode, finishReason }
  return { text, attempt, end, isWithdrawn: row.isWithdrawn }
}
