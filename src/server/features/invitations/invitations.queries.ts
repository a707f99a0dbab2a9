import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Invitation, InvitationStatus, InvitationsQuery } from '#shared/contract/invitations.ts'
import type { Page } from '#shared/contract/pagination.ts'
import { Id } from '#shared/contract/scalars.ts'
import type { Db } from '../../db/connect.ts'
import { dayOf } from '../../db/local-day.ts'
import { invitations, plans, users } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { assignPlan } from '../subscriptions/assigned-plans.queries.ts'

/** Neither accepted nor canceled. */
const isOpen = and(isNull(invitations.acceptedAt), isNull(invitations.canceledAt))

const statusNow = sql<InvitationStatus>`case when ${invitations.acceptedAt} is not null then 'accepted'
  when ${invitations.canceledAt} is not null then 'canceled'
  when ${invitations.mailDueAt} is not null then 'sending'
  when ${invitations.mailedAt} is null then 'unsent'
  when ${invitations.expiresAt} <= now() then 'expired' else 'sent' end`

const SHOWN = {
  invitation: invitations,
  status: statusNow,
  plan: { id: plans.id, displayName: plans.displayName },
}

type Shown = {
  invitation: typeof invitations.$inferSelect
  status: InvitationStatus
  plan: { id: string; displayName: string } | null
}

const toInvitation = ({ invitation: row, status, plan }: Shown): Invitation => ({
  id: row.id,
  email: row.email,
  name: row.name,
  plan,
  planUntil: row.planUntil,
  status,
  mailedAt: row.mailedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  acceptedAt: row.acceptedAt?.toISOString() ?? null,
  userId: row.userId,
  createdAt: row.createdAt.toISOString(),
})

const shownBy = (db: Db, where: SQL | undefined) =>
  db.select(SHOWN).from(invitations).leftJoin(plans, eq(plans.id, invitations.planId)).where(where)

const inState = (state: InvitationsQuery['state']) => {
  if (state === 'open') return isOpen
  return isNotNull(state === 'accepted' ? invitations.acceptedAt : invitations.canceledAt)
}

const Place = z.tuple([Instant, Id])

