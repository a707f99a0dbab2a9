import { randomUUID } from 'node:crypto'
import { ADMIN, EVERYBODY, NOT_THERE, type Row } from './route-row.ts'

/** The routes of plans. */
export const PLAN_ROUTES: Record<string, Row> = {
  'GET /api/v1/plans': { expected: EVERYBODY },
  'GET /api/v1/plans/admin': { expected: ADMIN },
  'POST /api/v1/plans/admin': {
    expected: [401, 403, 403, 403, 201],
    body: () => ({
      name: `turma_${randomUUID().slice(0, 8)}`,
      displayName: 'Turma',
      monthlyMessageLimit: 500,
    }),
  },
  // An incomplete list of plans.
  'PUT /api/v1/plans/admin/order': { expected: [401, 403, 403, 403, 409], body: () => ({ ids: [] }) },
  'GET /api/v1/plans/admin/{planId}': { expected: NOT_THERE },
  'PATCH /api/v1/plans/admin/{planId}': {
    expected: NOT_THERE,
    body: () => ({ displayName: 'Outro nome', version: 1 }),
  },
}
