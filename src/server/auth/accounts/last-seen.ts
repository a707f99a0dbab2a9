import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../../db/connect.ts'
import { sessions, users } from '../../db/schema/index.ts'

const FRESH_MS = 5 * 60_000
const STALE = sql`now() - interval '5 minutes'`

type Seen = {
  sessionId: string
  userId: string
  lastSeenAt: Date | null | undefined
  /** During an impersonation the user counts as absent. */
  isImpersonated: boolean
}

/** Records that a session is in use, at most every five minutes, in the background; failures are logged. */
export function updateLastSeen(db: Db, log: Logger, seen: Seen): void {
  if (seen.lastSeenAt && Date.now() - seen.lastSeenAt.getTime() < FRESH_MS) return
  write(db, seen).catch((error) => log.warn({ err: error }, 'last visit not noted'))
}

async function write(db: Db, { sessionId, userId, isImpersonated }: Seen): Promise<void> {
  // Keeps `updatedAt`: a visit is not a change.
  await db
    .update(sessions)
    .set({ lastSeenAt: sql`now()`, updatedAt: sql`${sessions.updatedAt}` })
    .where(and(eq(sessions.id, sessionId), lt(sessions.lastSeenAt, STALE)))
  if (isImpersonated) return
  await db
    .update(users)
    .set({ lastSeenAt: sql`now()`, updatedAt: sql`${users.updatedAt}` })
    .where(and(eq(users.id, userId), or(isNull(users.lastSeenAt), lt(users.lastSeenAt, STALE))))
}
