import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Usage } from '../ai/reply.ts'
import type { Db } from '../db/connect.ts'
import { messages } from '../db/schema/index.ts'
import { statement } from '../db/statement.ts'
import { isWrittenBy, released, STOP_ASKED, type WrittenBy, type WrittenReply } from './replies.queries.ts'
import { type ReplyEnd, STOPPED } from './reply-feed.ts'

/** A concurrent save may have stored more text than was read before. */
const longerOf = (text: string) =>
  sql`case when length(${messages.content}) > length(${text}::text) then ${messages.content} else ${text} end`

/** A reply at its end: the whole text, and the provider's usage where it reported one. */
export type SettledReply = ReplyEnd & WrittenReply & WrittenBy & { usage: Usage | undefined }

/** A stopped reply counts against the quota even before its first word, because the provider was called. */
const isFailure = ({ status }: ReplyEnd) => status === 'error' || status === 'interrupted'

/**
 * Writes the end of a reply, also after a requested stop. False when it has an end already or another writer;
 * the first end wins. A failed reply without new text returns its quota.
 */
export async function settleReply(db: Db, owner: string, reply: SettledReply): Promise<boolean> {
  if (!isFailure(reply)) return endReply(db, owner, reply)
  return db.transaction(async (tx) => {
    const isEnded = await endReply(tx, owner, reply)
    if (isEnded) await refundReservations(tx, [reply.id])
    return isEnded
  })
}

const value = (name: keyof SettledReply | keyof Usage | 'owner', type: string) =>
  sql`${sql.placeholder(name)}::${sql.raw(type)}`
/** Adds to the usage of earlier attempts; no usage leaves the column as it is. */
const plus = (column: AnyPgColumn, more: keyof Usage) =>
  sql`coalesce(${column} + ${value(more, 'integer')}, ${column}, ${value(more, 'integer')})`

const end = statement(
  'end_reply',
  sql`update messages set content = ${value('text', 'text')}, status = ${value('status', 'text')},
    error_code = ${value('errorCode', 'text')}, finish_reason = ${value('finishReason', 'text')},
    n_tokens = ${plus(messages.nTokens, 'nTokens')},
    n_cached_tokens = ${plus(messages.nCachedTokens, 'nCachedTokens')},
    n_output_tokens = ${plus(messages.nOutputTokens, 'nOutputTokens')},
    used_model = coalesce(${value('provider', 'text')}, used_model),
    model_name = coalesce(${value('model', 'text')}, model_name),
    own_key = coalesce(${value('isOwnKey', 'boolean')}, own_key),
    first_token_ms = coalesce(first_token_ms, ${value('firstTokenMs', 'integer')}),
    lease_owner = null, lease_until = null, updated_at = now()
  where id = ${value('id', 'uuid')} and attempt = ${value('attempt', 'integer')} and status = 'running'
    and lease_owner in (${value('owner', 'uuid')}, ${sql.raw(`'${STOP_ASKED}'`)})
  returning id`,
)

const NO_USAGE = { nTokens: null, nCachedTokens: null, nOutputTokens: null }

async function endReply(
  db: Db,
  owner: string,
  { usage, model, isOwnKey, firstTokenMs, ...reply }: SettledReply,
): Promise<boolean> {
  const optional = { model: model ?? null, isOwnKey: isOwnKey ?? null, firstTokenMs: firstTokenMs ?? null }
  return (await end(db, { ...reply, ...optional, ...(usage ?? NO_USAGE), owner })).length > 0
}

/**
 * Ends a reply whose writer does not answer, with all known text. False when it has ended already. Without
 * new text the quota is returned.
 */
export async function stopWithoutWriter(db: Db, reply: WrittenReply): Promise<boolean> {
  return db.transaction(async (tx) => {
    const stopped = await tx
      .update(messages)
      .set({ ...STOPPED, ...released, content: longerOf(reply.text) })
      .where(isWrittenBy(reply))
      .returning({ id: messages.id })
    await refundReservations(
      tx,
      stopped.map(({ id }) => id),
    )
    return stopped.length > 0
  })
}

/**
 * Returns the monthly quota that was reserved for these replies, once each, unless they gained text since.
 * Must run in the transaction that ends them, after the update: a concurrent end may win.
 */
export async function refundReservations(tx: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  // Months are locked in one order, because several instances may return quota to the same users.
  await tx.execute(sql`
    with free as (
      select messages.id, chats.user_id, messages.quota_month as month
      from messages join chats on chats.id = messages.chat_id
      where messages.id = any(${sql.param(ids)}::uuid[]) and messages.quota_month is not null
        and length(messages.content) <= messages.quota_length
    ), released as (
      update messages set quota_month = null, quota_length = null from free where messages.id = free.id
    ), returned as (
      select user_id, month, count(*)::int as count from free group by user_id, month
    ), locked as (
      select usage_months.user_id, usage_months.month, returned.count
      from usage_months join returned on returned.user_id = usage_months.user_id and returned.month = usage_months.month
      order by usage_months.user_id, usage_months.month
      for no key update of usage_months
    )
    update usage_months set used = greatest(usage_months.used - locked.count, 0)
    from locked where usage_months.user_id = locked.user_id and usage_months.month = locked.month`)
}
