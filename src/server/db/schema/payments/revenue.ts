import { sql } from 'drizzle-orm'
import { bigint, check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, oneOf, optionalInstant } from '../columns.ts'
import { plans } from '../plans.ts'

const cents = () => bigint({ mode: 'number' }).notNull()

/**
 * Amounts of payments and refunds from payment events, once each. Without a person: the purchase names them, and the
 * amounts stay when their account is deleted.
 */
export const paymentAmounts = pgTable(
  'payment_amounts',
  {
    id: id(),
    provider: text({ enum: ['hubla', 'stripe'] }).notNull(),
    kind: text({ enum: ['sale', 'refund'] }).notNull(),
    /** The provider's id of the invoice, of the refunded charge or of the dispute. */
    externalId: text().notNull(),
    /** Everything refunded of a charge until then; 0 for amounts that come once. */
    total: cents().default(0),
    externalSubscriptionId: text().notNull(),
    /** The plan of the purchase when it was first known; null until then. */
    planId: uuid().references(() => plans.id, { onDelete: 'set null' }),
    /** ISO 4217. */
    currency: text().notNull(),
    /** In the smallest unit of the currency. */
    cents: cents(),
    /** In America/Sao_Paulo. */
    day: date().notNull(),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [
    oneOf('payment_amounts_provider_check', t.provider, ['hubla', 'stripe']),
    oneOf('payment_amounts_kind_check', t.kind, ['sale', 'refund']),
    check('payment_amounts_cents_check', sql`${t.cents} >= 0`),
    uniqueIndex('payment_amounts_external_key').on(t.provider, t.kind, t.externalId, t.total),
    index('payment_amounts_purchase_idx').on(t.provider, t.externalSubscriptionId),
    index('payment_amounts_day_idx').on(t.day),
    index('payment_amounts_plan_idx').on(t.planId),
  ],
)
