import { and, asc, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { ExtraMessages, ExtraMessagesPage, GiveExtraMessages } from '#shared/contract/extra-messages.ts'
import type { PageQuery } from '#shared/contract/pagination.ts'
import type { MonthlyUsage } from '#shared/contract/quota.ts'
import { Id } from '#shared/contract/scalars.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import type { Db } from '../../db/connect.ts'
import { lastInstantOf } from '../../db/local-day.ts'
import { extraMessages, users } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { AppError } from '../../http/errors.ts'

/** Whether messages are left; as in the functions `lock_extra_messages` and `countedMessage`. */
const isOpen = and(
  lt(extraMessages.used, extraMessages.given),
  isNull(extraMessages.takenBackAt),
  or(isNull(extraMessages.endsAt), gt(extraMessages.endsAt, sql`now()`)),
)

const [givers, takers] = [alias(users, 'givers'), alias(users, 'takers')]

type Row = {
  extra: typeof extraMessages.$inferSelect
  isOpen: boolean
  givenByName: string | null
  takenBackByName: string | null
}

const toExtraMessages = ({ extra, isOpen, ...names }: Row): ExtraMessages => ({
  id: extra.id,
  given: extra.given,
  used: extra.used,
  left: isOpen ? extra.given - extra.used : 0,
  endsAt: extra.endsAt?.toISOString() ?? null,
  reason: extra.reason,
  takenBackAt: extra.takenBackAt?.toISOString() ?? null,
  createdAt: extra.createdAt.toISOString(),
  ...names,
})

const readRows = (db: Db) =>
  db
    .select({
      extra: extraMessages,
      isOpen: sql<boolean>`${isOpen}`,
      givenByName: givers.name,
      takenBackByName: takers.name,
    })
    .from(extraMessages)
    .leftJoin(givers, eq(givers.id, extraMessages.givenBy))
    .leftJoin(takers, eq(takers.id, extraMessages.takenBackBy))
    .$dynamic()

const Place = z.tuple([Instant, Id])

/** The extra messages of a user, newest first. */
export async function listExtraMessages(
  db: Db,
  { userId, cursor, limit }: { userId: string } & PageQuery,
): Promise<ExtraMessagesPage> {
  const place = decodeCursor(cursor, Place)
  const isBefore =
    place &&
    sql`(${extraMessages.createdAt}, ${extraMessages.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`
  const rows = await readRows(db)
    .where(and(eq(extraMessages.userId, userId), isBefore))
    .orderBy(desc(extraMessages.createdAt), desc(extraMessages.id))
    .limit(limit + 1)
  return toPage(rows, limit, toExtraMessages, ({ extra }) => [extra.createdAt.toISOString(), extra.id])
}

type Owned = { userId: string; extraId: string }

/** @throws {AppError} NOT_FOUND */
export async function getExtraMessages(db: Db, { userId, extraId }: Owned): Promise<ExtraMessages> {
  const [row] = await readRows(db).where(and(eq(extraMessages.id, extraId), eq(extraMessages.userId, userId)))
  if (!row) throw new AppError('NOT_FOUND', 'Não encontramos essas mensagens extras.')
  return toExtraMessages(row)
}

/** Those with messages left, in the order in which they are spent. */
export const listOpenExtraMessages = (
  db: Db,
  { userId }: { userId: string },
): Promise<MonthlyUsage['extra']> =>
  db
    .select({
      id: extraMessages.id,
      given: extraMessages.given,
      used: extraMessages.used,
      endsAt: sql<
        string | null
      >`to_char(${extraMessages.endsAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    })
    .from(extraMessages)
    .where(and(eq(extraMessages.userId, userId), isOpen))
    .orderBy(sql`${extraMessages.endsAt} nulls last`, asc(extraMessages.createdAt), asc(extraMessages.id))

type Gift = GiveExtraMessages & { userId: string; actorId: string }

/**
 * Gives extra messages; false if these were given before. Needs a transaction, which serialises concurrent calls for
 * one user.
 * @throws {AppError} CONFLICT when the id is taken, or too many are open.
 */
export async function giveExtraMessages(
  tx: Db,
  { id, userId, given, until, reason, actorId }: Gift,
): Promise<boolean> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const [earlier] = await tx.select().from(extraMessages).where(eq(extraMessages.id, id))
  if (earlier?.userId === userId) return false
  const open = await tx
    .select({ count: count() })
    .from(extraMessages)
    .where(and(eq(extraMessages.userId, userId), isOpen))
  if ((open[0]?.count ?? 0) >= SERVER_LIMITS.extraMessagesOpen) {
    const text = `Esta pessoa já tem ${SERVER_LIMITS.extraMessagesOpen} entregas de mensagens extras em aberto. Tire uma delas antes.`
    throw new AppError('CONFLICT', text)
  }
  const added = await tx
    .insert(extraMessages)
    .values({ id, userId, given, reason, givenBy: actorId, endsAt: until ? lastInstantOf(until) : null })
    .onConflictDoNothing()
    .returning({ id: extraMessages.id })
  if (added.length === 0) throw new AppError('CONFLICT', 'Este identificador já foi usado.')
  return true
}

/** Removes the rest of extra messages; false if nothing is left to remove. */
export async function takeBackExtraMessages(
  tx: Db,
  { userId, extraId, actorId }: Owned & { actorId: string },
): Promise<boolean> {
  const taken = await tx
    .update(extraMessages)
    .set({ takenBackAt: sql`now()`, takenBackBy: actorId })
    .where(and(eq(extraMessages.id, extraId), eq(extraMessages.userId, userId), isOpen))
    .returning({ id: extraMessages.id })
  return taken.length > 0
}
