import { and, desc, eq, like, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Id } from '#shared/contract/scalars.ts'
import type {
  WaitingStep,
  WebhookEvent,
  WebhookEventRow,
  WebhookEventsPage,
  WebhookEventsQuery,
} from '#shared/contract/webhooks.ts'
import type { Db } from '../../db/connect.ts'
import { plans, subscriptions, users, webhookEvents } from '../../db/schema/index.ts'
import { decodeCursor, Instant, toPage } from '../../http/cursor.ts'
import { notFound } from '../../http/errors.ts'
import { findGivenOwner } from '../subscriptions/purchase-owners.queries.ts'
import { maskPayload } from './masked-payload.ts'
import { isWaiting, WAITING_STEP } from './waiting-purchases.queries.ts'
import type { StoredEvent } from './webhook-events.queries.ts'
import { isFailed } from './webhook-health.queries.ts'

type Listed = { event: StoredEvent; waiting: WaitingStep | null }

/** Events with the step that their purchase waits for. */
const selectEvents = (db: Db) =>
  db
    .select({ event: webhookEvents, waiting: WAITING_STEP })
    .from(webhookEvents)
    .leftJoin(
      subscriptions,
      and(
        eq(webhookEvents.state, 'processed'),
        eq(subscriptions.provider, webhookEvents.provider),
        eq(subscriptions.externalSubscriptionId, webhookEvents.externalSubscriptionId),
        isWaiting,
      ),
    )
    .leftJoin(users, eq(users.email, subscriptions.email))

/** Drops columns that the response does not have. */
const toRow = ({ event: row, waiting }: Listed): WebhookEventRow => ({
  id: row.id,
  provider: row.provider,
  externalId: row.externalId,
  type: row.type,
  state: row.state,
  isSandbox: row.isSandbox,
  attempts: row.attempts,
  failure: row.failure,
  externalSubscriptionId: row.externalSubscriptionId,
  email: row.email,
  waiting,
  processedAt: row.processedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

const Place = z.tuple([Instant, Id])

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Emails are stored and compared in lower case; ids keep their case. */
function beginsWith(q: string): SQL | undefined {
  const start = `${escapeLike(q)}%`
  return or(
    like(webhookEvents.email, start.toLowerCase()),
    like(webhookEvents.externalId, start),
    like(webhookEvents.externalSubscriptionId, start),
  )
}

/** Events, latest first. @throws {AppError} VALIDATION_ERROR for a cursor of another list. */
export async function listEvents(db: Db, query: WebhookEventsQuery): Promise<WebhookEventsPage> {
  const { provider, state, type, q, limit } = query
  const place = decodeCursor(query.cursor, Place)
  const rows = await selectEvents(db)
    .where(
      and(
        provider && eq(webhookEvents.provider, provider),
        // Matches the count of failures.
        state === 'failed' ? isFailed : state && eq(webhookEvents.state, state),
        type ? eq(webhookEvents.type, type) : undefined,
        q ? beginsWith(q) : undefined,
        place &&
          sql`(${webhookEvents.createdAt}, ${webhookEvents.id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
      ),
    )
    .orderBy(desc(webhookEvents.createdAt), desc(webhookEvents.id))
    .limit(limit + 1)
  return toPage(rows, limit, toRow, ({ event }) => [event.createdAt.toISOString(), event.id])
}

/** The subscription of an event, with plan and user. */
async function subscriptionOf(db: Db, row: StoredEvent): Promise<WebhookEvent['subscription']> {
  if (row.externalSubscriptionId === null) return null
  const [found] = await db
    .select({ subscription: subscriptions, plan: plans.displayName, person: users.name })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(
      and(
        eq(subscriptions.provider, row.provider),
        eq(subscriptions.externalSubscriptionId, row.externalSubscriptionId),
      ),
    )
  if (!found) return null
  const { id, userId, planId, status, currentPeriodEnd } = found.subscription
  return {
    id,
    person: userId !== null && found.person !== null ? { id: userId, name: found.person } : null,
    plan: { id: planId, displayName: found.plan },
    status,
    currentPeriodEnd: currentPeriodEnd?.toISOString() ?? null,
  }
}

async function givenTo(
  db: Db,
  { provider, externalSubscriptionId }: StoredEvent,
): Promise<WebhookEvent['givenTo']> {
  if (externalSubscriptionId === null) return null
  return (await findGivenOwner(db, { provider, externalSubscriptionId })) ?? null
}

/** One event with its masked payload. @throws {AppError} NOT_FOUND */
export async function getEvent(db: Db, { eventId }: { eventId: string }): Promise<WebhookEvent> {
  const [found] = await selectEvents(db).where(eq(webhookEvents.id, eventId))
  if (!found) throw notFound('Webhook')
  const { event: row } = found
  return {
    ...toRow(found),
    schemaVersion: row.schemaVersion,
    payload: row.rawBody === null ? null : maskPayload(JSON.parse(row.rawBody)),
    sold: row.sold ?? [],
    givenTo: await givenTo(db, row),
    subscription: await subscriptionOf(db, row),
  }
}
