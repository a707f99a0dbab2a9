import { asc } from 'drizzle-orm'
import type { Plan } from '#shared/contract/plans.ts'
import type { Db } from '../../db/connect.ts'
import { plans } from '../../db/schema/index.ts'

const toPlan = (row: typeof plans.$inferSelect): Plan => ({
  id: row.id,
  name: row.name,
  displayName: row.displayName,
  description: row.description,
  monthlyMessageLimit: row.monthlyMessageLimit,
  allAgents: row.allAgents,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** Every plan, the one with the fewest messages first. */
export async function listPlans(db: Db): Promise<Plan[]> {
  const rows = await db.select().from(plans).orderBy(asc(plans.monthlyMessageLimit), asc(plans.id))
  return rows.map(toPlan)
}
