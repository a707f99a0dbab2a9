import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import type { Logger } from 'pino'
import type { ApiKeyScope } from '#shared/contract/api-keys.ts'
import type { KeyHolder } from '#shared/contract/auth.ts'
import { API_KEY_LIMITS } from '#shared/limits-api-keys.ts'
import type { Db } from '../../db/connect.ts'
import { dayOf } from '../../db/local-day.ts'
import { apiKeys, type users } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import { AppError } from '../../http/errors.ts'
import { isBanned } from '../auth-checks.ts'
import type { LimitStore } from '../limits/limit-store.ts'
import { limitCalls } from '../limits/person-limiter.ts'
import { factorFrom, hasFactor, lackingOf } from '../second-factor/proof.ts'
import { mayCall } from './key-calls.ts'

const MINUTE_SECONDS = 60
/** How long a noted use counts as the last one. */
const FRESH_MS = MINUTE_SECONDS * 1000

/** The stored form of a secret. A slow hash has no use for 256 random bits. */
export const keyHash = (secret: string): string => createHash('sha256').update(secret).digest('hex')

type Found = Pick<typeof users.$inferSelect, 'id' | 'name' | 'email' | 'role' | 'banned'> & {
  banExpires: string | null
  keyId: string
  keyName: string
  scopes: ApiKeyScope[]
  lastUsedAt: string | null
  factorFrom: string | null
  hasFactor: boolean
}

const findKey = statement<Found>(
  'api_key',
  sql`select api_keys.id as "keyId", api_keys.name as "keyName", api_keys.scopes,
    api_keys.last_used_at as "lastUsedAt", users.id, users.name, users.email,
    users.role, users.banned, users.ban_expires as "banExpires", ${factorFrom} as "factorFrom", ${hasFactor} as "hasFactor"
    from api_keys join users on users.id = api_keys.user_id
    where api_keys.secret_hash = ${sql.placeholder('hash')} and api_keys.ends_on >= ${dayOf()}`,
)

/** For the limits: an IPv6 address as its /64, written as they expect it. */
const networkOf = (address: string): string =>
  address.includes(':')
    ? `${ipaddr.parse(address).toNormalizedString().split(':').slice(0, 4).join(':')}::`
    : address

type Options = LimitStore & { log: Logger; rateLimits: boolean }
type KeyCall = { secret: string; method: string; path: string; address: string }

/**
 * Answers the administrator whose key makes a call. Nothing is remembered, so that a key stops at once with its end, its
 * revocation, and the role, suspension or deletion of its maker.
 */
export function keyAdmission({ db, redis, log, rateLimits }: Options) {
  const store = { db, redis }

  /** A right key is never held up by wrong ones from its address. */
  async function refuse(address: string): Promise<never> {
    if (rateLimits) {
      const max = API_KEY_LIMITS.wrongPerMinute
      await limitCalls(store, { name: networkOf(address), userId: 'api-key', window: MINUTE_SECONDS, max })
    }
    throw new AppError(
      'UNAUTHORIZED',
      'Esta chave da API não vale: ela não existe, terminou ou foi revogada.',
    )
  }

  return async ({ secret, method, path, address }: KeyCall): Promise<KeyHolder> => {
    const [found] = await findKey(db, { hash: keyHash(secret) })
    if (found?.role !== 'admin' || isBanned(found)) return refuse(address)
    const { id, name, email, keyId, keyName, scopes } = found
    if (rateLimits) {
      const max = API_KEY_LIMITS.callsPerMinute
      await limitCalls(store, { name: 'api-key', userId: keyId, window: MINUTE_SECONDS, max })
    }
    if (!found.lastUsedAt || Date.parse(found.lastUsedAt) < Date.now() - FRESH_MS) {
      noteUse(db, keyId).catch((error) => log.warn({ err: error }, 'use of a key not noted'))
    }
    if (!mayCall(scopes, { method, path })) {
      throw new AppError('FORBIDDEN', 'Esta chave da API não tem acesso a esta chamada.')
    }
    const lacking = lackingOf({ ...found, isByFactor: true })
    return { id, name, email, role: 'admin', key: { id: keyId, name: keyName }, ...(lacking && { lacking }) }
  }
}

/** Notes a use, without a change of `updatedAt`. */
async function noteUse(db: Db, id: string): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: sql`now()`, updatedAt: sql`${apiKeys.updatedAt}` })
    .where(eq(apiKeys.id, id))
}
