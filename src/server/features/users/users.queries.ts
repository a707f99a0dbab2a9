import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Id } from '#shared/contract/common.ts'
import type { AdminUser, AdminUsersPage, AdminUsersQuery, Subscription } from '#shared/contract/users.ts'
import { isBanned } from '../../auth/auth-checks.ts'
import type { Db } from '../../db/connect.ts'
import { users } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { AppError } from '../../http/errors.ts'
import { listActiveSubscriptions } from '../subscriptions/subscriptions.queries.ts'

type UserRow = typeof users.$inferSelect

const toAdminUser = (row: UserRow, activeSubscription: Subscription | undefined): AdminUser => {
  const banned = isBanned(row)
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    emailVerified: row.emailVerified,
    hasCompletedOnboarding: row.hasCompletedOnboarding,
    bio: row.bio,
    image: row.image,
    phoneNumber: row.phoneNumber,
    role: row.role,
    banned,
    banReason: banned ? row.banReason : null,
    banExpires: (banned && row.banExpires?.toISOString()) || null,
    termsAcceptedAt: row.termsAcceptedAt?.toISOString() ?? null,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    activeSubscription: activeSubscription ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

const Place = z.tuple([Instant, Id])

/** Without LIKE, so that no sign means anything; case and accents mean nothing either. */
function matches(q: string): SQL {
  const inWords = sql`strpos(unaccent(lower(${users.name} || ' ' || ${users.email})), unaccent(lower(${q}::text))) > 0`
  // A phone is stored as digits, however it was typed here.
  const digits = /^[\d\s()+.-]+$/.test(q) ? q.replace(/\D/g, '') : ''
  return digits ? sql`(${inWords} or strpos(${users.phoneNumber}, ${digits}) > 0)` : inWords
}

/** Everybody who has an account, the newest first. */
export async function listUsers(db: Db, query: AdminUsersQuery): Promise<AdminUsersPage> {
  const place = decodeCursor(query.cursor, Place)
  const rows = await db
    .select()
    .from(users)
    .where(
      and(
        place && sql`(${users.createdAt}, ${users.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
        query.q ? matches(query.q) : undefined,
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(query.limit + 1)
  const active = await listActiveSubscriptions(db, { userIds: rows.map(({ id }) => id) })
  return toPage(
    rows,
    query.limit,
    (row) => toAdminUser(row, active.get(row.id)),
    (row) => [row.createdAt.toISOString(), row.id],
  )
}

/** @throws {AppError} NOT_FOUND */
export async function getUser(db: Db, { userId }: { userId: string }): Promise<AdminUser> {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  if (!row) throw new AppError('NOT_FOUND', 'Não encontramos essa pessoa.')
  const active = await listActiveSubscriptions(db, { userIds: [userId] })
  return toAdminUser(row, active.get(userId))
}
