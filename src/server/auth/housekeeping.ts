import { lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../db/connect.ts'
import {
  knownDevices,
  mailCounts,
  rateLimits,
  sessions,
  signInFailures,
  verifications,
} from '../db/schema/index.ts'

const INTERVAL_MS = 60 * 60_000
const DAY_MS = 24 * INTERVAL_MS

/**
 * Forgets what nobody will ask for again: sessions and links that ended, what was counted more than a day ago, and devices
 * that were not used for a year.
 */
export async function forgetOld(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
  await db.delete(verifications).where(lt(verifications.expiresAt, sql`now()`))
  await db.delete(signInFailures).where(lt(signInFailures.lastFailureAt, sql`now() - interval '1 day'`))
  await db.delete(mailCounts).where(lt(mailCounts.windowStart, sql`now() - interval '1 day'`))
  await db.delete(rateLimits).where(lt(rateLimits.lastRequest, Date.now() - DAY_MS))
  await db.delete(knownDevices).where(lt(knownDevices.lastSeenAt, sql`now() - interval '1 year'`))
}

/** Does so every hour until the returned function is called. */
export function startHousekeeping(db: Db, log: Logger): () => void {
  const timer = setInterval(() => {
    forgetOld(db).catch((error) => log.warn({ err: error }, 'housekeeping failed'))
  }, INTERVAL_MS)
  return () => clearInterval(timer)
}
