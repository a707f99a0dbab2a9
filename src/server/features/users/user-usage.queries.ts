import { count, eq, max } from 'drizzle-orm'
import type { UserUsage } from '#shared/contract/user-usage.ts'
import type { Db } from '../../db/connect.ts'
import { knownDevices } from '../../db/schema/index.ts'
import { withTimeLimit } from '../../db/time-limit.ts'
import { listUserAgents, listUserMonths } from '../usage/person-days.queries.ts'

/** Milliseconds of one statement, as of the dashboard. */
const TIMEOUT_MS = 5_000

/** A user's figures by month and agent, and how many browsers know the account. */
export function readUserUsage(db: Db, { userId }: { userId: string }): Promise<UserUsage> {
  return withTimeLimit(db, TIMEOUT_MS, async (tx) => {
    const [devices] = await tx
      .select({ devices: count(), last: max(knownDevices.lastSeenAt) })
      .from(knownDevices)
      .where(eq(knownDevices.userId, userId))
    return {
      months: await listUserMonths(tx, { userId }),
      agents: await listUserAgents(tx, { userId }),
      knownDevices: devices?.devices ?? 0,
      lastDeviceAt: devices?.last?.toISOString() ?? null,
    }
  })
}
