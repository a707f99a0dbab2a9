import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { saleDecisions, saleGrants, subscriptions, webhookEvents } from '../../db/schema/index.ts'
import { stateOf } from './entitlement.ts'
import type { Facts } from './purchase-facts.ts'
import { UNMAPPED } from './purchase-rows.queries.ts'
import { lockPurchase } from './purchases.queries.ts'
import { findFormerPlan, findVerdict } from './sold-plans.queries.ts'
import { noteChanges, type SubscriptionRow } from './subscription-changes.queries.ts'

/**
 * Ends a purchase's plan after the decision that gave it was undone, or gives the plan that its other codes
 * have; its deliveries wait for a plan again. Idempotent. Needs a transaction.
 */
export async function withdrawPlan(
  tx: Db,
  { subscriptionId, actorId }: { subscriptionId: string; actorId: string | null },
): Promise<void> {
  const isIt = eq(subscriptions.id, subscriptionId)
  const [key] = await tx.select().from(subscriptions).where(isIt)
  const { provider, externalSubscriptionId } = key ?? {}
  if ((provider !== 'hubla' && provider !== 'stripe') || !externalSubscriptionId) return
  await lockPurchase(tx, { provider, externalSubscriptionId })
  const [grant] = await tx
    .select({ decision: saleDecisions })
    .from(saleGrants)
    .innerJoin(saleDecisions, eq(saleDecisions.id, saleGrants.decisionId))
    .where(and(eq(saleGrants.subscriptionId, subscriptionId), isNotNull(saleDecisions.undoneAt)))
  const [before] = await tx.select().from(subscriptions).where(isIt).for('no key update')
  if (!grant || !before) return
  const planId = await findRightfulPlan(tx, provider, before)
  const isOf = eq(saleGrants.subscriptionId, subscriptionId)
  if (planId) await tx.delete(saleGrants).where(isOf)
  else await tx.update(saleGrants).set({ endedAt: sql`now()` }).where(isOf)
  const ended = before.status === 'active' ? ({ status: 'canceled', graceUntil: null } as const) : {}
  const [after] = await tx
    .update(subscriptions)
    .set(planId ? { planId } : { ...ended, updatedAt: new Date() })
    .where(isIt)
    .returning()
  if (after) await noteChanges(tx, [{ before, after }], { source: 'admin', actorId })
  if (!planId) await parkDeliveries(tx, grant.decision, externalSubscriptionId)
}

async function findRightfulPlan(tx: Db, provider: 'hubla' | 'stripe', row: SubscriptionRow) {
  const { planKeys, formerKeys } = stateOf(row.facts as Facts)
  const verdict = await findVerdict(tx, provider, planKeys)
  if (verdict && verdict !== 'other') return verdict.planId
  return findFormerPlan(tx, provider, formerKeys)
}

async function parkDeliveries(
  tx: Db,
  { provider, kind, externalId }: typeof saleDecisions.$inferSelect,
  externalSubscriptionId: string,
): Promise<void> {
  await tx
    .update(webhookEvents)
    .set({ state: 'parked', failure: UNMAPPED })
    .where(
      and(
        eq(webhookEvents.provider, provider),
        eq(webhookEvents.externalSubscriptionId, externalSubscriptionId),
        eq(webhookEvents.state, 'processed'),
        eq(webhookEvents.isSandbox, false),
        isNotNull(webhookEvents.rawBody),
        sql`${webhookEvents.sold} @> ${JSON.stringify([{ kind, externalId }])}::jsonb`,
      ),
    )
}