/** Invitations in a state, newest first. */
export async function listInvitations(
  db: Db,
  { state, cursor, limit }: InvitationsQuery,
): Promise<Page<Invitation>> {
  const after = decodeCursor(cursor, Place)
  const place =
    after &&
    sql`(${invitations.createdAt}, ${invitations.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
  const rows = await shownBy(db, and(inState(state), place))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(limit + 1)
  return toPage(rows, limit, toInvitation, ({ invitation }) => [
    invitation.createdAt.toISOString(),
    invitation.id,
  ])
}

export async function findInvitation(db: Db, { id }: { id: string }): Promise<Invitation | undefined> {
  const [row] = await shownBy(db, eq(invitations.id, id))
  return row && toInvitation(row)
}

/** Open invitations of these addresses. */
export const findOpenInvitations = (db: Db, { emails }: { emails: string[] }) =>
  db
    .select({
      id: invitations.id,
      email: invitations.email,
      planId: invitations.planId,
      planUntil: invitations.planUntil,
    })
    .from(invitations)
    .where(and(inArray(invitations.email, emails), isOpen))

export type NewInvitation = {
  email: string
  name: string
  planId: string | null
  planUntil: string | null
  createdBy: string | null
  isByHand: boolean
  /** Asks for a mail. */
  isMailed: boolean
}

const dueWhen = (isMailed: boolean) => (isMailed ? sql`now()` : null)

/**
 * Invites addresses without an open invitation, and leaves those that have one unchanged. Returns the new ids.
 */
export async function createInvitations(tx: Db, made: NewInvitation[]): Promise<string[]> {
  if (made.length === 0) return []
  const rows = await tx
    .insert(invitations)
    .values(made.map(({ isMailed, ...values }) => ({ ...values, mailDueAt: dueWhen(isMailed) })))
    .onConflictDoNothing()
    .returning({ id: invitations.id })
  return rows.map(({ id }) => id)
}

type Terms = { planId: string | null; planUntil: string | null; name?: string; isMailed?: boolean }

/** Changes the plan of an open invitation. `isMailed` also asks for another mail. */
export async function changeInvitation(
  tx: Db,
  { email, isMailed, ...terms }: Terms & { email: string },
): Promise<string | undefined> {
  const [row] = await tx
    .update(invitations)
    .set({ ...terms, ...(isMailed && { mailDueAt: sql`now()`, isByHand: true }) })
    .where(and(eq(invitations.email, email), isOpen))
    .returning({ id: invitations.id })
  return row?.id
}

/** Asks for another mail with a new link; false for an invitation that is not open. */
export async function renewInvitation(db: Db, { id }: { id: string }): Promise<boolean> {
  const rows = await db
    .update(invitations)
    .set({ mailDueAt: sql`now()`, isByHand: true })
    .where(and(eq(invitations.id, id), isOpen))
    .returning({ id: invitations.id })
  return rows.length > 0
}

/** Ends an invitation and its link; false for one that is not open. */
export async function cancelInvitation(db: Db, { id }: { id: string }): Promise<boolean> {
  const rows = await db
    .update(invitations)
    .set({ canceledAt: sql`now()`, tokenHash: null, mailDueAt: null })
    .where(and(eq(invitations.id, id), isOpen))
    .returning({ id: invitations.id })
  return rows.length > 0
}

/** The open invitation of a link that is still valid, locked when `isLocked`. */
export async function findByToken(
  db: Db,
  { tokenHash, isLocked = false }: { tokenHash: string; isLocked?: boolean },
) {
  const query = db
    .select({ invitation: invitations, planName: plans.displayName })
    .from(invitations)
    .leftJoin(plans, eq(plans.id, invitations.planId))
    .where(and(eq(invitations.tokenHash, tokenHash), isOpen, gt(invitations.expiresAt, sql`now()`)))
  const [row] = await (isLocked ? query.for('update', { of: invitations }) : query)
  return row
}

export async function hasAccount(db: Db, { email }: { email: string }): Promise<boolean> {
  return (await db.$count(users, eq(users.email, email))) > 0
}

/**
 * Gives a user the plan of the open invitation of their proved address, and ends the invitation. A plan whose
 * last day has passed is not given. Idempotent. Needs a transaction.
 */
export async function honourInvitation(tx: Db, { userId }: { userId: string }): Promise<void> {
  const [row] = await tx
    .select({
      invitation: invitations,
      isOver: sql<boolean>`coalesce(${invitations.planUntil} < ${dayOf()}, false)`,
    })
    .from(invitations)
    .innerJoin(users, and(eq(users.email, invitations.email), eq(users.emailVerified, true)))
    .where(and(eq(users.id, userId), isOpen))
    .for('update', { of: invitations })
  if (!row) return
  const { id, planId, planUntil, createdBy } = row.invitation
  if (planId && !row.isOver) await assignPlan(tx, { userId, planId, until: planUntil, actorId: createdBy })
  await tx
    .update(invitations)
    .set({ acceptedAt: sql`now()`, userId, tokenHash: null, mailDueAt: null })
    .where(eq(invitations.id, id))
}

/** Deletes open invitations of an account's address with the account. */
export async function forgetInvitations(tx: Db, { userId }: { userId: string }): Promise<void> {
  const own = tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  await tx.delete(invitations).where(inArray(invitations.email, own))
}

const PURGE_BATCH = 500

/** Deletes invitations a month after their end, and open ones a year after their last mail. */
export async function purgeInvitations(db: Db): Promise<void> {
  for (;;) {
    const old = db
      .select({ id: invitations.id })
      .from(invitations)
      .where(
        or(
          lt(invitations.acceptedAt, sql`now() - interval '30 days'`),
          lt(invitations.canceledAt, sql`now() - interval '30 days'`),
          lt(
            sql`coalesce(${invitations.mailedAt}, ${invitations.createdAt})`,
            sql`now() - interval '1 year'`,
          ),
        ),
      )
      .limit(PURGE_BATCH)
    const purged = await db
      .delete(invitations)
      .where(inArray(invitations.id, old))
      .returning({ id: invitations.id })
    if (purged.length < PURGE_BATCH) return
  }
}
