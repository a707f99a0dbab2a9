import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Impersonation, ImpersonationsPage } from '#shared/contract/impersonations.ts'
import type { PageQuery } from '#shared/contract/pagination.ts'
import { Id } from '#shared/contract/scalars.ts'
import { IMPERSONATION_SECONDS } from '../../auth/admin/permissions.ts'
import type { Db } from '../../db/connect.ts'
import { impersonations, users } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'

type Row = { visit: typeof impersonations.$inferSelect; administrator: string | null }

/** An expired session is deleted later, at its next use. */
function endOf({ createdAt, endedAt }: Row['visit']): Date | null {
  const latest = new Date(createdAt.getTime() + IMPERSONATION_SECONDS * 1000)
  if (endedAt) return endedAt < latest ? endedAt : latest
  return latest <= new Date() ? latest : null
}

const toImpersonation = ({ visit, administrator }: Row): Impersonation => ({
  id: visit.id,
  administrator,
  reason: visit.reason,
  startedAt: visit.createdAt.toISOString(),
  endedAt: endOf(visit)?.toISOString() ?? null,
})

const Place = z.tuple([Instant, Id])

/** The visits of administrators to a user's account, newest first. */
export async function listImpersonations(
  db: Db,
  { userId, cursor, limit }: { userId: string } & PageQuery,
): Promise<ImpersonationsPage> {
  const place = decodeCursor(cursor, Place)
  const rows = await db
    .select({ visit: impersonations, administrator: users.name })
    .from(impersonations)
    .leftJoin(users, eq(users.id, impersonations.administratorId))
    .where(
      and(
        eq(impersonations.userId, userId),
        place &&
          sql`(${impersonations.createdAt}, ${impersonations.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
      ),
    )
    .orderBy(desc(impersonations.createdAt), desc(impersonations.id))
    .limit(limit + 1)
  return toPage(rows, limit, toImpersonation, ({ visit }) => [visit.createdAt.toISOString(), visit.id])
}
