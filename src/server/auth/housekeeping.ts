import { lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../db/connect.ts'
import { sessions, signInFailures } from '../db/schema/index.ts'

const INTERVAL_MS = 60 * 60_000

/** Forgets what nobody will ask for again: sessions that ended, and failed sign-ins of more than a day ago. */
export async function forgetOld(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
  await db.delete(signInFailures).where(lt(signInFailures.lastFailureAt, sql`now() - interval '1 day'`))
}

/** Does so every hour until the returned function is called. */
export function startHousekeeping(db: Db, log: Logger): () => void {
  const timer = setInterval(() => {
    forgetOld(db).catch((error) => log.warn({ err: error }, 'housekeeping failed'))
  }, INTERVAL_MS)
  return () => clearInterval(timer)
}
