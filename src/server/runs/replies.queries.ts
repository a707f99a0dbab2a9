import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ProviderName } from '../ai/reply.ts'
import type { Db } from '../db/connect.ts'
import { chats, messages, users } from '../db/schema/index.ts'
import type { ReplyEnd, TakenUp } from './reply-feed.ts'

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
export const isWrittenBy = ({ id, attempt }: { id: string; attempt: number }) =>
  and(eq(messages.id, id), eq(messages.attempt, attempt), isRunning)
const isRunning = eq(messages.status, 'running')
/** What nobody is believed to be writing any more. */
export const isOrphan = (isAlone: boolean) =>
  and(isRunning, isAlone ? undefined : sql`${messages.leaseUntil} < now()`)

/** Nobody may read on in a deleted chat, nor a person who is banned. Needs `chats` and `users` in the query. */
const isWithdrawn = sql<boolean>`(${chats.deletedAt} is not null or
  (${users.banned} and (${users.banExpires} is null or ${users.banExpires} > now())))`

/** Who writes a reply and with whose key, once that is known, and how long its first text took, where it is this writer's. */
export type WrittenBy = {
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
export async function listRevoked(db: Db, owner: string): Promise<string[]> {
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

/** The first writer's figure stays. */
export const firstTokenAfter = (milliseconds: number | undefined) =>
  milliseconds === undefined ? {} : { firstTokenMs: sql`coalesce(${messages.firstTokenMs}, ${milliseconds})` }

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
