import { pino } from 'pino'
import { connect } from '../../../src/server/db/connect.ts'
import { countUsage } from '../../../src/server/features/usage/usage-job.ts'
import type { TestClient } from '../../../src/server/testing/test-client.ts'
import type { ApiLoad } from './load.ts'
import type { Installation } from './rig.ts'

/** Administrators' calls by name. */
export const ADMIN_CALLS = {
  'dashboard, 90 days': '/usage/admin?range=90',
  'dashboard, 365 days': '/usage/admin?range=365',
  'dashboard, today': '/usage/admin?range=today',
  'retention, 365 days': '/usage/admin/retention?range=365',
  'users, the newest': '/users/admin',
  'users by name': '/users/admin?sort=name',
  'users, last seen': '/users/admin?sort=-lastSeenAt',
  'users by messages': '/users/admin?sort=-messages',
  'users by cost': '/users/admin?sort=-cost',
  'users, searched': '/users/admin?q=visita%2077',
  'users, one found': '/users/admin?q=visita77123%40exemplo',
  'users, active this month': '/users/admin?activeSince=SINCE',
}
export type AdminCall = keyof typeof ADMIN_CALLS

const MONTH_MS = 30 * 24 * 60 * 60_000

export function adminRequests(
  { server }: Installation,
  admin: TestClient,
  call: AdminCall,
): ApiLoad['requests'] {
  const since = new Date(Date.now() - MONTH_MS).toISOString().slice(0, 10)
  const path = ADMIN_CALLS[call].replace('SINCE', since)
  return [{ url: `${server.url}/api/v1${path}`, headers: { cookie: admin.cookie } }]
}

/** Recomputes the figures of all days, as after an upgrade; returns the duration in milliseconds. */
export async function countAllDays({ server }: Installation): Promise<number> {
  const database = connect({ connectionString: server.databaseUrl }, pino({ level: 'silent' }))
  try {
    await database.db.execute(
      'truncate usage_days, plan_days, user_days, activity_days, cohort_weeks, paid_months, user_milestones',
    )
    const begun = performance.now()
    if (!(await countUsage(database.db))) throw new Error('somebody else is counting')
    return performance.now() - begun
  } finally {
    await database.close()
  }
}
