import { asc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PageQuery } from '#shared/contract/pagination.ts'
import type { PlanAgents } from '#shared/contract/plans.ts'
import type { AdminPlan, AdminPlansPage, PlanExternal } from '#shared/contract/plans-admin.ts'
import { Id } from '#shared/contract/scalars.ts'
import type { Db } from '../../db/connect.ts'
import { planExternals, plans } from '../../db/schema/index.ts'
import { decodeCursor, toPage } from '../../http/cursor.ts'
import { AppError } from '../../http/errors.ts'
import { PLAN_AGENTS } from '../agents/agent-access.queries.ts'
import { countPeople } from '../usage/usage-figures.queries.ts'
import { IN_ORDER, type PlanRow, toPlan } from './plans.queries.ts'

const noPlan = () => new AppError('NOT_FOUND', 'Não encontramos esse plano.')

/** The provider where a plan can be bought now. */
export type SoldBy = (plan: PlanRow) => AdminPlan['soldBy']

type Extras = { agents: PlanAgents; externals: PlanExternal[]; people: number; soldBy: SoldBy }
type Sold = { soldBy: SoldBy }

// Addresses and ids as stored, so that administrators can see invalid ones.
const toAdminPlan = (row: PlanRow, { agents, externals, people, soldBy }: Extras): AdminPlan => ({
  ...toPlan(row, agents),
  order: row.order,
  isArchived: row.isArchived,
  checkoutUrl: row.checkoutUrl,
  stripePriceId: row.stripePriceId,
  acceptsCoupons: row.acceptsCoupons,
  soldBy: soldBy(row),
  externals,
  people,
  version: row.version,
})

/** Provider codes by plan. */
async function externalsOf(db: Db, planIds: string[]): Promise<Map<string, PlanExternal[]>> {
  const { planId, provider, kind, externalId, name } = planExternals
  const rows = await db
    .select({ planId, external: { provider, kind, externalId, name } })
    .from(planExternals)
    .where(inArray(planId, planIds))
    .orderBy(asc(provider), asc(kind), asc(externalId))
  const groups = Map.groupBy(rows, (row) => row.planId)
  return new Map([...groups].map(([id, group]) => [id, group.map(({ external }) => external)]))
}

type ReadRow = { plan: PlanRow; agents: PlanAgents }
const readColumns = { plan: plans, agents: PLAN_AGENTS }

async function planMapper(db: Db, rows: ReadRow[], { soldBy }: Sold): Promise<(row: ReadRow) => AdminPlan> {
  const externals = await externalsOf(
    db,
    rows.map(({ plan }) => plan.id),
  )
  const { plans: counted } = await countPeople(db)
  const people = new Map(counted.map((plan) => [plan.planId, plan.people]))
  return ({ plan, agents }) =>
    toAdminPlan(plan, {
      ...{ agents, soldBy },
      externals: externals.get(plan.id) ?? [],
      people: people.get(plan.id) ?? 0,
    })
}

const Place = z.tuple([z.int32(), z.int32(), Id])

/** Every plan in order, including archived ones. */
export async function listAdminPlans(
  db: Db,
  { cursor, limit, soldBy }: PageQuery & Sold,
): Promise<AdminPlansPage> {
  const place = decodeCursor(cursor, Place)
  const rows = await db
    .select(readColumns)
    .from(plans)
    .where(
      place &&
        sql`(${plans.order}, ${plans.monthlyMessageLimit}, ${plans.id}) > (${place[0]}, ${place[1]}, ${place[2]}::uuid)`,
    )
    .orderBy(...IN_ORDER)
    .limit(limit + 1)
  const toItem = await planMapper(db, rows, { soldBy })
  return toPage(rows, limit, toItem, ({ plan }) => [plan.order, plan.monthlyMessageLimit, plan.id])
}

/** @throws {AppError} NOT_FOUND */
export async function getAdminPlan(
  db: Db,
  { planId, soldBy }: { planId: string } & Sold,
): Promise<AdminPlan> {
  const [row] = await db.select(readColumns).from(plans).where(eq(plans.id, planId))
  if (!row) throw noPlan()
  return (await planMapper(db, [row], { soldBy }))(row)
}

/** A plan's row with its provider codes. @throws {AppError} NOT_FOUND */
export async function getPlanRow(
  db: Db,
  { planId }: { planId: string },
): Promise<PlanRow & { externals: PlanExternal[] }> {
  const [row] = await db.select().from(plans).where(eq(plans.id, planId))
  if (!row) throw noPlan()
  return { ...row, externals: (await externalsOf(db, [planId])).get(planId) ?? [] }
}
