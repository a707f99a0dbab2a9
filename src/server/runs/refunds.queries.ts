import { sql } from 'drizzle-orm'
import type { ReplyErrorCode } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import { type ReplyCost, ReplyError } from '../ai/reply.ts'
import type { Db } from '../db/connect.ts'

/** Failures that the provider bills without reporting it. A reported usage is billed whatever the failure. */
const BILLED: readonly ReplyErrorCode[] = ['empty', 'first_token_timeout', 'stall']

/** Whether the provider bills a failed call. The failure of a call without an answer in time is a timeout. */
export const isBilled = (error: unknown, { usage }: ReplyCost = {}): boolean =>
  usage !== undefined ||
  !(error instanceof ReplyError) ||
  error.usage !== undefined ||
  BILLED.includes(error.code)

const MAX = LIMITS.returnedMessagesPerMonth

type Returned = { userId: string; month: string; extraId: string | null; isBilled: boolean }

/**
 * Returns one message of a user's month, or of the extra messages that paid for it, after a failed call without text. Of the billed ones only a limited number
 * per month is returned: otherwise replies that cost the operator would be unlimited.
 */
export async function returnMessage(
  db: Db,
  { userId, month, extraId, isBilled: billed }: Returned,
): Promise<void> {
  await db.execute(sql`
    with back as (
      update usage_months set returned = returned + ${billed}::boolean::int,
        used = greatest(used - (${extraId}::uuid is null)::int, 0)
      where user_id = ${userId} and month = ${month} and (not ${billed}::boolean or returned < ${MAX})
      returning 1
    )
    update extra_messages set used = greatest(used - 1, 0) where id = ${extraId} and exists (select from back)`)
}

const codes = sql.raw(BILLED.map((code) => `'${code}'`).join(', '))

/**
 * Returns the messages that were reserved for these replies to their month or extra messages, once each, unless they gained text since; of billed
 * ones as many as {@link returnMessage}. Must run in the transaction that ends them, after the update: a concurrent
 * end may win.
 */
export async function refundReservations(tx: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  // Months are locked in one order, because several instances may return quota to the same users.
  await tx.execute(sql`
    with free as (
      select messages.id, chats.user_id, messages.quota_month as month, messages.extra_id,
        coalesce(messages.quota_weight, 1) as weight,
        messages.error_code in (${codes}) or messages.n_tokens is not null as is_billed
      from messages join chats on chats.id = messages.chat_id
      where messages.id = any(${sql.param(ids)}::uuid[]) and messages.quota_month is not null
        and length(messages.content) <= messages.quota_length
    ), locked as (
      select usage_months.user_id, usage_months.month, usage_months.returned
      from usage_months
      where (usage_months.user_id, usage_months.month) in (select user_id, month from free)
      order by usage_months.user_id, usage_months.month
      for no key update
    ), ranked as (
      select free.*, locked.returned,
        row_number() over (partition by free.user_id, free.month, free.is_billed order by free.id) as place
      from free join locked on locked.user_id = free.user_id and locked.month = free.month
    ), chosen as (
      select * from ranked where is_billed is not true or place <= ${MAX} - returned
    ), released as (
      update messages set quota_month = null, quota_length = null, quota_weight = null, extra_id = null from chosen
      where messages.id = chosen.id
    ), extras as (
      select id from extra_messages where id in (select extra_id from chosen) order by id for no key update
    ), extras_back as (
      update extra_messages set used = greatest(extra_messages.used - back.weight, 0)
      from (select extra_id, sum(weight)::int as weight from chosen group by extra_id) back
        join extras on extras.id = back.extra_id
      where extra_messages.id = back.extra_id
    ), back as (
      select user_id, month, coalesce(sum(weight) filter (where extra_id is null), 0)::int as weight,
        (count(*) filter (where is_billed))::int as billed
      from chosen group by user_id, month
    )
    update usage_months set used = greatest(usage_months.used - back.weight, 0), returned = usage_months.returned + back.billed
    from back where usage_months.user_id = back.user_id and usage_months.month = back.month`)
}
