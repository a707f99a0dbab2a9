import Big from 'big.js'
import { sql } from 'drizzle-orm'
import type { ChangeExchangeRate, ExchangeRate } from '#shared/contract/exchange-rate.ts'
import { changedFields, writeAudit } from '../../auth/admin/audit.ts'
import { changedMeanwhile } from '../../auth/admin/changed-meanwhile.ts'
import type { Db } from '../../db/connect.ts'
import { dayOf } from '../../db/local-day.ts'
import { houseSettings } from '../../db/schema/index.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'

const decimal = (text: string | null) => (text === null ? null : new Big(text).toFixed())

/** The rate in which costs are shown beside dollars. */
export async function readExchangeRate(db: Db): Promise<ExchangeRate> {
  const [row] = await db
    .select({
      brlPerUsd: houseSettings.brlPerUsd,
      setOn: houseSettings.brlSetOn,
      version: houseSettings.brlVersion,
    })
    .from(houseSettings)
  return row ? { ...row, brlPerUsd: decimal(row.brlPerUsd) } : { brlPerUsd: null, setOn: null, version: 0 }
}

/**
 * Replaces the rate that was read, with an audit entry. A rate that is saved again gets today's date.
 * @throws {AppError} CONFLICT if it changed meanwhile.
 */
export async function changeExchangeRate(
  db: Db,
  { origin, version, brlPerUsd: given }: ChangeExchangeRate & { origin: AuditOrigin },
): Promise<void> {
  await db.transaction(async (tx) => {
    // Also holds back another first change, which has no row to lock.
    await tx.execute(sql`lock table ${houseSettings} in share row exclusive mode`)
    const stored = await readExchangeRate(tx)
    if (stored.version !== version) {
      const actorId = origin.actor.id
      throw await changedMeanwhile(tx, { type: 'exchange-rate', version: stored.version, actorId })
    }
    const brlPerUsd = decimal(given)
    const row = { brlPerUsd, brlSetOn: brlPerUsd === null ? null : dayOf(), brlVersion: version + 1 }
    await tx.insert(houseSettings).values(row).onConflictDoUpdate({ target: houseSettings.id, set: row })
    const changed = changedFields({ brlPerUsd: stored.brlPerUsd }, { brlPerUsd })
    if (Object.keys(changed.after).length === 0) return
    const entity = { type: 'exchange-rate', name: 'Dólar em reais' } as const
    await writeAudit(tx, { origin, action: 'exchange-rate.update', entity, ...changed })
  })
}
