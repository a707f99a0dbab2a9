import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { dayOf } from '../../db/local-day.ts'
import { HISTORY_DAYS, USAGE_LOCK } from './usage-days.queries.ts'

/** Tries the advisory lock on the figures; if true, it is held until the transaction ends. */
export async function takeUsageLock(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ isMine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${USAGE_LOCK}) as "isMine"`,
  )
  return rows[0]?.isMine ?? false
}

type Place = { from: string; to: string; isFresh: boolean }

/**
 * The next days to count: from the end of the last count, at the latest from yesterday. Older days are final:
 * messages that are purged before keep their figures apart.
 */
export async function findPlace(
  db: Db,
  { today, freshSeconds }: { today: string | undefined; freshSeconds: number },
): Promise<Place | undefined> {
  const now = today ? sql`${today}::date` : dayOf()
  const { rows } = await db.execute<Place>(sql`
    with last as (select max(day) as day from activity_days where day <= ${now}),
      first as (select case when exists (select from messages) then ${now} - ${HISTORY_DAYS - 1}::int
        else least(${now}, ${dayOf(sql`min(created_at)`)}) end as day from users)
    select greatest(coalesce(last.day - 1, first.day), ${now} - ${HISTORY_DAYS - 1}::int)::text as from, ${now}::text as to,
      exists (select from activity_days where day = ${now} and updated_at > now() - make_interval(secs => ${freshSeconds})) as "isFresh"
    from last, first`)
  return rows[0]
}
