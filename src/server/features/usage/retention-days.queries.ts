import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { ZONE } from '../../db/local-day.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { wasLive } from '../subscriptions/effective-plan.queries.ts'
import { type Days, isOn, startOf } from './usage-days.queries.ts'

/** Weeks of a cohort that are counted and shown, the first one included. */
export const COHORT_WEEKS = 12
/** Months of churn that are counted and shown. */
export const CHURN_MONTHS = 12
/** Reading every subscription's history is dear, so the open month is counted this seldom. */
const MONTH_FRESH = sql.raw(`interval '15 minutes'`)

const isPaidPlan = (state: SQL) => sql`${state}->>'planId' <> ${FREE_PLAN_ID}`

/** Notes the first message and the first purchase of users who have one on these days. */
export async function countMilestones(db: Db, days: Days): Promise<void> {
  await db.execute(sql`
    insert into user_milestones (user_id, first_message_day, first_message_at)
    select user_id, (at at time zone ${ZONE})::date, at from (
      select c.user_id, min(m.created_at) as at from messages m join chats c on c.id = m.chat_id
      where ${isOn(sql`m.created_at`, days)} and m.sender = 'human' and not exists (
        select from user_milestones known where known.user_id = c.user_id and known.first_message_day is not null)
      group by 1) as firsts
    on conflict (user_id) do update set (first_message_day, first_message_at) =
      (excluded.first_message_day, excluded.first_message_at)`)
  await db.execute(sql`
    insert into user_milestones as known (user_id, first_paid_at)
    select s.user_id, min(c.created_at) from subscription_changes c join subscriptions s on s.id = c.subscription_id
    where ${isOn(sql`c.created_at`, days)} and s.user_id is not null and s.provider in ('hubla', 'stripe')
      and c.after->>'status' = 'active' and ${isPaidPlan(sql`c.after`)}
    group by 1
    on conflict (user_id) do update set first_paid_at = excluded.first_paid_at
    where known.first_paid_at is null or known.first_paid_at > excluded.first_paid_at`)
}

const weekOf = (day: SQL) => sql`date_trunc('week', (${day})::timestamp)::date`

/** Recomputes how many accounts of each week of sign-up wrote in the weeks of these days. */
export async function countCohortWeeks(db: Db, { from, to }: Days): Promise<void> {
  const [first, last] = [weekOf(sql`${from}::date`), sql`${weekOf(sql`${to}::date`)} + 6`]
  await db.execute(sql`delete from cohort_weeks where week between ${first} and ${last}`)
  await db.execute(sql`
    insert into cohort_weeks (cohort, week, active)
    select ${weekOf(sql`u.created_at at time zone ${ZONE}`)}, d.week, count(*)
    from (select user_id, ${weekOf(sql`day`)} as week from user_days where day between ${first} and ${last} group by 1, 2) d
      join users u on u.id = d.user_id
    where u.created_at >= ${startOf(sql`d.week - ${7 * (COHORT_WEEKS - 1)}::int`)} and u.created_at < ${startOf(sql`d.week + 7`)}
    group by 1, 2`)
}

/** The state of subscription `s` at an instant; no row before its first. */
const stateAt = (instant: SQL) => sql`(
  select c.after from subscription_changes c where c.subscription_id = s.id and c.created_at <= ${instant}
  order by c.created_at desc, c.id desc limit 1)`

const hadPaidPlan = (state: SQL, instant: SQL) =>
  sql`bool_or(${isPaidPlan(state)} and ${wasLive(state, { provider: sql`states.provider`, instant })})`

/**
 * Counts, for the months up to this day, who had a paid plan at the start and who still has one. A month that is over
 * is counted once more and then stays. People are told apart by account, or by address while a purchase waits.
 */
export async function countPaidMonths(db: Db, { to }: Days): Promise<void> {
  const month = sql`date_trunc('month', ${to}::timestamp)::date`
  const { rows } = await db.execute<{ month: string }>(sql`
    select month::date::text as month
    from generate_series(${month} - interval '${sql.raw(String(CHURN_MONTHS - 1))} months', ${month}, '1 month') as month
      left join paid_months known using (month)
    where month >= (select date_trunc('month', min(created_at) at time zone ${ZONE}) from subscription_changes)
      and (known.month is null or (known.updated_at < now() - ${MONTH_FRESH}
        and known.updated_at < ${startOf(sql`(month + interval '1 month')`)}))`)
  for (const row of rows) await countPaidMonth(db, row.month)
}

async function countPaidMonth(db: Db, month: string): Promise<void> {
  const start = startOf(sql`${month}::date`)
  const end = sql`least(now(), ${startOf(sql`${month}::date + interval '1 month'`)})`
  await db.execute(sql`
    insert into paid_months (month, active, kept, updated_at)
    select ${month}::date, count(*) filter (where began), count(*) filter (where began and stayed), now()
    from (
      select ${hadPaidPlan(sql`states.first`, start)} as began, ${hadPaidPlan(sql`states.last`, end)} as stayed
      from (select coalesce(s.user_id::text, s.email) as person, s.provider, ${stateAt(start)} as first, ${stateAt(end)} as last
        from subscriptions s where s.provider <> 'auto') as states
      group by person) as people
    on conflict (month) do update set kept = excluded.kept, updated_at = excluded.updated_at,
      active = greatest(paid_months.active, excluded.active)`)
}
