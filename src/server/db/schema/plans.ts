import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { id, oneOf, optionalInstant, timestamps } from './columns.ts'

export const plans = pgTable(
  'plans',
  {
    id: id(),
    name: text().notNull(),
    displayName: text().notNull(),
    description: text().notNull().default(''),
    monthlyMessageLimit: integer().notNull(),
    /** Opens also the agents that the free plan keeps locked. */
    allAgents: boolean().notNull().default(false),
    ...timestamps,
  },
  (t) => [
    uniqueIndex('plans_name_key').on(t.name),
    check('plans_monthly_message_limit_check', sql`${t.monthlyMessageLimit} >= 0`),
  ],
)

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    planId: uuid()
      .notNull()
      .references(() => plans.id, { onDelete: 'restrict' }),
    provider: text({ enum: ['hubla', 'stripe', 'manual', 'auto'] }).notNull(),
    status: text({ enum: ['active', 'inactive', 'canceled', 'expired'] }).notNull(),
    externalSubscriptionId: text(),
    externalCustomerId: text(),
    lastWebhookVersion: bigint({ mode: 'number' }),
    currentPeriodEnd: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    oneOf('subscriptions_provider_check', t.provider, ['hubla', 'stripe', 'manual', 'auto']),
    oneOf('subscriptions_status_check', t.status, ['active', 'inactive', 'canceled', 'expired']),
    index('subscriptions_plan_idx').on(t.planId, t.status),
    index('subscriptions_user_idx').on(t.userId, t.status),
    uniqueIndex('subscriptions_auto_key').on(t.userId).where(sql`${t.provider} = 'auto'`),
    uniqueIndex('subscriptions_external_key').on(t.provider, t.externalSubscriptionId),
  ],
)
