import { and, eq, inArray, not, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { plans, subscriptions, users } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'
import { AppError } from '../../http/errors.ts'
import { noteChanges } from './subscription-changes.queries.ts'
import { isLive } from './subscriptions.queries.ts'

/** Creates an account's `auto` subscription to the free plan if missing. Needs a transaction. */
export async function ensureAutoSubscription(tx: Db, { userId }: { userId: string }): Promise<void> {
  const added = await tx
    .insert(subscriptions)
    .values({ userId, planId: FREE_PLAN_ID, provider: 'auto', status: 'active' })
    .onConflictDoNothing()
    .returning()
  const changes = added.map((after) => ({ before: undefined, after }))
  await noteChanges(tx, changes, { source: 'sign-up' })
}

const planNames = { id: plans.id, displayName: plans.displayName }

/**
 * Grants a plan manually, replacing the earlier manual grant, and records the change with its actor. Returns
 * both plan names, or undefined if nothing changes. Needs a transaction, which serialises concurrent grants.
 * @throws {AppError} VALIDATION_ERROR for an unknown plan.
 */
export async function assignPlan(
  tx: Db,
  { userId, planId, actorId }: { userId: string; planId: string; actorId: string },
): Promise<{ before: string | null; after: string } | undefined> {
  const unknown = 'Plano não encontrado'
  const [plan] = await tx.select(planNames).from(plans).where(eq(plans.id, planId))
  if (!plan) throw new AppError('VALIDATION_ERROR', unknown, { details: { planId: unknown } })
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const byHand = and(eq(subscriptions.userId, userId), eq(subscriptions.provider, 'manual'), isLive)
  const given = await tx
    .select({ subscription: subscriptions, plan: planNames })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(byHand)
  const [former] = given
  if (given.length === 1 && former?.plan.id === planId) return undefined
  const ended = await tx.update(subscriptions).set({ status: 'canceled' }).where(byHand).returning()
  const begun = await tx
    .insert(subscriptions)
    .values({ userId, planId, provider: 'manual', status: 'active' })
    .returning()
  const changes = [...ended, ...begun].map((after) => ({
    before: given.find(({ subscription }) => subscription.id === after.id)?.subscription,
    after,
  }))
  await noteChanges(tx, changes, { source: 'admin', actorId })
  return { before: former?.plan.displayName ?? null, after: plan.displayName }
}

/** Rows per transaction. */
const BATCH = 500

/**
 * Sets subscriptions past their end to expired, and records the change; they no longer counted before. Skips
 * locked rows until the next run.
 */
export async function expireSubscriptions(db: Db): Promise<void> {
  for (;;) {
    const expired = await db.transaction(async (tx) => {
      const over = await tx
        .select()
        .from(subscriptions)
        .where(and(eq(subscriptions.status, 'active'), not(sql`(${isLive})`)))
        .limit(BATCH)
        .for('no key update', { skipLocked: true })
      if (over.length === 0) return 0
      const rows = await tx
        .update(subscriptions)
        .set({ status: 'expired' })
        .where(
          inArray(
            subscriptions.id,
            over.map(({ id }) => id),
          ),
        )
        .returning()
      const changes = rows.map((after) => ({ before: over.find(({ id }) => id === after.id), after }))
      await noteChanges(tx, changes, { source: 'job' })
      return rows.length
    })
    if (expired < BATCH) return
  }
}
