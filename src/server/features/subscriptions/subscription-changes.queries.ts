import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { type SubscriptionState, subscriptionChanges, type subscriptions } from '../../db/schema/index.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

type Change = {
  /** Undefined for its beginning. */
  before: SubscriptionRow | undefined
  after: SubscriptionRow
}
type By = Pick<typeof subscriptionChanges.$inferInsert, 'source' | 'webhookEventId' | 'actorId'>

/** Writes down what changed about subscriptions; of those about which nothing did, nothing. */
export async function noteChanges(tx: Db, changes: Change[], by: By): Promise<void> {
  const entries = changes
    .map(({ before, after }) => ({
      subscriptionId: after.id,
      before: before ? snapshotOf(before) : null,
      after: snapshotOf(after),
      ...by,
    }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
  if (entries.length === 0) return
  // Whoever waited for a lock began before what they waited for, and yet comes after it.
  const createdAt = sql`clock_timestamp()`
  await tx.insert(subscriptionChanges).values(entries.map((entry) => ({ ...entry, createdAt })))
}

const snapshotOf = (row: SubscriptionRow): SubscriptionState => ({
  planId: row.planId,
  status: row.status,
  currentPeriodEnd: row.currentPeriodEnd?.toISOString() ?? null,
  graceUntil: row.graceUntil?.toISOString() ?? null,
})
