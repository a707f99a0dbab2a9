import pg from 'pg'
import { MonthlyUsage } from '#shared/contract/quota.ts'
import type { Db } from '../../db/connect.ts'
import { usageMonths } from '../../db/schema/index.ts'
import { monthOf } from '../../features/quota/quota.queries.ts'
import type { TestClient } from '../test-client.ts'

/** Removes the limits of all plans of a database, for tests and benchmarks of other things. */
export async function liftQuotas(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('update plans set monthly_message_limit = 1000000000')
  } finally {
    await client.end()
  }
}

/** Sets a user's count of messages this month. */
export async function setUsed(db: Db, { userId, used }: { userId: string; used: number }): Promise<void> {
  await db
    .insert(usageMonths)
    .values({ userId, month: monthOf(), used })
    .onConflictDoUpdate({ target: [usageMonths.userId, usageMonths.month], set: { used } })
}

/** A user's monthly usage from the API. */
export const usageOf = async (client: TestClient): Promise<MonthlyUsage> =>
  MonthlyUsage.strict().parse((await client.get('/me/usage')).data)
