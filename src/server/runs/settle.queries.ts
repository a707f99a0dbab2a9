import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Usage } from '../ai/reply.ts'
import type { Db } from '../db/connect.ts'
import { messages } from '../db/schema/index.ts'
import { statement } from '../db/statement.ts'
import { refundReservations } from './refunds.queries.ts'
import {
  isWrittenBy,
  released,
  STOP_ASKED,
  toJsonSteps,
  type WrittenBy,
  type WrittenReply,
} from './replies.queries.ts'
import { type ReplyEnd, STOPPED } from './reply-feed.ts'
import { endSteps } from './reply-steps.ts'

/** A concurrent save may have stored more text than was read before. */
const longerOf = (text: string) =>
  sql`case when length(${messages.content}) > length(${text}::text) then ${messages.content} else ${text} end`

/** The same for the steps, of which an end leaves none running. */
const stepsWith = ({ text, steps }: WrittenReply) =>
  sql`case when length(${messages.content}) > length(${text}::text) then ${messages.steps} else ${toJsonSteps(endSteps(steps))}::jsonb end`

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
  sql`update messages set content = ${value('text', 'text')}, steps = ${value('steps', 'jsonb')}, status = ${value('status', 'text')},
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
  { usage, model, isOwnKey, firstTokenMs, steps, ...reply }: SettledReply,
): Promise<boolean> {
  const optional = { model: model ?? null, isOwnKey: isOwnKey ?? null, firstTokenMs: firstTokenMs ?? null }
  const values = { ...reply, ...optional, ...(usage ?? NO_USAGE), steps: toJsonSteps(steps), owner }
  return (await end(db, values)).length > 0
}

/**
 * Ends a reply whose writer does not answer, with all known text. False when it has ended already. Without
 * new text the quota is returned.
 */
export async function stopWithoutWriter(db: Db, reply: WrittenReply): Promise<boolean> {
  return db.transaction(async (tx) => {
    const stopped = await tx
      .update(messages)
      .set({ ...STOPPED, ...released, content: longerOf(reply.text), steps: stepsWith(reply) })
      .where(isWrittenBy(reply))
      .returning({ id: messages.id })
    await refundReservations(
      tx,
      stopped.map(({ id }) => id),
    )
    return stopped.length > 0
  })
}
