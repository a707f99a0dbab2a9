import { randomUUID } from 'node:crypto'
import { ADMIN, NOT_THERE, type Row } from './route-row.ts'

/** Saved filters, administrators' help with addresses and passwords, and the messages that they give. */
export const USER_ADDRESS_ROUTES: Record<string, Row> = {
  'GET /api/v1/users/admin/segments': { expected: ADMIN },
  'POST /api/v1/users/admin/segments': {
    expected: [401, 403, 403, 403, 201],
    body: () => ({ name: `Turma ${randomUUID()}`, filter: { role: 'user' } }),
  },
  'PATCH /api/v1/users/admin/segments/{segmentId}': { expected: NOT_THERE, body: () => ({ name: 'Turma' }) },
  'DELETE /api/v1/users/admin/segments/{segmentId}': { expected: NOT_THERE },
  'POST /api/v1/users/admin/{userId}/confirm-email': { expected: ADMIN },
  'PUT /api/v1/users/admin/{userId}/email': {
    expected: ADMIN,
    body: () => ({ email: `${randomUUID()}@exemplo.com.br` }),
  },
  'POST /api/v1/users/admin/{userId}/password-link': { expected: ADMIN },
  'GET /api/v1/users/admin/{userId}/usage': { expected: ADMIN },
  'GET /api/v1/users/admin/{userId}/payments': { expected: ADMIN },
  'GET /api/v1/users/admin/{userId}/notes': { expected: ADMIN },
  'POST /api/v1/users/admin/{userId}/notes': {
    expected: [401, 403, 403, 403, 201],
    body: () => ({ id: randomUUID(), content: 'Pediu para voltar em março.' }),
  },
  'DELETE /api/v1/users/admin/{userId}/notes/{noteId}': { expected: NOT_THERE },
  'GET /api/v1/users/admin/{userId}/extra-messages': { expected: ADMIN },
  'POST /api/v1/users/admin/{userId}/extra-messages': {
    expected: [401, 403, 403, 403, 201],
    body: () => ({ id: randomUUID(), given: 50, until: null, reason: 'Turma piloto' }),
  },
  'POST /api/v1/users/admin/{userId}/extra-messages/{extraId}/take-back': { expected: NOT_THERE },
}
