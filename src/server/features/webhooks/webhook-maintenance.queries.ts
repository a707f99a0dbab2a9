import { and, asc, eq, inArray, isNotNull, lt, not, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { webhookEvents } from '../../db/schema/index.ts'
import { isStaleDelivery } from './webhook-health.queries.ts'

/** Retention of payloads, which contain document numbers. */
const KEPT = sql`interval '90 days'`
const BATCH = 500

/** After this many attempts (two servers retry twice an hour), an administrator must act. */
const ATTEMPTS_MAX = 200
const RETRY_WINDOW = sql`interval '3 days'`
export const AT_ONCE = 200

/** Deletes payloads and owners older than 90 days; events and their results stay. */
export async function dropOldBodies(db: Db): Promise<void> {
  for (let dropped = BATCH; dropped === BATCH; ) {
    const old = db
      .select({ id: webhookEvents.id })
      .from(webhookEvents)
      .where(and(isNotNull(webhookEvents.rawBody), lt(webhookEvents.createdAt, sql`now() - ${KEPT}`)))
      .limit(BATCH)
    const { rowCount } = await db
      .update(webhookEvents)
      .set({ rawBody: null, email: null })
      .where(inArray(webhookEvents.id, old))
    dropped = rowCount ?? 0
  }
}

/**
 * Events worth retrying, oldest first: unprocessed, recently failed, or parked for a code that is decided now.
 */
export async function listUnfinished(db: Db): Promise<string[]> {
  const isDecided = sql`exists (
    select from jsonb_to_recordset(${webhookEvents.sold}) as sold (kind text, "externalId" text)
    where exists (
      select from plan_externals known where known.provider = ${webhookEvents.provider}
        and known.kind = sold.kind and known.external_id = sold."externalId"
    ) or exists (
      select from sale_decisions other where other.provider = ${webhookEvents.provider} and other.plan_id is null
        and other.undone_at is null and other.kind = sold.kind and other.external_id = sold."externalId"
    )
  )`
  const isWorthATry = and(
    or(eq(webhookEvents.state, 'failed'), isStaleDelivery),
    sql`${webhookEvents.createdAt} > now() - ${RETRY_WINDOW}`,
  )
  const rows = await db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(
      and(
        // Redundant, but matches the predicate of the partial index.
        sql`${webhookEvents.state} in ('received', 'failed', 'parked')`,
        isNotNull(webhookEvents.rawBody),
        lt(webhookEvents.attempts, ATTEMPTS_MAX),
        or(isWorthATry, and(eq(webhookEvents.state, 'parked'), isDecided)),
      ),
    )
    .orderBy(asc(webhookEvents.createdAt), asc(webhookEvents.id))
    .limit(AT_ONCE)
  return rows.map(({ id }) => id)
}

/** Processed deliveries from before amounts were kept, oldest first, whose payload is still stored. */
export async function listUnreadAmounts(db: Db, { limit }: { limit: number }): Promise<string[]> {
  const { id, createdAt, rawBody, areAmountsRead, isSandbox, state } = webhookEvents
  const rows = await db
    .select({ id })
    .from(webhookEvents)
    .where(
      and(
        isNotNull(rawBody),
        not(areAmountsRead),
        eq(isSandbox, false),
        inArray(state, ['processed', 'parked', 'ignored']),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(limit)
  return rows.map((row) => row.id)
}
