import { ADMIN, type Row } from './route-row.ts'

/** Calls of usage, prices and the limits of the day. */
export const USAGE_ROUTES: Record<string, Row> = {
  'GET /api/v1/usage/admin': { expected: ADMIN },
  'GET /api/v1/usage/admin/replies': { expected: ADMIN },
  'GET /api/v1/usage/admin/prices': { expected: ADMIN },
  // The sent version of the list is not the current one.
  'PUT /api/v1/usage/admin/prices': {
    expected: [401, 403, 403, 403, 409],
    body: () => ({ version: 'nenhuma', prices: [] }),
  },
  'GET /api/v1/spend-limits/admin': { expected: ADMIN },
  // The sent version is not the current one.
  'PUT /api/v1/spend-limits/admin': {
    expected: [401, 403, 403, 403, 409],
    body: () => ({ version: -1, dailyCalls: null, dailyUsd: null }),
  },
}
