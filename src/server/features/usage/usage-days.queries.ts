import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { dayOf, ZONE } from '../../db/local-day.ts'
import { FIRST_TOKEN_BOUNDS } from './first-token.ts'

/** Twice the longest period of the dashboard, for the comparison with the period before. */
export const HISTORY_DAYS = 180

// Arbitrary fixed key of the advisory lock on the figures.
export const USAGE_LOCK = 7_203_552

/** Time zone of the days. */

/** Suffix of the provider for rows of deleted accounts and purged messages, which can't be recomputed. */
const DELETED_SUFFIX = '-gone'

/** The start of a day. */
export const startOf = (day: SQL) => sql`((${day})::timestamp at time zone ${ZONE})`

/** Days as `2026-11-21`, both inclusive. */
export type Days = { from: string; to: string }

/** Whether an instant is on these days. */
export const isOn = (column: SQL, { from, to }: Days) =>
  sql`${column} >= ${startOf(sql`${from}::date`)} and ${column} < ${startOf(sql`${to}::date + 1`)}`

/** The model that wrote message `m`. Older rows have only the provider. */
export const PROVIDER = sql`case when m.sender = 'human' then 'none' when m.used_model is not null then m.used_model
  when m.model_name is not null or m.status = 'done' then 'demo' else 'none' end`
export const MODEL = sql`case when m.sender = 'human' then '' when m.used_model is null and (m.model_name is not null or m.status = 'done')
  then 'demo' else coalesce(m.model_name, '') end`

const KEY = sql.raw('day, agent_id, provider, model, is_own_key')
const SUMS = [
  ...['messages', 'replies', 'failed', 'interrupted', 'stopped', 'refused'],
  ...['n_tokens', 'n_cached_tokens', 'n_output_tokens', 'first_tokens', 'first_token_ms'],
]
const sums = (names: string[], of: (name: string) => string) => sql.raw(names.map(of).join(', '))

const BOUNDS = sql.raw(`array[${FIRST_TOKEN_BOUNDS.join(', ')}]`)
const BUCKETS = sums(
  Array.from({ length: FIRST_TOKEN_BOUNDS.length + 1 }, (_, bucket) => String(bucket)),
  (bucket) => `coalesce(sum(first_tokens) filter (where bucket = ${bucket}), 0)`,
)

