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

/** Data of other features: where plans are sold, and events parked for lack of a plan. */
export type PlanSales = {
  soldBy: SoldBy
  /** Processes parked events; failed or skipped ones are retried later. */
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
 * Creates a plan, and processes events parked for one of its codes.
 * @throws {AppError} as {@link createPlan}
 */
export async function addPlan({ parts, origin }: Context, body: CreatePlan): Promise<AdminPlan> {
  const plan = await readPlan(parts, await createPlan(parts.db, { ...body, origin }))
  return processParked(parts, plan)
}

/**
 * Changes a plan, and processes events parked for one of its codes.
 * @throws {AppError} as {@link updatePlan}
 */
export async function changePlan(
  { parts, origin }: Context,
  change: UpdatePlan & { planId: string },
): Promise<AdminPlan> {
  await updatePlan(parts.db, { ...change, origin })
  const plan = await readPlan(parts, change)
  return change.externals || change.stripePriceId ? processParked(parts, plan) : plan
}

/** @throws {AppError} as {@link orderPlans} */
export async function sortPlans({ parts, origin }: Context, { ids }: PlanOrder): Promise<AdminPlansPage> {
  await orderPlans(parts.db, { ids, origin })
  return readPlans(parts, { limit: LIMITS.pageMax })
}

/**
 * Processes events parked for one of a plan's codes, and returns the plan with its new subscribers. The plan
 * stays stored if that fails.
 */
async function processParked(parts: Parts, plan: AdminPlan): Promise<AdminPlan> {
  const waiting = new Set<string>()
  for (const external of plan.externals) {
    for (const eventId of await listParked(parts.db, external)) waiting.add(eventId)
  }
  if (waiting.size === 0) return plan
  await parts.sales.processEvents([...waiting])
  return readPlan(parts, { planId: plan.id })
}
