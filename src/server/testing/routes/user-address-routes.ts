import { randomUUID } from 'node:crypto'
import { ADMIN, type Row } from './route-row.ts'

/** Administrators' help with addresses and passwords. */
export const USER_ADDRESS_ROUTES: Record<string, Row> = {
  'POST /api/v1/users/admin/{userId}/confirm-email': { expected: ADMIN },
  'PUT /api/v1/users/admin/{userId}/email': {
    expected: ADMIN,
    body: () => ({ email: `${randomUUID()}@exemplo.com.br` }),
  },
  'POST /api/v1/users/admin/{userId}/password-link': { expected: ADMIN },
}
