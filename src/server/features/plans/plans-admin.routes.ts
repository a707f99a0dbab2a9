import {
  AdminPlan,
  AdminPlansPage,
  AdminPlansQuery,
  CreatePlan,
  PlanOrder,
  PlanParams,
  UpdatePlan,
} from '#shared/contract/plans-admin.ts'
import type { Deps } from '../../deps.ts'
import { auditOrigin } from '../../http/audit-origin.ts'
import { createRouter } from '../../http/context.ts'
import { administers } from '../../http/guards.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import {
  addPlan,
  changePlan,
  type Parts,
  type PlanSales,
  readPlan,
  readPlans,
  sortPlans,
} from './plans-admin.service.ts'

/** `sales` provides the data of other features. */
export function planAdminRoutes(deps: Deps, sales: PlanSales) {
  const parts = { db: deps.db, sales }
  return createRouter().route('/', listRoutes(deps, parts)).route('/', oneRoutes(deps, parts))
}

const listRoutes = ({ signedIn, proved }: Deps, parts: Parts) =>
  createRouter()
    .get(
      '/plans/admin',
      operation({
        tag: 'plans',
        summary: 'Os planos, em ordem, também os que não se vendem mais',
        data: AdminPlansPage,
        errors: ['VALIDATION_ERROR'],
      }),
      signedIn,
      administers('plans'),
      input('query', AdminPlansQuery),
      async (c) => respond(c, await readPlans(parts, c.req.valid('query'))),
    )
    .post(
      '/plans/admin',
      operation({
        writes: true,
        tag: 'plans',
        summary: 'Cria um plano, no fim da ordem',
        data: AdminPlan,
        status: 201,
        errors: ['VALIDATION_ERROR', 'CONFLICT', 'STEP_UP_REQUIRED'],
      }),
      signedIn,
      administers('plans'),
      proved,
      input('json', CreatePlan),
      async (c) => {
        const plan = await addPlan({ parts, origin: auditOrigin(c) }, c.req.valid('json'))
        return respond(c, plan, 201)
      },
    )
    .put(
      '/plans/admin/order',
      operation({
        writes: true,
        tag: 'plans',
        summary: 'Põe todos os planos em ordem',
        data: AdminPlansPage,
        errors: ['VALIDATION_ERROR', 'CONFLICT'],
      }),
      signedIn,
      administers('plans'),
      input('json', PlanOrder),
      async (c) => respond(c, await sortPlans({ parts, origin: auditOrigin(c) }, c.req.valid('json'))),
    )

const oneRoutes = ({ signedIn, proved }: Deps, parts: Parts) =>
  createRouter()
    .get(
      '/plans/admin/:planId',
      operation({
        tag: 'plans',
        summary: 'Um plano, com os códigos pelos quais os provedores o conhecem',
        data: AdminPlan,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
      }),
      signedIn,
      administers('plans'),
      input('param', PlanParams),
      async (c) => respond(c, await readPlan(parts, c.req.valid('param'))),
    )
    .patch(
      '/plans/admin/:planId',
      operation({
        writes: true,
        tag: 'plans',
        summary: 'Altera um plano, também para quem já o tem; com isArchived, tira de venda',
        data: AdminPlan,
        errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'STEP_UP_REQUIRED'],
      }),
      signedIn,
      administers('plans'),
      proved,
      input('param', PlanParams),
      input('json', UpdatePlan),
      async (c) => {
        const change = { ...c.req.valid('json'), ...c.req.valid('param') }
        return respond(c, await changePlan({ parts, origin: auditOrigin(c) }, change))
      },
    )
