import { randomUUID } from 'node:crypto'
import { ADMIN, NOT_THERE, type Row } from './route-row.ts'

/** No session gives access to these, not even an administrator's; the provider's signature or token does. */
const REFUSED = [401, 401, 401, 401, 401] as const

/** The routes of payment webhooks. */
export const WEBHOOK_ROUTES: Record<string, Row> = {
  'POST /api/webhooks/hubla': { expected: REFUSED, isForPrograms: true, body: () => ({ type: 'x' }) },
  'POST /api/webhooks/stripe': { expected: REFUSED, isForPrograms: true, body: () => ({ type: 'x' }) },
  'GET /api/v1/webhooks/admin': { expected: ADMIN },
  'GET /api/v1/webhooks/admin/health': { expected: ADMIN },
  'GET /api/v1/webhooks/admin/unmapped': { expected: ADMIN },
  // The plan does not exist.
  'POST /api/v1/webhooks/admin/mappings': {
    expected: [401, 403, 403, 403, 400],
    body: () => ({ provider: 'hubla', kind: 'offer', externalId: 'oferta-1', planId: randomUUID() }),
  },
  'GET /api/v1/webhooks/admin/{eventId}': { expected: NOT_THERE },
  'POST /api/v1/webhooks/admin/{eventId}/retry': { expected: NOT_THERE },
}
