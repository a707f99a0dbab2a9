import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { dayOf } from '../db/local-day.ts'
import { statement } from '../db/statement.ts'

/** Tokens of ended calls of one model, paid by the installation. */
export type ModelTokens = { provider: string; model: string; total: number; cached: number; output: number }

export type CountedDay = {
  day: string
  /** How many of the asked calls may be made. */
  granted: number
  calls: number
  usd: string
  dailyCalls: number | null
  dailyUsd: string | null
  isWarned: boolean
  isReached: boolean
}

const value = (name: string) => sql`${sql.placeholder(name)}::integer`
const asked = value('asked')
const counted = value('counted')
const dailyCalls = sql`(select daily_calls from house_settings)`
const dailyUsd = sql`(select daily_usd from house_settings)`

// The row of the day is locked for this one statement, so that concurrent calls never exceed the limit together.
const count = statement<CountedDay>(
  'count_calls',
  sql`with cost as (
    select coalesce(sum(greatest(used.total - used.output - used.cached, 0) * price.input_price
      + used.cached * price.cached_input_price + used.output * price.output_price), 0) / 1000000 as usd
    from json_to_recordset(${sql.placeholder('tokens')}::json)
        as used (provider text, model text, total bigint, cached bigint, output bigint)
      join model_prices price on price.provider = used.provider and price.model = used.model
  ), first as (
    select cost.usd, case when cost.usd >= ${dailyUsd} then 0
      else greatest(least(${asked}, coalesce(${dailyCalls} - ${counted}, ${asked})), 0) end as granted
    from cost
  )
  insert into spend_days as today (day, calls, usd, granted)
  select ${dayOf()}, greatest(${counted}, 0) + granted, usd, granted from first
  on conflict (day) do update set (calls, usd, granted) = (
    select greatest(today.calls + ${counted} + allowed.granted, 0), today.usd + excluded.usd, allowed.granted
    from (select case when today.usd + excluded.usd >= ${dailyUsd} then 0
      else greatest(least(${asked}, coalesce(${dailyCalls} - today.calls - ${counted}, ${asked})), 0) end as granted
    ) allowed)
  returning day::text, granted, calls, usd::text, ${dailyCalls} as "dailyCalls", ${dailyUsd}::text as "dailyUsd",
    warned_at is not null as "isWarned", reached_at is not null as "isReached"`,
)

/**
 * Counts today's calls and costs of the installation: `counted` calls without a limit (negative for calls that were
 * not made), and as many of `asked` as the budget allows. Models without a price cost nothing.
 */
export async function countCalls(
  db: Db,
  { tokens, ...calls }: { asked: number; counted: number; tokens: ModelTokens[] },
): Promise<CountedDay> {
  const [day] = await count(db, { ...calls, tokens: JSON.stringify(tokens) })
  if (!day) throw new Error('the day was not counted')
  return day
}

export type Day = Pick<CountedDay, 'calls' | 'usd' | 'dailyCalls' | 'dailyUsd'>

/** Today's calls and costs as they were counted last, with their limits. */
export async function readDay(db: Db): Promise<Day> {
  const { rows } = await db.execute<Day>(sql`
    select coalesce(max(calls), 0) as calls, coalesce(max(usd), 0)::text as usd, ${dailyCalls} as "dailyCalls",
      ${dailyUsd}::text as "dailyUsd"
    from spend_days where day = ${dayOf()}`)
  const [day] = rows
  if (!day) throw new Error('the day was not read')
  return day
}

export type BudgetLevel = 'warning' | 'reached'

/** Notes that administrators are told of a level; false if they were told that day. */
export async function noteLevel(
  db: Db,
  { day, level }: { day: string; level: BudgetLevel },
): Promise<boolean> {
  const column = sql.raw(level === 'warning' ? 'warned_at' : 'reached_at')
  const { rowCount } = await db.execute(
    sql`update spend_days set ${column} = now() where day = ${day} and ${column} is null`,
  )
  return rowCount === 1
}

/** Whether a daily budget of the installation is set. Part of the statement that reads for a reply. */
export const IS_BUDGETED = sql`exists (select 1 from house_settings where daily_calls is not null or daily_usd is not null)`
