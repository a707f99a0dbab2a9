import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { FIRST_TOKEN_BOUNDS } from './first-token.ts'

/** Twice as far as the dashboard looks, for what it compares with. */
export const HISTORY_DAYS = 180

// Any fixed number: it names the lock on the figures in the database.
export const USAGE_LOCK = 7_203_552

/** Whose days they are. */
const ZONE = sql.raw(`'America/Sao_Paulo'`)

/** Behind the provider's name: of accounts that are gone, which nobody can count again. */
const GONE = '-gone'

/** The day of an instant; without one, today. */
export const dayOf = (instant: SQL = sql`now()`) => sql`(${instant} at time zone ${ZONE})::date`

/** When a day began. */
export const startOf = (day: SQL) => sql`((${day})::timestamp at time zone ${ZONE})`

/** `2026-11-21`, both included. */
export type Days = { from: string; to: string }

/** Whether an instant lies in these days. */
export const isOn = (column: SQL, { from, to }: Days) =>
  sql`${column} >= ${startOf(sql`${from}::date`)} and ${column} < ${startOf(sql`${to}::date + 1`)}`

/** Who wrote a message `m`. Of what is older than this table only the provider is known. */
export const PROVIDER = sql`case when m.sender = 'human' then 'none' when m.used_model is not null then m.used_model
  when m.model_name is not null or m.status = 'done' then 'demo' else 'none' end`
export const MODEL = sql`case when m.sender = 'human' then '' when m.used_model is null and (m.model_name is not null or m.status = 'done')
  then 'demo' else coalesce(m.model_name, '') end`

const KEY = sql.raw('day, agent_id, provider, model, is_own_key')
const SUMS = [
  ...['messages', 'replies', 'failed', 'interrupted', 'stopped'],
  ...['n_tokens', 'n_cached_tokens', 'n_output_tokens', 'first_tokens', 'first_token_ms'],
]
const sums = (names: string[], of: (name: string) => string) => sql.raw(names.map(of).join(', '))

const BOUNDS = sql.raw(`array[${FIRST_TOKEN_BOUNDS.join(', ')}]`)
const BUCKETS = sums(
  Array.from({ length: FIRST_TOKEN_BOUNDS.length + 1 }, (_, bucket) => String(bucket)),
  (bucket) => `coalesce(sum(first_tokens) filter (where bucket = ${bucket}), 0)`,
)

/** What was written and rated, by day and the rest of the key, as `usage_days` has it. `which` speaks of `m` and `c`. */
const counted = (days: Days, which: SQL) => sql`
  pieces as (
    select ${dayOf(sql`m.created_at`)} as day, c.agent_id, ${PROVIDER} as provider, ${MODEL} as model,
      m.sender = 'ai' and m.own_key as is_own_key, width_bucket(m.first_token_ms, ${BOUNDS}) as bucket,
      count(*) filter (where m.sender = 'human') as messages, count(*) filter (where m.sender = 'ai') as replies,
      count(*) filter (where m.status = 'error') as failed,
      count(*) filter (where m.status = 'interrupted') as interrupted,
      count(*) filter (where m.status = 'stopped') as stopped,
      coalesce(sum(m.n_tokens), 0) as n_tokens, coalesce(sum(m.n_cached_tokens), 0) as n_cached_tokens,
      coalesce(sum(m.n_output_tokens), 0) as n_output_tokens,
      count(m.first_token_ms) as first_tokens, coalesce(sum(m.first_token_ms), 0) as first_token_ms
    from messages m join chats c on c.id = m.chat_id
    where ${isOn(sql`m.created_at`, days)} and m.status <> 'running' and ${which}
    group by 1, 2, 3, 4, 5, 6
  ), written as (
    select ${KEY}, ${sums(SUMS, (name) => `sum(${name}) as ${name}`)},
      case when sum(first_tokens) = 0 then '{}' else array[${BUCKETS}]::integer[] end as first_token_buckets
    from pieces group by ${KEY}
  ), rated as (
    select ${dayOf(sql`m.feedback_at`)} as day, c.agent_id, ${PROVIDER} as provider, ${MODEL} as model, m.own_key as is_own_key,
      count(*) filter (where m.feedback = 'up') as up, count(*) filter (where m.feedback = 'down') as down
    from messages m join chats c on c.id = m.chat_id
    where m.feedback is not null and ${isOn(sql`m.feedback_at`, days)} and m.status <> 'running' and ${which}
    group by 1, 2, 3, 4, 5
  ), counted as (
    select ${KEY}, ${sums(SUMS, (name) => `coalesce(${name}, 0) as ${name}`)},
      coalesce(first_token_buckets, '{}') as first_token_buckets, coalesce(up, 0) as up, coalesce(down, 0) as down
    from written full join rated using (${KEY})
  )`

const VALUES = [...SUMS, 'first_token_buckets', 'up', 'down']
const columns = sql.raw(VALUES.join(', '))
const excluded = sql.raw(VALUES.map((name) => `excluded.${name}`).join(', '))
const stored = sql.raw(VALUES.map((name) => `usage_days.${name}`).join(', '))

/** Counts what was written and rated on some days again; what accounts had that are gone stays. */
export async function countUsageDays(db: Db, days: Days): Promise<void> {
  await db.execute(sql`
    with ${counted(days, sql`true`)}, removed as (
      delete from usage_days where day between ${days.from}::date and ${days.to}::date and provider not like ${`%${GONE}`}
        and not exists (select from counted where (counted.day, counted.agent_id, counted.provider, counted.model, counted.is_own_key)
          = (usage_days.day, usage_days.agent_id, usage_days.provider, usage_days.model, usage_days.is_own_key))
    )
    insert into usage_days (${KEY}, ${columns}) select ${KEY}, ${columns} from counted
    on conflict (${KEY}) do update set (${columns}, updated_at) = (${excluded}, now())
    where (${stored}) is distinct from (${excluded})`)
}

/**
 * Keeps, without saying whose it was, what an account has in days that will be counted again: it is about to be deleted, in
 * this transaction. Waits for whoever counts.
 */
export async function keepUsageOf(db: Db, { userId }: { userId: string }): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${USAGE_LOCK})`)
  const { rows } = await db.execute<Days>(sql`
    select coalesce(least(max(day), ${dayOf()}) - 1, ${dayOf()} - ${HISTORY_DAYS - 1}::int)::text as from, ${dayOf()}::text as to
    from activity_days`)
  const [days] = rows
  if (!days) return
  const added = sums([...SUMS, 'up', 'down'], (name) => `${name} = usage_days.${name} + excluded.${name}`)
  await db.execute(sql`
    with ${counted(days, sql`c.user_id = ${userId}`)}
    insert into usage_days (${KEY}, ${columns})
    select day, agent_id, provider || ${GONE}, model, is_own_key, ${columns} from counted
    on conflict (${KEY}) do update set ${added}, updated_at = now(), first_token_buckets = (
      select coalesce(array_agg(coalesce(one, 0) + coalesce(other, 0) order by place), '{}')
      from unnest(usage_days.first_token_buckets, excluded.first_token_buckets) with ordinality as t (one, other, place))`)
}

/** The provider of a row of `usage_days`, whoever it was of. */
export const PROVIDER_OF_DAY = sql.raw(`replace(provider, '${GONE}', '')`)
