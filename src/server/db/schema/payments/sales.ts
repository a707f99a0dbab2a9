import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../auth.ts'
import { id, oneOf, optionalInstant, timestamps } from '../columns.ts'
import { plans, subscriptions } from '../plans.ts'

/** A code of a provider that an administrator mapped to a plan, or marked as none of this house's plans. */
export const saleDecisions = pgTable(
  'sale_decisions',
  {
    id: id(),
    provider: text({ enum: ['hubla', 'stripe'] }).notNull(),
    kind: text({ enum: ['offer', 'product', 'price'] }).notNull(),
    externalId: text().notNull(),
    /** The provider's name for it, if known. */
    name: text(),
    /** Null: it is not a plan of this house. */
    planId: uuid().references(() => plans.id, { onDelete: 'cascade' }),
    undoneAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    oneOf('sale_decisions_provider_check', t.provider, ['hubla', 'stripe']),
    oneOf('sale_decisions_kind_check', t.kind, ['offer', 'product', 'price']),
    uniqueIndex('sale_decisions_open_key')
      .on(t.provider, t.kind, t.externalId)
      .where(sql`${t.undoneAt} is null`),
    index('sale_decisions_created_idx').on(t.createdAt, t.id),
  ],
)

/** Purchases that have their plan by a decision, so that its undo ends these and no others. */
export const saleGrants = pgTable(
  'sale_grants',
  {
    subscriptionId: uuid()
      .primaryKey()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    decisionId: uuid()
      .notNull()
      .references(() => saleDecisions.id, { onDelete: 'cascade' }),
    /** When the undo ended it. */
    endedAt: optionalInstant(),
  },
  (t) => [index('sale_grants_decision_idx').on(t.decisionId, t.endedAt)],
)

/** Purchases that an administrator gave to a person by hand. */
export const purchaseOwners = pgTable(
  'purchase_owners',
  {
    provider: text({ enum: ['hubla', 'stripe'] }).notNull(),
    externalSubscriptionId: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.externalSubscriptionId] }),
    oneOf('purchase_owners_provider_check', t.provider, ['hubla', 'stripe']),
    index('purchase_owners_user_idx').on(t.userId),
  ],
)
