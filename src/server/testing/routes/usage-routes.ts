import { ADMIN, type Row } from './route-row.ts'

/** Calls of usage, prices, the limits of the day and the looks of the house. */
export const USAGE_ROUTES: Record<string, Row> = {
  'GET /api/v1/usage/admin': { expected: ADMIN },
  'GET /api/v1/usage/admin/retention': { expected: ADMIN },
  'GET /api/v1/usage/admin/export': { expected: ADMIN, query: '?table=days' },
  'GET /api/v1/usage/admin/replies': { expected: ADMIN },
  'GET /api/v1/usage/admin/prices': { expected: ADMIN },
  // The sent version of the list is not the current one.
  'PUT /api/v1/usage/admin/prices': {
    expected: [401, 403, 403, 403, 409],
    body: () => ({ version: 'nenhuma', prices: [] }),
  },
  'GET /api/v1/house/admin': { expected: ADMIN },
  // The sent version is not the current one.
  'PUT /api/v1/house/admin': {
    expected: [401, 403, 403, 403, 409],
    body: () => ({ version: -1, name: 'Elenco', logoUrl: null, accent: null }),
  },
  // The provider double answers.
  'POST /api/v1/usage/admin/models/test': {
    expected: ADMIN,
    body: () => ({ provider: 'openai', model: 'gpt-de-teste' }),
  },
  'GET /api/v1/usage/admin/exchange-rate': { expected: ADMIN },
  // The sent version is not the current one.
  'PUT /api/v1/usage/admin/exchange-rate': {
    expected: [401, 403, 403, 403, 409],
    body: () => ({ version: -1, brlPerUsd: null }),
  },
  'GET /api/v1/spend-limits/admin': { expected: ADMIN },
  // The sent version is not the current one.
  'PUT /api/v1/spend-limits/admin': {
    expected: [401, 403, 403, 403, 409],
    body: () => ({ version: -1, dailyCalls: null, dailyUsd: null }),
  },
}
