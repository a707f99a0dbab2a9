import { randomUUID } from 'node:crypto'
import { ADMIN, EVERYBODY, NOT_THERE, type Row, SIGNED_IN, type Target } from './route-row.ts'

const ownPassword = ({ caller }: Target) => ({ password: caller.password || 'senha-segura-1' })
const anyPasskey = () => ({ id: randomUUID() })

/** Second factors, passkeys and proofs of identity. */
export const SECURITY_ROUTES: Record<string, Row> = {
  'POST /api/auth/two-factor/enable': { expected: SIGNED_IN, body: ownPassword },
  'POST /api/auth/two-factor/disable': { expected: SIGNED_IN, body: ownPassword, endsSession: true },
  // The callers of the table have no codes.
  'POST /api/auth/two-factor/generate-backup-codes': {
    expected: [401, 400, 400, 403, 400],
    body: ownPassword,
  },
  'POST /api/auth/two-factor/verify-totp': {
    expected: [400, 400, 400, 400, 400],
    body: () => ({ code: 'letras' }),
  },
  'POST /api/auth/two-factor/verify-backup-code': {
    expected: [400, 400, 400, 400, 400],
    body: () => ({ code: 'curto' }),
  },
  // No caller has a challenge.
  'POST /api/auth/passkey/verify-registration': {
    expected: [401, 400, 400, 403, 400],
    body: () => ({ response: { id: 'nenhuma' }, name: 'Celular' }),
  },
  'POST /api/auth/passkey/verify-authentication': {
    expected: [400, 400, 400, 400, 400],
    body: () => ({ response: { id: 'nenhuma' } }),
  },
  'GET /api/auth/passkey/generate-register-options': { expected: SIGNED_IN },
  'GET /api/auth/passkey/generate-authenticate-options': { expected: EVERYBODY },
  'GET /api/auth/passkey/list-user-passkeys': { expected: SIGNED_IN },
  'POST /api/auth/passkey/update-passkey': {
    expected: [401, 404, 404, 403, 404],
    body: () => ({ ...anyPasskey(), name: 'Celular' }),
  },
  'POST /api/auth/passkey/delete-passkey': { expected: [401, 404, 404, 403, 404], body: anyPasskey },
  'GET /api/v1/me/security': { expected: SIGNED_IN },
  'POST /api/v1/me/proof': { expected: SIGNED_IN, body: ownPassword },
  'DELETE /api/v1/me/trusted-devices': { expected: SIGNED_IN },
  'GET /api/v1/admin/sign-in-rules': { expected: ADMIN },
  'PUT /api/v1/admin/sign-in-rules': { expected: ADMIN, body: () => ({ administratorsFrom: null }) },
  'GET /api/v1/api-keys/admin': { expected: ADMIN },
  'POST /api/v1/api-keys/admin': {
    expected: [401, 403, 403, 403, 201],
    body: () => ({ name: 'Planilha da turma', scopes: ['imports'] }),
  },
  'DELETE /api/v1/api-keys/admin/{keyId}': { expected: NOT_THERE },
}
