import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { type SubscriptionState, subscriptionChanges, type subscriptions } from '../../db/schema/index.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

type Change = {
  /** Undefined for a new subscription. */
  before: SubscriptionRow | undefined
  after: SubscriptionRow
}
type By = Pick<typeof subscriptionChanges.$inferInsert, 'source' | 'webhookEventId' | 'actorId'>

/** Records changes of subscriptions; skips unchanged ones. */
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
  // `now()` is the start of the transaction, before it waited for a lock; use the clock.
  const createdAt = sql`clock_timestamp()`
  await tx.insert(subscriptionChanges).values(entries.map((entry) => ({ ...entry, createdAt })))
}

const snapshotOf = (row: SubscriptionRow): SubscriptionState => ({
  planId: row.planId,
  status: row.status,
  currentPeriodEnd: row.currentPeriodEnd?.toISOString() ?? null,
  graceUntil: row.graceUntil?.toISOString() ?? null,
  cancelsAtPeriodEnd: row.cancelsAtPeriodEnd,
})
