import type { PageQuery } from '#shared/contract/pagination.ts'
import type {
  AdminPlan,
  AdminPlansPage,
  CreatePlan,
  PlanOrder,
  UpdatePlan,
} from '#shared/contract/plans-admin.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { listParked } from '../webhooks/webhook-events.queries.ts'
import { createPlan, orderPlans, updatePlan } from './plan-changes.queries.ts'
import { getAdminPlan, listAdminPlans, type SoldBy } from './plans-admin.queries.ts'

/** What others have to say about plans: where they are bought, and what was sold before anybody knew as which. */
export type PlanSales = {
  soldBy: SoldBy
  /** Processes deliveries that waited; one that fails, or is not come to, is tried again later. */
  processEvents(eventIds: string[]): Promise<void>
}

export type Parts = Pick<Deps, 'db'> & { sales: PlanSales }
type Context = { parts: Parts; origin: AuditOrigin }

/** @throws {AppError} NOT_FOUND */
export const readPlan = ({ db, sales }: Parts, { planId }: { planId: string }): Promise<AdminPlan> =>
  getAdminPlan(db, { planId, soldBy: sales.soldBy })

export const readPlans = ({ db, sales }: Parts, query: PageQuery): Promise<AdminPlansPage> =>
  listAdminPlans(db, { ...query, soldBy: sales.soldBy })

/**
 * Makes a plan, and processes what was sold before as one of its codes.
 * @throws {AppError} as {@link createPlan}
 */
export async function addPlan({ parts, origin }: Context, body: CreatePlan): Promise<AdminPlan> {
  const plan = await readPlan(parts, await createPlan(parts.db, { ...body, origin }))
  return processWaiting(parts, plan)
}

/**
 * Changes a plan, and processes what waited for one of its codes.
 * @throws {AppError} as {@link updatePlan}
 */
export async function changePlan(
  { parts, origin }: Context,
  change: UpdatePlan & { planId: string },
): Promise<AdminPlan> {
  await updatePlan(parts.db, { ...change, origin })
  const plan = await readPlan(parts, change)
  return change.externals || change.stripePriceId ? processWaiting(parts, plan) : plan
}

/** @throws {AppError} as {@link orderPlans} */
export async function sortPlans({ parts, origin }: Context, { ids }: PlanOrder): Promise<AdminPlansPage> {
  await orderPlans(parts.db, { ids, origin })
  return readPlans(parts, { limit: LIMITS.pageMax })
}

/**
 * Processes what was sold as one of a plan's codes, and answers the plan with whoever has it then. The plan is stored
 * whatever comes of that.
 */
async function processWaiting(parts: Parts, plan: AdminPlan): Promise<AdminPlan> {
  const waiting = new Set<string>()
  for (const external of plan.externals) {
    for (const eventId of await listParked(parts.db, external)) waiting.add(eventId)
  }
  if (waiting.size === 0) return plan
  await parts.sales.processEvents([...waiting])
  return readPlan(parts, { planId: plan.id })
}
