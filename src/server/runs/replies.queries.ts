import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { ReplyStep } from '#shared/contract/messages.ts'
import type { ProviderName } from '../ai/reply.ts'
import type { Db } from '../db/connect.ts'
import { chats, messages, users } from '../db/schema/index.ts'
import type { ReplyEnd, TakenUp } from './reply-feed.ts'

/** Lease of a writer, renewed with each save. Uses only the clock of the database. */
export const leaseUntil = () => sql`now() + interval '15 seconds'`

/**
 * Replaces the lease owner after a requested stop: the writer may then only store its end, with all text that
 * was shown. Never an id of an instance.
 */
export const STOP_ASKED = '00000000-0000-0000-0000-000000000000'

/** Replaces the lease owner after a handover at shutdown; any instance may take the reply over. */
export const HANDED_OVER = '00000000-0000-0000-0000-000000000001'

export const released = { leaseOwner: null, leaseUntil: null }
/** Matches the running row of this attempt. */
export const isWrittenBy = ({ id, attempt }: { id: string; attempt: number }) =>
  and(eq(messages.id, id), eq(messages.attempt, attempt), isRunning)
const isRunning = eq(messages.status, 'running')
/** A running reply whose lease expired; every reply of another owner when `isAlone`. */
export const isOrphan = ({ owner, isAlone }: { owner: string; isAlone: boolean }) =>
  and(isRunning, isAlone ? ne(messages.leaseOwner, owner) : sql`${messages.leaseUntil} < now()`)

/** An orphan may be taken over for ten minutes after the user asked for the reply. */
const RESUMABLE = sql`interval '10 minutes'`
export const resumableUntil = () => sql`now() + ${RESUMABLE}`
export const isResumable = sql<boolean>`coalesce(${messages.resumableUntil}, ${messages.createdAt} + ${RESUMABLE}) > now()`
/** Value of `resumableUntil` after the last takeover of a reply. */
export const NOT_RESUMABLE = new Date(0)

/** The chat is deleted or its user banned. Needs `chats` and `users` in the query. */
const isWithdrawn = sql<boolean>`(${chats.deletedAt} is not null or
  (${users.banned} and (${users.banExpires} is null or ${users.banExpires} > now())))`

/**
 * Provider, model and key of the writer, once known. `firstTokenMs` is undefined when an earlier writer
 * produced the first text.
 */
export type WrittenBy = {
  provider: ProviderName | null
  model: string | undefined
  isOwnKey: boolean | undefined
  firstTokenMs: number | undefined
}

/** Null without steps, as in the column. */
export const toJsonSteps = (steps: readonly ReplyStep[] | undefined): string | null =>
  steps && steps.length > 0 ? JSON.stringify(steps) : null

/**
 * Saves partial texts and renews their leases in one statement; `steps` only where they changed. Answers the ids that
 * the owner still holds.
 */
export async function saveTexts(
  db: Db,
  owner: string,
  replies: ({ id: string; text: string; steps: readonly ReplyStep[] | undefined } & WrittenBy)[],
): Promise<Set<string>> {
  const saved = await db.execute<{ id: string }>(sql`
    update ${messages} set content = saved.content, used_model = coalesce(saved.used_model, ${messages.usedModel}), own_key = coalesce(saved.own_key, ${messages.ownKey}),
      model_name = coalesce(saved.model_name, ${messages.modelName}), first_token_ms = coalesce(${messages.firstTokenMs}, saved.first_token_ms),
      steps = coalesce(saved.steps, ${messages.steps}), lease_until = ${leaseUntil()}, updated_at = now()
    from unnest(${sql.param(replies.map(({ id }) => id))}::uuid[],
                ${sql.param(replies.map(({ text }) => text))}::text[],
                ${sql.param(replies.map(({ provider }) => provider))}::text[],
                ${sql.param(replies.map(({ isOwnKey }) => isOwnKey ?? null))}::boolean[],
                ${sql.param(replies.map(({ model }) => model ?? null))}::text[],
                ${sql.param(replies.map(({ firstTokenMs }) => firstTokenMs ?? null))}::integer[],
                ${sql.param(replies.map(({ steps }) => toJsonSteps(steps)))}::jsonb[])
      as saved (id, content, used_model, own_key, model_name, first_token_ms, steps)
    where ${messages.id} = saved.id and ${messages.leaseOwner} = ${owner} and ${messages.status} = 'running'
    returning ${messages.id}`)
  return new Set(saved.rows.map(({ id }) => id))
}

/** Ids of the running replies that the owner holds. */
export async function listOwned(db: Db, owner: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(isRunning, eq(messages.leaseOwner, owner)))
  return new Set(rows.map(({ id }) => id))
}

/** Ids of the owner's running replies whose chat is deleted or whose user is banned. */
export async function listRevoked(db: Db, owner: string): Promise<string[]> {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .innerJoin(users, eq(users.id, chats.userId))
    .where(and(isRunning, eq(messages.leaseOwner, owner), isWithdrawn))
  return rows.map(({ id }) => id)
}

/** The state of one attempt, with the whole text and all steps. */
export type WrittenReply = { id: string } & TakenUp

/** Null without steps, as in the column. */
export const stepsColumn = (steps: readonly ReplyStep[]) => (steps.length > 0 ? [...steps] : null)

/** Keeps the first writer's value. */
const firstTokenAfter = (milliseconds: number | undefined) =>
  milliseconds === undefined ? {} : { firstTokenMs: sql`coalesce(${messages.firstTokenMs}, ${milliseconds})` }

/**
 * Releases a reply for any instance to take over. False when the owner no longer holds it, or when a stop was
 * requested.
 */
export async function releaseReply(
  db: Db,
  owner: string,
  reply: WrittenReply & Pick<WrittenBy, 'firstTokenMs'>,
): Promise<boolean> {
  const released = await db
    .update(messages)
    .set({
      content: reply.text,
      steps: stepsColumn(reply.steps),
      ...firstTokenAfter(reply.firstTokenMs),
      leaseOwner: HANDED_OVER,
      leaseUntil: sql`now() - interval '1 second'`,
    })
    .where(and(isWrittenBy(reply), eq(messages.leaseOwner, owner)))
    .returning({ id: messages.id })
  return released.length > 0
}

/** Whether the owner may still write this attempt; after a requested stop it may store the end. */
export async function isWriter(
  db: Db,
  owner: string,
  reply: Pick<WrittenReply, 'id' | 'attempt'>,
): Promise<boolean> {
  const isOwner = inArray(messages.leaseOwner, [owner, STOP_ASKED])
  return (await db.$count(messages, and(isWrittenBy(reply), isOwner))) > 0
}

/** Requests a stop: the writer's next save finds that it lost the row. False when the reply has ended. */
export async function askToStop(db: Db, id: string): Promise<boolean> {
  const asked = await db
    .update(messages)
    .set({ leaseOwner: STOP_ASKED })
    .where(and(eq(messages.id, id), isRunning))
    .returning({ id: messages.id })
  return asked.length > 0
}

export type StoredReply = TakenUp & {
  /** Undefined while the reply is running. */
  end: ReplyEnd | undefined
  /** The chat is deleted or its user banned. */
  isWithdrawn: boolean
}

/** The stored state of a reply; undefined when it does not exist. */
export async function readReply(db: Db, id: string): Promise<StoredReply | undefined> {
  const [row] = await db
    .select({
      text: messages.content,
      steps: messages.steps,
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
  return { text, steps: row.steps ?? [], attempt, end, isWithdrawn: row.isWithdrawn }
}
