import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, oneOf, optionalInstant, timestamps } from './columns.ts'

const STATES = ['received', 'processed', 'failed', 'parked', 'ignored'] as const

/** Deliveries of payment providers, stored before processing, once per external id. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: id(),
    provider: text({ enum: ['hubla', 'stripe'] }).notNull(),
    /** The provider's unique id of the event. */
    externalId: text().notNull(),
    type: text().notNull(),
    /** Version of the payload's schema, if the provider names one. */
    schemaVersion: text(),
    /** The exact body; null after 90 days, because it contains personal documents. */
    rawBody: text(),
    isSandbox: boolean().notNull().default(false),
    /** `parked`: what it sells is mapped to no plan. `ignored`: irrelevant here. */
    state: text({ enum: STATES }).notNull().default('received'),
    attempts: integer().notNull().default(0),
    /** Why the last attempt failed, in our own words. */
    failure: text(),
    /** The provider's id of the related subscription. */
    externalSubscriptionId: text(),
    /** The buyer's normalized address; null with `rawBody`. */
    email: text(),
    /** The provider's ids of what is sold, when mapped to no plan. */
    sold: jsonb().$type<{ kind: 'offer' | 'product' | 'price'; externalId: string; name: string | null }[]>(),
    processedAt: optionalInstant(),
    /** Its amounts are in `payment_amounts`, or it has none. */
    areAmountsRead: boolean().notNull().default(false),
    ...timestamps,
  },
  (t) => [
    oneOf('webhook_events_provider_check', t.provider, ['hubla', 'stripe']),
    oneOf('webhook_events_state_check', t.state, STATES),
    uniqueIndex('webhook_events_external_key').on(t.provider, t.externalId),
    index('webhook_events_created_idx').on(t.createdAt, t.id),
    index('webhook_events_subscription_idx').on(t.provider, t.externalSubscriptionId),
    // Deliveries that need attention.
    index('webhook_events_open_idx')
      .on(t.state, t.createdAt)
      .where(sql`${t.state} in ('received', 'failed', 'parked')`),
    index('webhook_events_raw_idx').on(t.createdAt).where(sql`${t.rawBody} is not null`),
    index('webhook_events_amounts_idx')
      .on(t.createdAt, t.id)
      .where(sql`${t.rawBody} is not null and not ${t.areAmountsRead}`),
  ],
)
