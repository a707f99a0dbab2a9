import { v7 as uuidv7 } from 'uuid'
import type {
  CreateCredential,
  Credential,
  CredentialProvider,
  CredentialsPage,
  UpdateCredential,
} from '#shared/contract/credentials.ts'
import type { PageQuery } from '#shared/contract/pagination.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { verifyKey } from '../../ai/providers/verify-key.ts'
import { limitCalls } from '../../auth/limits/person-limiter.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import {
  type CredentialRow,
  changeCredential,
  getCredential,
  insertCredential,
  listCredentials,
  type Owned,
  restoreCredential,
  sealContextOf,
} from './credentials.queries.ts'

type Parts = Pick<Deps, 'db' | 'env' | 'redis' | 'vault'>

/** Four characters of a shorter key would reveal too much of it. */
const LONG_KEY = 12

/** The end of a key for its owner to recognise: four characters, or at most a quarter of a short key. */
const lastCharacters = (key: string): string =>
  key.slice(key.length - (key.length >= LONG_KEY ? 4 : Math.floor(key.length / 4)))

/** The contract's credential for its owner, without the key. */
const toCredential = ({ vault }: Pick<Parts, 'vault'>, row: CredentialRow): Credential => ({
  id: row.id,
  userId: row.userId,
  name: row.name,
  provider: row.provider,
  lastFour: row.lastFour,
  status: row.status,
  isActive: row.isActive,
  allowsFallback: row.allowsFallback,
  isReadable: vault.open(row, sealContextOf(row)) !== undefined,
  checkedAt: row.checkedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export async function readCredentials(
  parts: Parts,
  query: PageQuery & { userId: string },
): Promise<CredentialsPage> {
  const { items, ...page } = await listCredentials(parts.db, query)
  return { ...page, items: items.map((row) => toCredential(parts, row)) }
}

/** @throws {AppError} NOT_FOUND */
export const readCredential = async (parts: Parts, key: Owned): Promise<Credential> =>
  toCredential(parts, await getCredential(parts.db, key))

/**
 * Verifies a key with the provider, and stores it unless the provider refuses it.
 * @throws {AppError} RATE_LIMITED above the hourly number of checks, VALIDATION_ERROR for a refused key, CONFLICT at
 * the limit of credentials.
 */
export async function createCredential(
  parts: Parts,
  { userId, credentials: apiKey, ...fields }: CreateCredential & { userId: string },
): Promise<Credential> {
  const checked = await verifyAtProvider(parts, { userId, provider: fields.provider, apiKey })
  const place = { id: uuidv7(), userId, provider: fields.provider }
  const row = await insertCredential(parts.db, {
    ...fields,
    ...place,
    ...checked,
    ...seal(parts, place, apiKey),
  })
  return toCredential(parts, row)
}

/**
 * Changes a credential; a new key is verified first, and the old one stays if it is refused.
 * @throws {AppError} NOT_FOUND, RATE_LIMITED, VALIDATION_ERROR
 */
export async function updateCredential(
  parts: Parts,
  { credentialId, userId, credentials: apiKey, ...changes }: UpdateCredential & Owned,
): Promise<Credential> {
  const key = { credentialId, userId }
  if (apiKey === undefined)
    return toCredential(parts, await changeCredential(parts.db, { ...key, ...changes }))
  const place = await getCredential(parts.db, key)
  const checked = await verifyAtProvider(parts, { ...place, apiKey })
  const sealed = seal(parts, place, apiKey)
  return toCredential(parts, await changeCredential(parts.db, { ...key, ...changes, ...checked, ...sealed }))
}

/** @throws {AppError} NOT_FOUND, CONFLICT */
export const reviveCredential = async (parts: Parts, key: Owned): Promise<Credential> =>
  toCredential(parts, await restoreCredential(parts.db, key))

type Place = Pick<CredentialRow, 'id' | 'userId' | 'provider'>

function seal({ vault }: Parts, place: Place, apiKey: string) {
  const lastFour = lastCharacters(apiKey)
  return { lastFour, ...vault.seal(apiKey, sealContextOf({ ...place, lastFour })) }
}

const REFUSED = 'O provedor recusou esta chave. Confira se ela está inteira e ativa.'

const CHECKS = { window: 3_600, max: SERVER_LIMITS.credentialChecksPerHour }

/** Each check is a request to the provider from the installation's address, so their number is limited. */
async function verifyAtProvider(
  parts: Parts,
  { userId, provider, apiKey }: { userId: string; provider: CredentialProvider; apiKey: string },
) {
  if (parts.env.rateLimits) await limitCalls(parts, { name: 'credential-check', userId, ...CHECKS })
  const status = await verifyKey(parts.env.ai, { provider, apiKey })
  if (status === 'refused') {
    throw new AppError('VALIDATION_ERROR', REFUSED, { details: { credentials: REFUSED } })
  }
  return { status, checkedAt: new Date() }
}
