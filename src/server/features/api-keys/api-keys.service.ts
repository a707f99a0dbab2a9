import { randomBytes } from 'node:crypto'
import type { CreateApiKey, CreatedApiKey } from '#shared/contract/api-keys.ts'
import { KEY_PREFIX } from '../../auth/api-keys/bearer-key.ts'
import { keyHash } from '../../auth/api-keys/key-admission.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../http/audit-origin.ts'
import { deleteApiKey, insertApiKey } from './api-keys.queries.ts'

const SECRET_BYTES = 32
const HINT_LENGTH = 4

type Parts = Pick<Deps, 'auth'>
type By = { origin: AuditOrigin }

/** Makes a key; only this answer has its secret. @throws {AppError} CONFLICT above the limit of living keys. */
export function createApiKey(
  { auth }: Parts,
  { origin, ...body }: CreateApiKey & By,
): Promise<CreatedApiKey> {
  const secret = KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
  return auth.admin.atomically(async (tx) => {
    const stored = { secretHash: keyHash(secret), hint: secret.slice(-HINT_LENGTH) }
    const key = await insertApiKey(tx, { ...body, ...stored, userId: origin.actor.id })
    const { id, name, scopes, endsOn } = key
    const entity = { type: 'api-key', id, name } as const
    await auth.admin.audit({ origin, action: 'api-key.create', entity, after: { scopes, endsOn } })
    return { key, secret }
  })
}

/** Revokes a key of any administrator, at once. @throws {AppError} NOT_FOUND */
export function revokeApiKey({ auth }: Parts, { origin, keyId }: { keyId: string } & By): Promise<null> {
  return auth.admin.atomically(async (tx) => {
    const entity = { type: 'api-key', id: keyId, name: await deleteApiKey(tx, { keyId }) } as const
    await auth.admin.audit({ origin, action: 'api-key.revoke', entity })
    return null
  })
}
