import { TERMS_VERSION } from '#shared/contract/terms.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { type Row, SIGNED_IN } from './route-row.ts'

/** The routes of the signed-in user's own data. */
export const ME_ROUTES: Record<string, Row> = {
  'GET /api/v1/me': { expected: SIGNED_IN },
  'GET /api/v1/me/usage': { expected: SIGNED_IN },
  'GET /api/v1/me/storage': { expected: SIGNED_IN },
  'POST /api/v1/me/terms': { expected: SIGNED_IN, body: () => ({ version: TERMS_VERSION }) },
  'GET /api/v1/me/first-hours': { expected: SIGNED_IN },
  'PUT /api/v1/me/first-hours': { expected: SIGNED_IN, body: () => ({ ended: 'checklist' }) },
  'GET /api/v1/me/impersonations': { expected: SIGNED_IN },
  'GET /api/v1/me/export': { expected: SIGNED_IN, isOneAtATime: true },
  'GET /api/v1/me/subscription': { expected: SIGNED_IN },
  // Every user has the free plan already, and none pays at Stripe here.
  'POST /api/v1/me/subscription/checkout': {
    expected: [401, 409, 409, 403, 409],
    body: () => ({ planId: FREE_PLAN_ID }),
  },
  'POST /api/v1/me/subscription/portal': { expected: [401, 409, 409, 403, 409] },
  'GET /api/v1/me/email-changes': { expected: SIGNED_IN },
  'POST /api/v1/me/email-changes': {
    expected: SIGNED_IN,
    body: () => ({ email: 'novo-endereco@exemplo.com.br' }),
  },
  'DELETE /api/v1/me/email-changes': { expected: SIGNED_IN },
  // Nobody has the links of these; a session opens nothing more.
  'POST /api/v1/email-changes/confirm': {
    expected: [404, 404, 404, 404, 404],
    body: () => ({ token: 'Nenhum-Link-Tem-Este-0' }),
  },
  'POST /api/v1/email-changes/undo': {
    expected: [404, 404, 404, 404, 404],
    body: () => ({ token: 'Nenhum-Link-Tem-Este-0' }),
  },
  'POST /api/v1/me/purchase-claims': {
    expected: SIGNED_IN,
    body: () => ({ email: 'recibos@exemplo.com.br' }),
  },
  'POST /api/v1/me/purchase-claims/confirm': {
    expected: [401, 404, 404, 403, 404],
    body: () => ({ token: 'Nenhum-Link-Tem-Este-0' }),
  },
}
