import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { plans, subscriptions, users } from '../../db/schema/index.ts'
import { isLive } from '../subscriptions/effective-plan.queries.ts'

/** The step that a pending purchase under the account's address needs; null if none is pending. */
export async function findPendingPurchase(
  db: Db,
  { userId }: { userId: string },
): Promise<'verify-email' | null> {
  const [row] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(users, eq(users.email, subscriptions.email))
    .where(and(eq(users.id, userId), eq(users.emailVerified, false), isNull(subscriptions.userId), isLive))
    .limit(1)
  return row ? 'verify-email' : null
}

/** Whether a purchase under this address has no account yet. */
export async function hasPendingPurchase(db: Db, { email }: { email: string }): Promise<boolean> {
  const [row] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.email, email), isNull(subscriptions.userId)))
    .limit(1)
  return row !== undefined
}

/** Names of the plans that a user has from purchases under this address, without duplicates. */
export async function listBoughtPlans(
  db: Db,
  { userId, email }: { userId: string; email: string },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: plans.displayName })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.email, email), isLive))
    .orderBy(asc(plans.displayName))
  return rows.map(({ name }) => name)
}
