import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { dayOf } from '../../db/local-day.ts'
import { type Days, isOn, startOf } from './usage-days.queries.ts'

/** Recomputes the messages per user on these days. */
export async function countUserDays(db: Db, days: Days): Promise<void> {
  await db.execute(sql`
    with counted as (
      select user_id, day, sum(messages) as messages from (
        select c.user_id, ${dayOf(sql`m.created_at`)} as day, count(*) as messages
        from messages m join chats c on c.id = m.chat_id
        where ${isOn(sql`m.created_at`, days)} and m.sender = 'human'
        group by 1, 2
        union all select user_id, day, purged from user_days
        where purged > 0 and day between ${days.from}::date and ${days.to}::date
      ) as sources group by 1, 2
    ), removed as (
      delete from user_days where day between ${days.from}::date and ${days.to}::date
        and not exists (select from counted where (counted.user_id, counted.day) = (user_days.user_id, user_days.day))
    )
    insert into user_days (user_id, day, messages) select user_id, day, messages from counted
    on conflict (user_id, day) do update set messages = excluded.messages
    where user_days.messages <> excluded.messages`)
}

const ACTIVE = [1, 7, 30, 90]

/** Recomputes active and new users for these days and the windows that end on them. */
export async function countActivityDays(db: Db, { from, to }: Days): Promise<void> {
  const active = sql.raw(ACTIVE.map((n) => `active${n}`).join(', '))
  const counts = sql.raw(
    ACTIVE.map((n) => `count(*) filter (where last_day > day - ${n}) as active${n}`).join(', '),
  )
  await db.execute(sql`
    insert into activity_days (day, ${active}, new_users, updated_at)
    select day, ${active}, new_users, now()
    from (select generate_series(${from}::timestamp, ${to}::timestamp, '1 day')::date as day) as days,
      lateral (
        select ${counts} from (
          select max(user_days.day) as last_day from user_days
          where user_days.day > days.day - 90 and user_days.day <= days.day group by user_id) as people
      ) as activity,
      lateral (
        select count(*) as new_users from users
        where created_at >= ${startOf(sql`days.day`)} and created_at < ${startOf(sql`days.day + 1`)}
      ) as accounts
    on conflict (day) do update set (${active}, new_users, updated_at) =
      (${sql.raw([...ACTIVE.map((n) => `excluded.active${n}`), 'excluded.new_users', 'excluded.updated_at'].join(', '))})`)
}
