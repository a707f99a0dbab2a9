import { asc, eq } from 'drizzle-orm'
import type { Plan, PlanAgents } from '#shared/contract/plans.ts'
import type { Db } from '../../db/connect.ts'
import { plans } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { PLAN_AGENTS } from '../agents/agent-access.queries.ts'

export type PlanRow = typeof plans.$inferSelect

/** Whether it is the free plan, which every account has at least. */
export const isFloor = ({ id }: Pick<PlanRow, 'id'>): boolean => id === FREE_PLAN_ID

/** `agents` is {@link PLAN_AGENTS}. */
export const toPlan = (row: PlanRow, agents: PlanAgents): Plan => ({
  id: row.id,
  name: row.name,
  displayName: row.displayName,
  description: row.description,
  monthlyMessageLimit: row.monthlyMessageLimit,
  dailyMessageLimit: row.dailyMessageLimit,
  storageMegabytes: row.storageMegabytes,
  passageLimit: row.passageLimit,
  allAgents: row.allAgents,
  agents,
  isFloor: isFloor(row),
  priceText: row.priceText,
  trialDays: row.trialDays,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** Display order; without a chosen order, the plan with the fewest messages first. */
export const IN_ORDER = [asc(plans.order), asc(plans.monthlyMessageLimit), asc(plans.id)]

/** Every plan that is not archived, in display order. */
export async function listPlans(db: Db): Promise<Plan[]> {
  const rows = await db
    .select({ plan: plans, agents: PLAN_AGENTS })
    .from(plans)
    .where(eq(plans.isArchived, false))
    .orderBy(...IN_ORDER)
  return rows.map(({ plan, agents }) => toPlan(plan, agents))
}
