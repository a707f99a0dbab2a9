import { type SQL, sql } from 'drizzle-orm'
import type { UserAgentUsage, UserMonth } from '#shared/contract/user-usage.ts'
import type { Db } from '../../db/connect.ts'
import { dayOf } from '../../db/local-day.ts'
import { countedPersonDays, type Days, PERSON_KEY, PERSON_SUMS } from './usage-days.queries.ts'

const VALUES = sql.raw(PERSON_SUMS.join(', '))
const [STORED, EXCLUDED] = ['person_days', 'excluded'].map((table) =>
  sql.raw(PERSON_SUMS.map((name) => `${table}.${name}`).join(', ')),
)

/** Recomputes messages and replies per user, agent and model on these days; those of purged messages stay. */
export async function countPersonDays(db: Db, days: Days): Promise<void> {
  await db.execute(sql`
    with counted as (${countedPersonDays(days, { which: sql`true`, isPurged: false })}), removed as (
      delete from person_days where day between ${days.from}::date and ${days.to}::date and not is_purged
        and not exists (select from counted
          where (counted.user_id, counted.day, counted.agent_id, counted.provider, counted.model, counted.is_own_key)
            = (person_days.user_id, person_days.day, person_days.agent_id, person_days.provider, person_days.model, person_days.is_own_key))
    )
    insert into person_days (${PERSON_KEY}, ${VALUES}) select ${PERSON_KEY}, ${VALUES} from counted
    on conflict (${PERSON_KEY}) do update set (${VALUES}) = (${EXCLUDED})
    where (${STORED}) is distinct from (${EXCLUDED})`)
}

/**
 * Rows of `person_days` with their price, as in `readPriceOf`: a past one until its last day, then the current one. No
 * row for replies that cost the installation nothing. `which` is a condition on `d`.
 */
const pricedDays = (which: SQL) => sql`
  select d.*, price.input_price is not null as is_priced,
    greatest(d.n_tokens - d.n_output_tokens - d.n_cached_tokens, 0) * price.input_price
      + d.n_cached_tokens * price.cached_input_price + d.n_output_tokens * price.output_price as millionths
  from person_days d left join lateral (
    select input_price, cached_input_price, output_price from (
      select until, input_price, cached_input_price, output_price from past_model_prices p
      where p.provider = d.provider and p.model = d.model and p.until > d.day
      union all
      select 'infinity', input_price, cached_input_price, output_price from model_prices p
      where p.provider = d.provider and p.model = d.model) as known
    order by until limit 1) as price on not d.is_own_key and d.provider in ('openai', 'google')
  where ${which}`

/** Dollars with six places, null when nothing has a price, as `CostSum` adds up; and the tokens without one. */
const UNPRICED = sql.raw(
  `coalesce(sum(n_tokens) filter (where not is_own_key and provider in ('openai', 'google') and not is_priced), 0)::float8`,
)
const HAS_PRICE = sql.raw('coalesce(bool_or(is_priced and n_tokens > 0), false)')
const USD = sql`case when ${HAS_PRICE} or ${UNPRICED} = 0
  then round(coalesce(sum(millionths), 0) / 1000000, 6)::text end`

const FIRST_OF_MONTH = sql`date_trunc('month', ${dayOf()}::timestamp)::date`

/** Dollars per user since the first of the month, for the order of a list: tokens without a price count as nothing. */
export const costsOfMonth = sql`
  select user_id, round(sum(millionths) / 1000000, 6) as figure
  from (${pricedDays(sql`d.day >= ${FIRST_OF_MONTH} and not d.is_own_key and d.provider in ('openai', 'google')`)}) as priced
  where is_priced group by 1`

/** Messages per user since the first of the month, for the order of a list. */
export const messagesOfMonth = sql`
  select user_id, sum(messages) as figure from user_days where day >= ${FIRST_OF_MONTH} group by 1`

type Costs = { userId: string; usd: string | null; unpricedTokens: number }

/** The cost per user since the first of the month, without users who wrote nothing. */
export async function listCostsOfMonth(db: Db, { userIds }: { userIds: string[] }): Promise<Costs[]> {
  if (userIds.length === 0) return []
  const { rows } = await db.execute<Costs>(sql`
    select user_id as "userId", ${USD} as usd, ${UNPRICED} as "unpricedTokens"
    from (${pricedDays(sql`d.day >= ${FIRST_OF_MONTH} and d.user_id in ${userIds}`)}) as priced group by 1`)
  return rows
}

const MONTHS = 12
const FIGURES = sql`sum(messages)::int as messages, sum(replies)::int as replies, sum(n_tokens)::float8 as tokens,
  ${USD} as usd, ${UNPRICED} as "unpricedTokens"`
const ofUser = (userId: string) =>
  pricedDays(
    sql`d.user_id = ${userId} and d.day >= ${FIRST_OF_MONTH} - interval '${sql.raw(String(MONTHS - 1))} months'`,
  )

type Flat<Row extends { cost: unknown }> = Omit<Row, 'cost'> & { usd: string | null; unpricedTokens: number }
const withCost = <Row extends { usd: string | null; unpricedTokens: number }>({
  usd,
  unpricedTokens,
  ...row
}: Row) => ({ ...row, cost: { usd, unpricedTokens } })

/** A user's figures of the last twelve months with any, newest first. */
export async function listUserMonths(db: Db, { userId }: { userId: string }): Promise<UserMonth[]> {
  const { rows } = await db.execute<Flat<UserMonth>>(sql`
    select date_trunc('month', day::timestamp)::date::text as month, ${FIGURES}
    from (${ofUser(userId)}) as priced group by 1 order by 1 desc`)
  return rows.map(withCost)
}

/** The agents that a user wrote to in the same months, those with most messages first. */
export async function listUserAgents(db: Db, { userId }: { userId: string }): Promise<UserAgentUsage[]> {
  const { rows } = await db.execute<Flat<UserAgentUsage>>(sql`
    select agent_id as "agentId", (select name from agents where id = agent_id) as name, max(day)::text as "lastDay", ${FIGURES}
    from (${ofUser(userId)}) as priced group by 1 order by messages desc, tokens desc, 1 limit 100`)
  return rows.map(withCost)
}
