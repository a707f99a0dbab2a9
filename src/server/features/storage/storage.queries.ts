import { type SQL, sql } from 'drizzle-orm'
import type { StorageUsage } from '#shared/contract/storage.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Db } from '../../db/connect.ts'
import type { LookUp } from '../../db/look-ups.ts'
import { plans } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { AppError } from '../../http/errors.ts'
import { ofBestPlan } from '../subscriptions/effective-plan.queries.ts'

/** Changes per statement of the job. */
const BATCH = 10_000

/** Stored bytes: the total, and the changes since. Both from one snapshot. */
const usedBy = (userId: SQL) => sql`greatest(
  coalesce((select bytes from storage_totals where user_id = ${userId}), 0)
  + coalesce((select sum(bytes) from storage_changes where user_id = ${userId}), 0), 0)`

const limitOf = (userId: SQL) => sql`1000000::bigint * coalesce(${ofBestPlan(plans.storageMegabytes, userId)},
  (select storage_megabytes from plans where id = ${sql.raw(`'${FREE_PLAN_ID}'`)}))`

/** Whether a user's storage is full; for the statements of other calls. */
export const isStorageFull = (userId: SQL) => sql`${usedBy(userId)} >= ${limitOf(userId)}`

export async function readStorage(db: Db, { userId }: { userId: string }): Promise<StorageUsage> {
  const user = sql`${userId}::uuid`
  const { rows } = await db.execute<StorageUsage>(
    sql`select ${usedBy(user)}::float8 as used, (${limitOf(user)})::float8 as limit`,
  )
  const [usage] = rows
  if (!usage) throw new Error('the storage was not read')
  return usage
}

/** STORAGE_FULL, with what is used and allowed in bytes. */
const storageFull = ({ used, limit }: StorageUsage) =>
  new AppError(
    'STORAGE_FULL',
    `Seu espaço acabou. O que você exclui ocupa espaço até sair da lixeira, em até ${LIMITS.deletedChatDays} dias ou quando você a esvaziar; um plano maior vale na hora.`,
    { details: { used: String(used), limit: String(limit) } },
  )

/**
 * Call before storing `bytes` more. Calls in parallel may exceed the limit together, by what each of them stores.
 * @throws {AppError} STORAGE_FULL
 */
export async function requireStorage(
  db: Db,
  { userId, bytes }: { userId: string; bytes: number },
): Promise<void> {
  const usage = await readStorage(db, { userId })
  if (usage.used + bytes > usage.limit) throw storageFull(usage)
}

/**
 * Adds a batch of changes to the totals; of deleted accounts they are dropped. Returns their number. The
 * subquery is an array, so it runs once: `in (select …)` runs again for each row when the planner expects few rows.
 */
async function addUpChanges(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with taken as (
      delete from storage_changes where ctid = any(array(
        select ctid from storage_changes limit ${BATCH} for update skip locked
      )) returning user_id, bytes
    ), added as (
      insert into storage_totals (user_id, bytes)
      select users.id, sum(taken.bytes) from taken join users on users.id = taken.user_id
      group by users.id order by users.id
      on conflict (user_id) do update set bytes = storage_totals.bytes + excluded.bytes
    )
    select count(*)::int as count from taken`)
  return rows[0]?.count ?? 0
}

/** Adds all changes to the totals, in batches. Each is a look-up of its own, so that others are made in between. */
export async function addUpStorage(db: Db, lookUp: LookUp = (look) => look()): Promise<void> {
  while ((await lookUp(() => addUpChanges(db))) === BATCH);
}