/** Messages and ratings grouped by the key of `usage_days`. `which` is a condition on `m` and `c`. */
const counted = (days: Days, which: SQL) => sql`
  pieces as (
    select ${dayOf(sql`m.created_at`)} as day, c.agent_id, ${PROVIDER} as provider, ${MODEL} as model,
      m.sender = 'ai' and m.own_key as is_own_key, width_bucket(m.first_token_ms, ${BOUNDS}) as bucket,
      count(*) filter (where m.sender = 'human') as messages, count(*) filter (where m.sender = 'ai') as replies,
      count(*) filter (where m.status = 'error') as failed,
      count(*) filter (where m.status = 'interrupted') as interrupted,
      count(*) filter (where m.status = 'stopped') as stopped,
      count(*) filter (where m.finish_reason = 'content_filter' or m.error_code = 'filtered') as refused,
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

/** Recomputes messages and ratings of these days; rows of deleted accounts and purged messages stay. */
export async function countUsageDays(db: Db, days: Days): Promise<void> {
  await db.execute(sql`
    with ${counted(days, sql`true`)}, removed as (
      delete from usage_days where day between ${days.from}::date and ${days.to}::date and provider not like ${`%${DELETED_SUFFIX}`}
        and not exists (select from counted where (counted.day, counted.agent_id, counted.provider, counted.model, counted.is_own_key)
          = (usage_days.day, usage_days.agent_id, usage_days.provider, usage_days.model, usage_days.is_own_key))
    )
    insert into usage_days (${KEY}, ${columns}) select ${KEY}, ${columns} from counted
    on conflict (${KEY}) do update set (${columns}, updated_at) = (${excluded}, now())
    where (${stored}) is distinct from (${excluded})`)
}

/**
 * Keeps an account's figures anonymously for days that will be recomputed. Call in the transaction that
 * deletes the account. Waits for a running count.
 */
export async function keepUsageOf(db: Db, { userId }: { userId: string }): Promise<void> {
  await keepUsage(db, sql`c.user_id = ${userId}`)
}

/** Like {@link keepUsageOf} for messages, before they are deleted; their users keep their figures too. */
export async function keepUsageOfMessages(db: Db, { messageIds }: { messageIds: string[] }): Promise<void> {
  const which = sql`m.id in ${messageIds}`
  const days = await keepUsage(db, which)
  if (!days) return
  await db.execute(sql`
    insert into user_days (user_id, day, messages, purged)
    select c.user_id, ${dayOf(sql`m.created_at`)}, count(*), count(*) from messages m join chats c on c.id = m.chat_id
    where ${isOn(sql`m.created_at`, days)} and m.sender = 'human' and ${which} group by 1, 2
    on conflict (user_id, day) do update set purged = user_days.purged + excluded.purged`)
  await keepPersonDays(db, days, which)
}

/** The columns of `person_days`, and its figures of messages `m` and chats `c`. */
export const PERSON_KEY = sql.raw('user_id, day, agent_id, provider, model, is_own_key, is_purged')
export const PERSON_SUMS = ['messages', 'replies', 'n_tokens', 'n_cached_tokens', 'n_output_tokens']
export const countedPersonDays = (days: Days, { which, isPurged }: { which: SQL; isPurged: boolean }) => sql`
  select c.user_id, ${dayOf(sql`m.created_at`)} as day, c.agent_id, ${PROVIDER} as provider, ${MODEL} as model,
    m.sender = 'ai' and m.own_key as is_own_key, ${isPurged}::boolean as is_purged,
    count(*) filter (where m.sender = 'human') as messages, count(*) filter (where m.sender = 'ai') as replies,
    coalesce(sum(m.n_tokens), 0) as n_tokens, coalesce(sum(m.n_cached_tokens), 0) as n_cached_tokens,
    coalesce(sum(m.n_output_tokens), 0) as n_output_tokens
  from messages m join chats c on c.id = m.chat_id
  where ${isOn(sql`m.created_at`, days)} and m.status <> 'running' and ${which}
  group by 1, 2, 3, 4, 5, 6`

async function keepPersonDays(db: Db, days: Days, which: SQL): Promise<void> {
  const [names, added] = [
    sums(PERSON_SUMS, (name) => name),
    sums(PERSON_SUMS, (name) => `${name} = person_days.${name} + excluded.${name}`),
  ]
  await db.execute(sql`
    insert into person_days (${PERSON_KEY}, ${names}) ${countedPersonDays(days, { which, isPurged: true })}
    on conflict (${PERSON_KEY}) do update set ${added}`)
}

async function keepUsage(db: Db, which: SQL): Promise<Days | undefined> {
  await db.execute(sql`select pg_advisory_xact_lock(${USAGE_LOCK})`)
  const { rows } = await db.execute<Days>(sql`
    select coalesce(least(max(day), ${dayOf()}) - 1, ${dayOf()} - ${HISTORY_DAYS - 1}::int)::text as from, ${dayOf()}::text as to
    from activity_days`)
  const [days] = rows
  if (!days) return undefined
  const added = sums([...SUMS, 'up', 'down'], (name) => `${name} = usage_days.${name} + excluded.${name}`)
  await db.execute(sql`
    with ${counted(days, which)}
    insert into usage_days (${KEY}, ${columns})
    select day, agent_id, provider || ${DELETED_SUFFIX}, model, is_own_key, ${columns} from counted
    on conflict (${KEY}) do update set ${added}, updated_at = now(), first_token_buckets = (
      select coalesce(array_agg(coalesce(one, 0) + coalesce(other, 0) order by place), '{}')
      from unnest(usage_days.first_token_buckets, excluded.first_token_buckets) with ordinality as t (one, other, place))`)
  return days
}

/** The provider of a row of `usage_days`, without the suffix of what was deleted. */
export const PROVIDER_OF_DAY = sql.raw(`replace(provider, '${DELETED_SUFFIX}', '')`)
