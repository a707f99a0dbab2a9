import { and, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { WebhookHealth, WebhookProvider } from '#shared/contract/webhooks.ts'
import type { Db } from '../../db/connect.ts'
import { webhookEvents } from '../../db/schema/index.ts'
import { ACCOUNT_DELETED } from '../subscriptions/orphaned-purchases.queries.ts'

/** Age from which an unprocessed event is a problem: its provider has retried by then. */
const UNPROCESSED_AFTER = sql`interval '5 minutes'`
const SILENT_AFTER = sql`interval '7 days'`
/** Number of latest events from which the list of types is made. */
const TYPE_SAMPLE = 2_000

type ProviderHealth = WebhookHealth['providers'][number]
type Waiting = { provider: WebhookProvider; failed: number; parked: number; failedSince: Date | null }

/** Unprocessed for too long. */
export const isStaleDelivery = sql`(${webhookEvents.state} = 'received' and ${webhookEvents.createdAt} < now() - ${UNPROCESSED_AFTER})`
/** Shown as failed: `failed`, or unprocessed for too long. */
export const isFailed = sql`(${webhookEvents.state} = 'failed' or ${isStaleDelivery})`

/** Events that need attention, by provider; read from a small partial index. */
export const countWaiting = (db: Db) =>
  db
    .select({
      provider: webhookEvents.provider,
      failed: sql<number>`(count(*) filter (where ${isFailed}))::int`,
      parked: sql<number>`(count(*) filter (where ${webhookEvents.state} = 'parked'))::int`,
      failedSince: sql<Date | null>`min(${webhookEvents.createdAt}) filter (where ${isFailed})`.mapWith(
        webhookEvents.createdAt,
      ),
    })
    .from(webhookEvents)
    // An event without a payload can't be processed any more.
    .where(
      and(sql`${webhookEvents.state} in ('received', 'failed', 'parked')`, isNotNull(webhookEvents.rawBody)),
    )
    .groupBy(webhookEvents.provider)

/** Time of the last event that was not a test, and whether that is too long ago. */
async function lastOf(
  db: Db,
  provider: WebhookProvider,
): Promise<{ at: Date; isLongAgo: boolean } | undefined> {
  const [last] = await db
    .select({
      at: webhookEvents.createdAt,
      isLongAgo: sql<boolean>`${webhookEvents.createdAt} < now() - ${SILENT_AFTER}`,
    })
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.provider, provider),
        eq(webhookEvents.isSandbox, false),
        ne(webhookEvents.type, ACCOUNT_DELETED),
      ),
    )
    .orderBy(desc(webhookEvents.createdAt))
    .limit(1)
  return last
}

async function listTypes(db: Db): Promise<string[]> {
  const latest = db
    .select({ type: webhookEvents.type })
    .from(webhookEvents)
    .orderBy(desc(webhookEvents.createdAt), desc(webhookEvents.id))
    .limit(TYPE_SAMPLE)
    .as('latest')
  const rows = await db.selectDistinct({ type: latest.type }).from(latest).orderBy(latest.type)
  return rows.map(({ type }) => type)
}

function healthOf(
  waiting: Waiting | undefined,
  last: { at: Date; isLongAgo: boolean } | undefined,
): Omit<ProviderHealth, 'provider' | 'isConfigured' | 'isSilent'> & { isLongAgo: boolean } {
  const { failed = 0, parked = 0, failedSince = null } = waiting ?? {}
  return {
    lastReceivedAt: last?.at.toISOString() ?? null,
    failed,
    failedSince: failedSince?.toISOString() ?? null,
    parked,
    isLongAgo: last?.isLongAgo ?? false,
  }
}

/** State of each provider's deliveries, and whether an administrator should act. */
export async function readHealth(
  db: Db,
  isConfigured: Record<WebhookProvider, boolean>,
): Promise<WebhookHealth> {
  const waiting = new Map((await countWaiting(db)).map((row) => [row.provider, row]))
  const providers: ProviderHealth[] = []
  for (const provider of ['hubla', 'stripe'] as const) {
    const { isLongAgo, ...figures } = healthOf(waiting.get(provider), await lastOf(db, provider))
    const has = isConfigured[provider]
    providers.push({ provider, isConfigured: has, ...figures, isSilent: has && isLongAgo })
  }
  return {
    providers,
    needsAttention: providers.some(({ failed, parked, isSilent }) => failed > 0 || parked > 0 || isSilent),
    types: await listTypes(db),
  }
}
