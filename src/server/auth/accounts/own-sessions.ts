import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { OwnSession } from '#shared/contract/auth-calls.ts'
import type { Db } from '../../db/connect.ts'
import { sessions } from '../../db/schema/index.ts'
import { deviceOf, placeOf } from './device.ts'

const live = (userId: string) =>
  and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`), isNull(sessions.impersonatedBy))

/** A user's live sessions, most recently seen first, without tokens. */
export async function listOwnSessions(
  db: Db,
  { userId, currentId }: { userId: string; currentId: string },
): Promise<OwnSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(live(userId))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(100)
  return rows.map(({ id, userAgent, ipAddress, createdAt, lastSeenAt }) => ({
    id,
    device: deviceOf(userAgent),
    place: placeOf(ipAddress),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === currentId,
  }))
}

/** The token of a user's own session; undefined for any other. */
export async function ownSessionToken(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<string | undefined> {
  const [row] = await db
    .select({ token: sessions.token })
    .from(sessions)
    .where(and(live(userId), eq(sessions.id, id)))
  return row?.token
}
