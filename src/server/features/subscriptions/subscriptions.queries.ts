import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { plans, subscriptions } from '../../db/schema/index.ts'
import { FREE_PLAN_ID } from '../../db/seed/plans.ts'

/** Gives an account its `auto` subscription to the free plan, once. */
export async function ensureAutoSubscription(db: Db, { userId }: { userId: string }): Promise<void> {
  await db
    .insert(subscriptions)
    .values({ userId, planId: FREE_PLAN_ID, provider: 'auto', status: 'active' })
    .onConflictDoNothing()
}

/** Whether one of the person's live subscriptions opens every agent: the best plan counts. */
export async function opensAllAgents(db: Db, { userId }: { userId: string }): Promise<boolean> {
  const [row] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(
      and(
        eq(subscriptions.userId, userId),
        eq(subscriptions.status, 'active'),
        eq(plans.allAgents, true),
        sql`(${subscriptions.currentPeriodEnd} is null or ${subscriptions.currentPeriodEnd} > now())`,
      ),
    )
    .limit(1)
  return row !== undefined
}
