import { sql } from 'drizzle-orm'
import type { Retention } from '#shared/contract/retention.ts'
import type { UsageQuery } from '#shared/contract/usage.ts'
import type { Db } from '../../db/connect.ts'
import { withTimeLimit } from '../../db/time-limit.ts'
import { CHURN_MONTHS, COHORT_WEEKS } from './retention-days.queries.ts'
import { type Days, isOn } from './usage-days.queries.ts'
import { findToday } from './usage-figures.queries.ts'
import { addDays, periodsOf } from './usage-period.ts'

/** Milliseconds of one statement. */
const TIMEOUT_MS = 5_000
const WEEK = 7

/** Retention, churn, conversions and time to the first message, from counted figures. */
export function readRetention(db: Db, query: UsageQuery): Promise<Retention> {
  return withTimeLimit(db, TIMEOUT_MS, async (tx) => {
    const today = await findToday(tx)
    const { from, to } = periodsOf(query, today)
    const cohorts = await listCohorts(tx, today)
    const churn = await listChurn(tx, today)
    return { from, to, cohorts, churn, ...(await readConversions(tx, { from, to })) }
  })
}

const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % WEEK))

async function listCohorts(db: Db, today: string): Promise<Retention['cohorts']> {
  const thisWeek = mondayOf(today)
  const first = addDays(thisWeek, -WEEK * COHORT_WEEKS)
  const { rows: created } = await db.execute<{ week: string; accounts: number }>(sql`
    select date_trunc('week', day::timestamp)::date::text as week, sum(new_users)::int as accounts from activity_days
    where day >= ${first}::date and day < ${thisWeek}::date group by 1 order by 1`)
  const { rows: counted } = await db.execute<{ cohort: string; week: string; active: number }>(sql`
    select cohort::text, week::text, active from cohort_weeks
    where week >= ${first}::date and week < ${thisWeek}::date and cohort >= ${first}::date`)
  const active = new Map(counted.map((row) => [`${row.cohort} ${row.week}`, row.active]))
  return created
    .filter(({ accounts }) => accounts > 0)
    .map(({ week, accounts }) => {
      const weeks = (Date.parse(thisWeek) - Date.parse(week)) / (WEEK * 86_400_000)
      const ofWeek = (place: number) => active.get(`${week} ${addDays(week, WEEK * place)}`) ?? 0
      return { week, accounts, active: Array.from({ length: weeks }, (_, place) => ofWeek(place)) }
    })
}

async function listChurn(db: Db, today: string): Promise<Retention['churn']> {
  const month = `${today.slice(0, 8)}01`
  const { rows } = await db.execute<{ month: string; active: number; ended: number }>(sql`
    select month::text, active, active - kept as ended from paid_months
    where month > ${month}::date - interval '${sql.raw(String(CHURN_MONTHS))} months' and month <= ${month}::date order by month`)
  return rows.map((row) => ({ ...row, isOpen: row.month === month }))
}

/** At least zero, because `greatest` skips null; a purchase may precede its account. */
const since = (column: string, span: string) =>
  sql.raw(`case when ${column} is not null then greatest(${span}, 0) end`)

type ConversionRow = {
  accounts: number
  wrote: number
  wroteDays: number | null
  paid: number
  paidDays: number | null
  people: number
  p50: number | null
  p90: number | null
}

async function readConversions(db: Db, days: Days): Promise<Pick<Retention, 'conversions' | 'firstMessage'>> {
  const at = (share: string, seconds: string) =>
    sql.raw(`percentile_cont(${share}) within group (order by ${seconds})`)
  const { rows } = await db.execute<ConversionRow>(sql`
    select count(*)::int as accounts, count(first_message_day)::int as wrote, count(paid)::int as paid, count(minutes)::int as people,
      ${at('0.5', 'day')}::float8 as "wroteDays", ${at('0.5', 'paid')}::float8 as "paidDays",
      ${at('0.5', 'minutes')}::float8 as p50, ${at('0.9', 'minutes')}::float8 as p90
    from (
      select first_message_day, ${since('first_message_day', "first_message_day - (created_at at time zone 'America/Sao_Paulo')::date")} as day,
        ${since('first_paid_at', 'extract(epoch from first_paid_at - created_at) / 86400')} as paid,
        ${since('first_message_at', 'extract(epoch from first_message_at - created_at) / 60')} as minutes
      from users left join user_milestones on user_id = users.id where ${isOn(sql`users.created_at`, days)}
    ) as people`)
  const [row] = rows
  if (!row) throw new Error('the database gave no conversions')
  const tenths = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)
  const whole = (value: number | null) => (value === null ? null : Math.round(value))
  const { accounts, wrote, paid, people } = row
  return {
    conversions: { accounts, wrote, wroteDays: tenths(row.wroteDays), paid, paidDays: tenths(row.paidDays) },
    firstMessage: { people, p50: whole(row.p50), p90: whole(row.p90) },
  }
}
