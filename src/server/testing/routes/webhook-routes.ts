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
  'GET /api/v1/webhooks/admin/waiting': { expected: ADMIN },
  'POST /api/v1/webhooks/admin/waiting/{purchaseId}/mail': { expected: NOT_THERE },
  // The plan does not exist.
  'POST /api/v1/webhooks/admin/mappings': {
    expected: [401, 403, 403, 403, 400],
    body: () => ({ provider: 'hubla', kind: 'offer', externalId: 'oferta-1', planId: randomUUID() }),
  },
  // The plan does not exist.
  'GET /api/v1/webhooks/admin/mappings/preview': {
    expected: [401, 403, 403, 403, 400],
    query: '?provider=hubla&kind=offer&externalId=oferta-1&planId=0199c3a5-0f0a-7c3e-9d2b-2f6f8f0f1a2b',
  },
  'GET /api/v1/webhooks/admin/decisions': { expected: ADMIN },
  'POST /api/v1/webhooks/admin/decisions/other': {
    expected: ADMIN,
    body: () => ({ provider: 'hubla', kind: 'offer', externalId: `oferta-${randomUUID()}` }),
  },
  'GET /api/v1/webhooks/admin/decisions/{decisionId}': { expected: NOT_THERE },
  'POST /api/v1/webhooks/admin/decisions/{decisionId}/undo': { expected: NOT_THERE },
  'GET /api/v1/webhooks/admin/{eventId}': { expected: NOT_THERE },
  'POST /api/v1/webhooks/admin/{eventId}/assign': {
    expected: NOT_THERE,
    body: () => ({ userId: randomUUID() }),
  },
  'POST /api/v1/webhooks/admin/{eventId}/unassign': { expected: NOT_THERE },
  'POST /api/v1/webhooks/admin/{eventId}/retry': { expected: NOT_THERE },
}
