import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { dayOf } from '../../db/local-day.ts'
import { BEST_PLAN_FIRST, isLive } from '../subscriptions/effective-plan.queries.ts'
import { type Days, isOn, MODEL, PROVIDER } from './usage-days.queries.ts'
import type { SumRow } from './usage-sums.ts'

const NO_PLAN = sql.raw(`'00000000-0000-0000-0000-000000000000'::uuid`)

/** Recomputes messages and replies per plan on these days, by the plan that counts for each user now. */
export async function countPlanDays(db: Db, days: Days): Promise<void> {
  await db.execute(sql`delete from plan_days where day between ${days.from}::date and ${days.to}::date`)
  await db.execute(sql`
    with pieces as (
      select ${dayOf(sql`m.created_at`)} as day, c.user_id, ${PROVIDER} as provider, ${MODEL} as model,
        m.sender = 'ai' and m.own_key as is_own_key,
        count(*) filter (where m.sender = 'human') as messages, count(*) filter (where m.sender = 'ai') as replies,
        sum(m.n_tokens) as n_tokens, sum(m.n_cached_tokens) as n_cached_tokens, sum(m.n_output_tokens) as n_output_tokens
      from messages m join chats c on c.id = m.chat_id
      where ${isOn(sql`m.created_at`, days)} and m.status <> 'running'
      group by 1, 2, 3, 4, 5
    ), ranked as (
      select id, row_number() over (order by ${sql.join(BEST_PLAN_FIRST, sql`, `)}) as rank from plans
    ), best as (
      select subscriptions.user_id, min(ranked.rank) as rank
      from subscriptions join ranked on ranked.id = plan_id
      where ${isLive} and subscriptions.user_id in (select user_id from pieces)
      group by 1
    )
    insert into plan_days (day, plan_id, provider, model, is_own_key, messages, replies, n_tokens, n_cached_tokens, n_output_tokens)
    select day, coalesce(ranked.id, ${NO_PLAN}), provider, model, is_own_key, sum(messages), sum(replies),
      coalesce(sum(n_tokens), 0), coalesce(sum(n_cached_tokens), 0), coalesce(sum(n_output_tokens), 0)
    from pieces left join best using (user_id) left join ranked using (rank)
    group by 1, 2, 3, 4, 5`)
}

/** The sums of each plan with any message or reply on these days. */
export async function listPlanSums(db: Db, { from, to }: Days): Promise<(SumRow & { key: string })[]> {
  const { rows } = await db.execute<SumRow & { key: string }>(sql`
    select plan_id as key, day::text, provider, model, is_own_key as "isOwnKey", 'reply' as purpose, sum(replies)::int as calls,
      sum(messages)::int as messages, sum(replies)::int as replies, 0 as failed, 0 as interrupted, 0 as stopped, 0 as refused, 0 as up, 0 as down,
      sum(n_tokens)::float8 as "nTokens", sum(n_cached_tokens)::float8 as "nCachedTokens", sum(n_output_tokens)::float8 as "nOutputTokens"
    from plan_days where day between ${from}::date and ${to}::date
    group by 1, 2, 3, 4, 5`)
  return rows
}
