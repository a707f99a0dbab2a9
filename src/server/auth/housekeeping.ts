import { lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../db/connect.ts'
import { dayOf } from '../db/local-day.ts'
import {
  apiKeys,
  knownDevices,
  mailCounts,
  rateLimits,
  sessions,
  signInFailures,
  verifications,
} from '../db/schema/index.ts'

const INTERVAL_MS = 60 * 60_000
const FIRST_MS = 2 * 60_000
const DAY_MS = 24 * INTERVAL_MS

/** Deletes expired sessions and links, counters older than a day, keys a month after their end, and devices not used for a year. */
export async function purgeExpired(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
  await db.delete(verifications).where(lt(verifications.expiresAt, sql`now()`))
  await db.delete(signInFailures).where(lt(signInFailures.lastFailureAt, sql`now() - interval '1 day'`))
  await db.delete(mailCounts).where(lt(mailCounts.windowStart, sql`now() - interval '1 day'`))
  await db.delete(rateLimits).where(lt(rateLimits.lastRequest, Date.now() - DAY_MS))
  await db.delete(apiKeys).where(lt(apiKeys.endsOn, sql`${dayOf()} - 30`))
  await db.delete(knownDevices).where(lt(knownDevices.lastSeenAt, sql`now() - interval '1 year'`))
}

/**
 * Runs {@link purgeExpired} and `others` every hour until the returned function is called. The first run comes
 * soon, for servers that run less than an hour.
 */
export function startHousekeeping(
  db: Db,
  log: Logger,
  others: ((db: Db) => Promise<void>)[] = [],
): () => void {
  const forget = async () => {
    for (const job of [purgeExpired, ...others]) {
      await job(db).catch((error) => log.warn({ err: error }, 'housekeeping failed'))
    }
  }
  const first = setTimeout(forget, FIRST_MS)
  const timer = setInterval(forget, INTERVAL_MS)
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}
