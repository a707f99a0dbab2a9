import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { rateLimits } from '../../db/schema/index.ts'
import { countInRedis, type LimitStore } from './limit-store.ts'

type Rule = { window: number; max: number }
type Verdict = { allowed: boolean; retryAfter: number | null }

/** Rate limits per client address and path (SPEC §9); other paths use the default. `window` is in seconds. */
export const ADDRESS_RULES: Record<string, Rule | false> = {
  // Every page of every user behind an address requests it, and a refusal would sign users out.
  '/get-session': false,
  '/sign-out': false,
  '/sign-up/email': { window: 600, max: 10 },
  '/sign-in/email': { window: 60, max: 20 },
  '/sign-in/social': { window: 60, max: 20 },
  '/callback/google': { window: 60, max: 20 },
  '/change-password': { window: 60, max: 20 },
  '/request-password-reset': { window: 600, max: 10 },
  '/send-verification-email': { window: 600, max: 10 },
  '/reset-password': { window: 600, max: 20 },
  '/reset-password/*': { window: 60, max: 60 },
  '/verify-email': { window: 60, max: 60 },
  '/two-factor/verify-totp': { window: 60, max: 20 },
  '/two-factor/verify-backup-code': { window: 60, max: 20 },
  '/two-factor/*': { window: 60, max: 60 },
  '/passkey/generate-authenticate-options': { window: 60, max: 60 },
  '/passkey/verify-authentication': { window: 60, max: 20 },
}

/** Tokens in the path would create one row each. */
const keyOf = (key: string) => key.replace(/\|\/reset-password\/.*$/s, '|/reset-password/*')

/**
 * A customer may own a whole /48, and change between its 65,536 networks of /64. As many calls as this number of
 * addresses are accepted from all of them together; mobile customers of one /48 rarely come in such numbers.
 */
const ADDRESSES_OF_48 = 10

/** The key of the /48 around an IPv6 address, which the library shortens to its /64 and writes in full. */
function widerKey(key: string): string | undefined {
  const [address = '', path] = keyOf(key).split('|')
  return address.includes(':') ? `${address.split(':').slice(0, 3).join(':')}::/48|${path}` : undefined
}

const NOW_MS = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/**
 * Counts atomically, in the database with one statement, so that parallel calls and several instances share
 * one limit (RELIABILITY A17). A window starts with its first call; better-auth's own window would never end
 * under constant calls.
 */
async function countCall({ db, redis }: LimitStore, key: string, { window, max }: Rule): Promise<Verdict> {
  const counted = await countInRedis(redis, `address:${key}`, window)
  if (counted) return { allowed: counted.count <= max, retryAfter: counted.seconds }
  const isOver = sql`${rateLimits.lastRequest} <= ${NOW_MS} - ${window * 1000}`
  const kept = (column: PgColumn, next: unknown, fresh: unknown) =>
    sql`case when ${isOver} then ${fresh} else ${next ?? column} end`
  const [row] = await db
    .insert(rateLimits)
    .values({ id: uuidv7(), key, count: 1, lastRequest: NOW_MS })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: kept(rateLimits.count, sql`least(${rateLimits.count}, ${max}) + 1`, sql`1`),
        lastRequest: kept(rateLimits.lastRequest, undefined, NOW_MS),
      },
    })
    .returning({
      count: rateLimits.count,
      seconds: sql<number>`greatest(1, ceil((${rateLimits.lastRequest} + ${window * 1000} - ${NOW_MS}) / 1000.0))::int`,
    })
  return { allowed: (row?.count ?? 1) <= max, retryAfter: row?.seconds ?? null }
}

/** Limits calls per address and path: IPv4 by address, IPv6 by /64 and, with a higher bound, by /48. */
export const addressLimiter = (store: LimitStore) => ({
  async consume(key: string, rule: Rule): Promise<Verdict> {
    const own = await countCall(store, keyOf(key), rule)
    const wider = widerKey(key)
    // A refused call does not count for the /48, or one /64 would use up its neighbours' bound.
    if (!own.allowed || !wider) return own
    const together = await countCall(store, wider, { ...rule, max: rule.max * ADDRESSES_OF_48 })
    return together.allowed ? own : together
  },
})
