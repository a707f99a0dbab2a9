import { asc, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { PEOPLE_LIMITS } from '#shared/limits-people.ts'
import type { Db } from '../../db/connect.ts'
import { invitations, plans } from '../../db/schema/index.ts'

export type DueMail = {
  id: string
  email: string
  name: string
  planName: string | null
  planUntil: string | null
  token: string
}

type Minting = { limit: number; mint(): { token: string; tokenHash: string } }

/**
 * Takes at most `limit` asked mails within the rate of the house, those added by hand first, and gives each a new
 * link; the older links end. A mail is taken once, also by several instances, and before it is sent: a process
 * that dies loses it, and nobody gets two.
 */
export function takeDueMails(db: Db, { limit, mint }: Minting): Promise<DueMail[]> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('invitation-mails', 0)) as free`,
    )
    if (!rows[0]?.free) return []
    const lately = await tx.$count(invitations, gt(invitations.mailedAt, sql`now() - interval '1 minute'`))
    const room = Math.min(limit, PEOPLE_LIMITS.invitationMailsPerMinute - lately)
    if (room <= 0) return []
    const due = await tx
      .select({
        id: invitations.id,
        email: invitations.email,
        name: invitations.name,
        planName: plans.displayName,
        planUntil: invitations.planUntil,
      })
      .from(invitations)
      .leftJoin(plans, eq(plans.id, invitations.planId))
      .where(isNotNull(invitations.mailDueAt))
      .orderBy(desc(invitations.isByHand), asc(invitations.mailDueAt), asc(invitations.id))
      .limit(room)
      .for('update', { of: invitations, skipLocked: true })
    const taken = due.map((row) => ({ ...row, ...mint() }))
    for (const { id, tokenHash } of taken) {
      await tx
        .update(invitations)
        .set({
          tokenHash,
          expiresAt: sql`now() + make_interval(hours => ${PEOPLE_LIMITS.invitationHours})`,
          mailedAt: sql`now()`,
          mailDueAt: null,
        })
        .where(eq(invitations.id, id))
    }
    return taken.map(({ tokenHash: _hash, ...mail }) => mail)
  })
}

/** Whether any mail is due. Cheap, since most seconds have none. */
export async function hasDueMails(db: Db): Promise<boolean> {
  const [row] = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(isNotNull(invitations.mailDueAt))
    .limit(1)
  return row !== undefined
}
