import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, oneOf, optionalInstant, timestamps } from './columns.ts'

const STATES = ['received', 'processed', 'failed', 'parked', 'ignored'] as const

/** What payment providers sent, stored before anything is made of it, once for each of their ids. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: id(),
    provider: text({ enum: ['hubla', 'stripe'] }).notNull(),
    /** The provider's own, unique id of the event. */
    externalId: text().notNull(),
    type: text().notNull(),
    /** Of the payload's schema, where the provider names one. */
    schemaVersion: text(),
    /** As it came, byte for byte; null once it is too old to be kept (90 days): it holds personal documents. */
    rawBody: text(),
    isSandbox: boolean().notNull().default(false),
    /** `parked`: it sells what is mapped to no plan. `ignored`: nothing that changes anything here. */
    state: text({ enum: STATES }).notNull().default('received'),
    attempts: integer().notNull().default(0),
    /** Why the last attempt failed, in words of ours. */
    failure: text(),
    /** The subscription it is about, by the provider's id. */
    externalSubscriptionId: text(),
    /** The buyer's address, normalised; null with `rawBody`. */
    email: text(),
    /** What it sells, by the provider's ids, for what is mapped to no plan. */
    sold: jsonb().$type<{ kind: 'offer' | 'product' | 'price'; externalId: string; name: string | null }[]>(),
    processedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    oneOf('webhook_events_provider_check', t.provider, ['hubla', 'stripe']),
    oneOf('webhook_events_state_check', t.state, STATES),
    uniqueIndex('webhook_events_external_key').on(t.provider, t.externalId),
    index('webhook_events_created_idx').on(t.createdAt, t.id),
    index('webhook_events_subscription_idx').on(t.provider, t.externalSubscriptionId),
    // What waits for somebody.
    index('webhook_events_open_idx')
      .on(t.state, t.createdAt)
      .where(sql`${t.state} in ('received', 'failed', 'parked')`),
    index('webhook_events_raw_idx').on(t.createdAt).where(sql`${t.rawBody} is not null`),
  ],
)
