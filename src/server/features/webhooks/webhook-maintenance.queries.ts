import { and, asc, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { webhookEvents } from '../../db/schema/index.ts'
import { isStaleDelivery } from './webhook-health.queries.ts'

/** Bodies hold documents, and are asked for no more by then. */
const KEPT = sql`interval '90 days'`
const BATCH = 500

/** What did not come out in so long, or so often (twice an hour by two servers), is for somebody to look at. */
const ATTEMPTS_MAX = 200
const TRIED_FOR = sql`interval '3 days'`
const AT_ONCE = 200

/** Drops what was sent more than 90 days ago, and whose it was; that it came, and what it came to, stays. */
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
 * What may come out otherwise by now, the oldest first: what nothing was made of, what failed lately, and what waited for
 * a plan that there is since.
 */
export async function listUnfinished(db: Db): Promise<string[]> {
  const isMapped = sql`exists (
    select from jsonb_to_recordset(${webhookEvents.sold}) as sold (kind text, "externalId" text)
      join plan_externals known on known.provider = ${webhookEvents.provider}
        and known.kind = sold.kind and known.external_id = sold."externalId"
  )`
  const isWorthATry = and(
    or(eq(webhookEvents.state, 'failed'), isStaleDelivery),
    sql`${webhookEvents.createdAt} > now() - ${TRIED_FOR}`,
  )
  const rows = await db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(
      and(
        // Says no more than the rest does, in the words of the index.
        sql`${webhookEvents.state} in ('received', 'failed', 'parked')`,
        isNotNull(webhookEvents.rawBody),
        lt(webhookEvents.attempts, ATTEMPTS_MAX),
        or(isWorthATry, and(eq(webhookEvents.state, 'parked'), isMapped)),
      ),
    )
    .orderBy(asc(webhookEvents.createdAt), asc(webhookEvents.id))
    .limit(AT_ONCE)
  return rows.map(({ id }) => id)
}
