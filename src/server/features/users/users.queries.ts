import { and, count, eq, gte, inArray, sql } from 'drizzle-orm'
import type {
  AdminUser,
  AdminUsersExport,
  AdminUsersFilter,
  AdminUsersPage,
  AdminUsersQuery,
  CountedUsers,
} from '#shared/contract/users.ts'
import { isBanned } from '../../auth/auth-checks.ts'
import type { Db } from '../../db/connect.ts'
import { userDays, users } from '../../db/schema/index.ts'
import { decodeCursor, toPage } from '../../http/cursor.ts'
import { AppError } from '../../http/errors.ts'
import { listEntitlements } from '../subscriptions/subscriptions.queries.ts'
import { listCostsOfMonth } from '../usage/person-days.queries.ts'
import { filterOf } from './users-filter.queries.ts'
import { PlaceIn, placeOf, readUsers, type UserPlace } from './users-order.queries.ts'

type UserRow = typeof users.$inferSelect

/** Data from other tables. */
type Beside = Pick<
  AdminUser,
  'activeSubscription' | 'otherSubscriptions' | 'messagesThisMonth' | 'costThisMonth'
>

const toAdminUser = (row: UserRow, beside: Beside): AdminUser => {
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
    ...beside,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

const NO_COST = { usd: '0.000000', isComplete: true }
const FIRST_OF_MONTH = sql`date_trunc('month', now() at time zone 'America/Sao_Paulo')::date`

/** Messages per user since the first of the month, without users who wrote none. */
async function countMessagesOfMonth(db: Db, userIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ userId: userDays.userId, messages: sql<number>`sum(${userDays.messages})::int` })
    .from(userDays)
    .where(and(inArray(userDays.userId, userIds), gte(userDays.day, FIRST_OF_MONTH)))
    .groupBy(userDays.userId)
  return new Map(rows.map(({ userId, messages }) => [userId, messages]))
}

async function toAdminUsers<Row extends UserRow>(db: Db, rows: Row[]): Promise<(user: Row) => AdminUser> {
  const userIds = rows.map(({ id }) => id)
  const entitlements = await listEntitlements(db, { userIds })
  const messages = await countMessagesOfMonth(db, userIds)
  const costs = new Map(
    (await listCostsOfMonth(db, { userIds })).map(
      ({ userId, usd, unpricedTokens }) => [userId, { usd, isComplete: unpricedTokens === 0 }] as const,
    ),
  )
  return (row) =>
    toAdminUser(row, {
      activeSubscription: entitlements.get(row.id)?.subscription ?? null,
      otherSubscriptions: entitlements.get(row.id)?.others ?? [],
      messagesThisMonth: messages.get(row.id) ?? 0,
      costThisMonth: costs.get(row.id) ?? NO_COST,
    })
}

/** The filtered accounts in the requested order. */
export async function listUsers(db: Db, query: AdminUsersQuery): Promise<AdminUsersPage> {
  const { cursor, limit, sort, ...filter } = query
  const after = decodeCursor(cursor, PlaceIn(sort))
  const rows = await readUsers(db, { where: filterOf(db, filter), sort, after, limit: limit + 1 })
  return toPage(rows, limit, await toAdminUsers(db, rows), (row) => placeOf(sort, row))
}

/** Rows per query; no connection is held between two queries. */
const PAGE = 500

/** All filtered accounts in pages, each loaded after the previous one was consumed. */
export async function* userPages(
  db: Db,
  { sort, ...filter }: AdminUsersExport & { userIds?: string[] },
): AsyncGenerator<AdminUser[]> {
  const where = filterOf(db, filter)
  let after: UserPlace | undefined
  for (;;) {
    const rows = await readUsers(db, { where, sort, after, limit: PAGE })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(await toAdminUsers(db, rows))
    if (rows.length < PAGE) return
    after = placeOf(sort, last)
  }
}

/** How many accounts a filter has. */
export async function countUsers(
  db: Db,
  { filter, callerId }: { filter: AdminUsersFilter; callerId: string },
): Promise<CountedUsers> {
  const [row] = await db
    .select({
      people: count(),
      administrators: sql<number>`count(*) filter (where ${users.role} = 'admin')::int`,
      own: sql<number>`count(*) filter (where ${users.id} = ${callerId})::int`,
    })
    .from(users)
    .where(filterOf(db, filter))
  return row ?? { people: 0, administrators: 0, own: 0 }
}

/** @throws {AppError} NOT_FOUND */
export async function getUser(db: Db, { userId }: { userId: string }): Promise<AdminUser> {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  if (!row) throw new AppError('NOT_FOUND', 'Não encontramos essa pessoa.')
  return (await toAdminUsers(db, [row]))(row)
}
