import { and, eq, exists, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { FirstHours } from '#shared/contract/getting-started.ts'
import type { Db } from '../../db/connect.ts'
import { brands, chats, documents, offers, products, users } from '../../db/schema/index.ts'
import { accountGone } from '../uploads/uploads.queries.ts'

type Kept = PgTable & { userId: PgColumn; deletedAt: PgColumn }

/** Whether the user has a row of this table that is not deleted. */
const hasOne = (db: Db, table: Kept, userId: string, isMeant?: SQL) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(table)
      .where(and(eq(table.userId, userId), isNull(table.deletedAt), isMeant)),
  )

/**
 * Progress of a new user.
 * @throws {AppError} UNAUTHORIZED if the account was deleted meanwhile.
 */
export async function getGettingStarted(db: Db, { userId }: { userId: string }): Promise<FirstHours> {
  const keeps = [documents, brands, offers].map((table) => hasOne(db, table, userId))
  const [row] = await db
    .select({
      checklistEndedAt: users.checklistEndedAt,
      onboarding: users.hasCompletedOnboarding,
      product: sql<boolean>`${hasOne(db, products, userId)}`,
      // Empty chats do not count.
      chat: sql<boolean>`${hasOne(db, chats, userId, gt(chats.lastSeq, 0))}`,
      keeping: sql<boolean>`${or(...keeps)}`,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!row) throw accountGone()
  const { checklistEndedAt, ...steps } = row
  return { isChecklistOpen: checklistEndedAt === null, steps }
}

/**
 * Stores that the list of first steps is finished, keeping the first timestamp.
 * @throws {AppError} UNAUTHORIZED if the account was deleted meanwhile.
 */
export async function endGettingStarted(db: Db, { userId }: { userId: string }): Promise<FirstHours> {
  await db
    .update(users)
    .set({
      checklistEndedAt: sql`coalesce(${users.checklistEndedAt}, now())`,
      updatedAt: sql`${users.updatedAt}`,
    })
    .where(eq(users.id, userId))
  return getGettingStarted(db, { userId })
}
