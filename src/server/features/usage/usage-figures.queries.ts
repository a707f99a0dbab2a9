import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { dayOf } from '../../db/local-day.ts'
import { BEST_PLAN_FIRST, isLive } from '../subscriptions/effective-plan.queries.ts'
import { type Days, PROVIDER_OF_DAY } from './usage-days.queries.ts'
import type { AgentName, BucketRow, PlanPeople } from './usage-report.ts'
import type { SumRow } from './usage-sums.ts'

const COUNTS = ['messages', 'replies', 'failed', 'interrupted', 'stopped', 'refused', 'up', 'down']
const TOKENS = { n_tokens: 'nTokens', n_cached_tokens: 'nCachedTokens', n_output_tokens: 'nOutputTokens' }
// Safe as a number: far below 2^53.
const TOKEN_SUMS = sql.raw(
  Object.entries(TOKENS)
    .map(([column, name]) => `sum(${column})::float8 as "${name}"`)
    .join(', '),
)
const COUNT_SUMS = sql.raw(COUNTS.map((name) => `sum(${name})::int as ${name}`).join(', '))
const NO_COUNTS = sql.raw(COUNTS.map(() => '0').join(', '))

/** Sums per day, so that each has the prices of its day, and per `by`. */
async function listSums(db: Db, { from, to }: Days, by: SQL): Promise<(SumRow & { key: string })[]> {
  const { rows } = await db.execute<SumRow & { key: string }>(sql`
    select ${by}::text as key, day::text, ${PROVIDER_OF_DAY} as provider, model, is_own_key as "isOwnKey", 'reply' as purpose,
      sum(replies)::int as calls, ${COUNT_SUMS}, ${TOKEN_SUMS}
    from usage_days where day between ${from}::date and ${to}::date
    group by 1, 2, 3, 4, 5
    union all
    select ${by}::text, day::text, provider, model, is_own_key, purpose, sum(calls)::int, ${NO_COUNTS}, ${TOKEN_SUMS}
    from call_days where day between ${from}::date and ${to}::date
    group by 1, 2, 3, 4, 5, 6`)
  return rows
}

export const listDaySums = (db: Db, days: Days) => listSums(db, days, sql`day`)
export const listAgentSums = (db: Db, days: Days) => listSums(db, days, sql`agent_id`)

/** Histogram of first-token times; each row has a day, an agent or a model. */
export async function listFirstTokens(db: Db, { from, to }: Days): Promise<BucketRow[]> {
  const { rows } = await db.execute<BucketRow>(sql`
    select day::text, agent_id as "agentId", provider, model, bucket::int - 1 as bucket, sum(replies)::int as count
    from (select day, agent_id, ${PROVIDER_OF_DAY} as provider, model, t.replies, t.bucket
      from usage_days, unnest(first_token_buckets) with ordinality as t (replies, bucket)
      where day between ${from}::date and ${to}::date and t.replies > 0) as buckets
    group by grouping sets ((day, bucket), (agent_id, bucket), (provider, model, bucket))`)
  return rows
}

export type ActivityRow = {
  day: string
  active1: number
  active7: number
  active30: number
  active90: number
  newUsers: number
  updatedAt: Date
}

/** Counts of active and new users, oldest first. */
export async function listActivity(db: Db, { from, to }: Days): Promise<ActivityRow[]> {
  const { rows } = await db.execute<Omit<ActivityRow, 'updatedAt'> & { updatedAt: number }>(sql`
    select day::text, active1, active7, active30, active90, new_users as "newUsers",
      extract(epoch from updated_at)::float8 * 1000 as "updatedAt"
    from activity_days where day between ${from}::date and ${to}::date order by day`)
  return rows.map((row) => ({ ...row, updatedAt: new Date(row.updatedAt) }))
}

/** The first counted day; undefined before the first count. */
export async function findFirstDay(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ day: string | null }>(
    sql`select min(day)::text as day from activity_days`,
  )
  return rows[0]?.day ?? undefined
}

/** Today in America/Sao_Paulo. */
export async function findToday(db: Db): Promise<string> {
  const { rows } = await db.execute<{ day: string }>(sql`select ${dayOf()}::text as day`)
  if (!rows[0]) throw new Error('the database gave no day')
  return rows[0].day
}

/** Distinct users who wrote on these days: whether there is a day, per account, in place of all their days. */
export async function countActivePeople(db: Db, { from, to }: Days): Promise<number> {
  const { rows } = await db.execute<{ people: number }>(sql`
    select count(*)::int as people from users where exists (
      select from user_days where user_id = users.id and day between ${from}::date and ${to}::date)`)
  return rows[0]?.people ?? 0
}

export async function listAgentNames(db: Db): Promise<AgentName[]> {
  const { rows } = await db.execute<AgentName>(
    sql`select id, name, photo_url as "photoUrl", deleted_at is not null as "isDeleted" from agents`,
  )
  return rows
}

/** Number of users in total and by effective plan. */
export async function countPeople(db: Db): Promise<{ people: number; plans: PlanPeople[] }> {
  const { rows } = await db.execute<PlanPeople>(sql`
    with ranked as (
      select id, name, display_name,
        row_number() over (order by ${sql.join(BEST_PLAN_FIRST, sql`, `)}) as rank from plans
    ), best as (
      select min(ranked.rank) as rank
      from subscriptions join ranked on ranked.id = plan_id
      where ${isLive} and user_id is not null
      group by user_id
    )
    select id as "planId", name, display_name as "displayName", (select count(*)::int from best where best.rank = ranked.rank) as people
    from ranked order by rank desc`)
  const { rows: counted } = await db.execute<{ people: number }>(
    sql`select count(*)::int as people from users`,
  )
  return { people: counted[0]?.people ?? 0, plans: rows }
}
