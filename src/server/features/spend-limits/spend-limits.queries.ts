import { sql } from 'drizzle-orm'
import type { ChangeSpendLimits, SpendLimits } from '#shared/contract/spend-limits.ts'
import { changedFields, writeAudit } from '../../auth/admin/audit.ts'
import { changedMeanwhile } from '../../auth/admin/changed-meanwhile.ts'
import type { Db } from '../../db/connect.ts'
import { dayOf } from '../../db/local-day.ts'
import { houseSettings } from '../../db/schema/index.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { levelOf } from '../../runs/budget.ts'

type Row = Omit<SpendLimits, 'today' | 'level'> & SpendLimits['today']

/** The limits, and what was counted today, at most a second old. */
export async function readSpendLimits(db: Db): Promise<SpendLimits> {
  const { rows } = await db.execute<Row>(sql`
    select limits.daily_calls as "dailyCalls", limits.daily_usd::text as "dailyUsd",
      coalesce(limits.budget_version, 0) as version,
      coalesce(today.calls, 0) as calls, coalesce(today.usd, 0)::numeric(20, 6)::text as usd
    from (select 1) one
      left join house_settings limits on true
      left join spend_days today on today.day = ${dayOf()}`)
  const [row] = rows
  if (!row) throw new Error('the limits were not read')
  const { calls, usd, ...limits } = row
  return { ...limits, today: { calls, usd }, level: levelOf(row) ?? null }
}

/**
 * Replaces the limits that were read, with an audit entry.
 * @throws {AppError} CONFLICT if they changed meanwhile.
 */
export async function changeSpendLimits(
  db: Db,
  { origin, version, ...limits }: ChangeSpendLimits & { origin: AuditOrigin },
): Promise<void> {
  await db.transaction(async (tx) => {
    // Also holds back another first change, which has no row to lock.
    await tx.execute(sql`lock table ${houseSettings} in share row exclusive mode`)
    const { version: stored, dailyCalls, dailyUsd } = await readSpendLimits(tx)
    if (stored !== version) {
      const actorId = origin.actor.id
      throw await changedMeanwhile(tx, { type: 'spend-limit', version: stored, actorId })
    }
    const changed = changedFields({ dailyCalls, dailyUsd }, limits)
    const row = { ...limits, budgetVersion: version + 1 }
    await tx.insert(houseSettings).values(row).onConflictDoUpdate({ target: houseSettings.id, set: row })
    if (Object.keys(changed.after).length === 0) return
    const entity = { type: 'spend-limit', name: 'Limites do dia' } as const
    await writeAudit(tx, { origin, action: 'spend-limit.update', entity, ...changed })
  })
}
