import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
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
    /** Messages of each user a day in America/Sao_Paulo; null for no limit. */
    dailyMessageLimit: integer(),
    /** Room for chats, documents and attachments, in megabytes of 1,000,000 bytes. */
    storageMegabytes: integer().notNull().default(1_000),
    /** Passages of each user's Acervo. */
    passageLimit: integer().notNull().default(20_000),
    /** Also unlocks the agents that the free plan excludes. */
    allAgents: boolean().notNull().default(false),
    /** Position in lists. */
    order: integer().notNull().default(0),
    /** No longer sold; existing subscriptions stay. */
    isArchived: boolean().notNull().default(false),
    /** The displayed price; the provider decides the real charge. */
    priceText: text(),
    /** Hubla's https checkout page. */
    checkoutUrl: text(),
    stripePriceId: text(),
    /** Days before the first charge at Stripe, for people who never bought a plan; 0 for none. */
    trialDays: integer().notNull().default(0),
    /** Stripe's page has a field for promotion codes. */
    acceptsCoupons: boolean().notNull().default(false),
    /** Incremented with every change, for optimistic locking. */
    version: integer().notNull().default(1),
    ...timestamps,
  },
  (t) => [
    uniqueIndex('plans_name_key').on(t.name),
    check('plans_monthly_message_limit_check', sql`${t.monthlyMessageLimit} >= 0`),
    check('plans_daily_message_limit_check', sql`${t.dailyMessageLimit} > 0`),
    check('plans_storage_megabytes_check', sql`${t.storageMegabytes} > 0`),
    check('plans_passage_limit_check', sql`${t.passageLimit} > 0`),
    check('plans_trial_days_check', sql`${t.trialDays} >= 0`),
  ],
)

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    /** Null while a purchase waits for an account with the verified address `email`. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** The buyer's normalized address; null for `manual` and `auto`. */
    email: text(),
    planId: uuid()
      .notNull()
      .references(() => plans.id, { onDelete: 'restrict' }),
    provider: text({ enum: ['hubla', 'stripe', 'manual', 'auto'] }).notNull(),
    status: text({ enum: ['active', 'inactive', 'canceled', 'expired'] }).notNull(),
    externalSubscriptionId: text(),
    externalCustomerId: text(),
    /** Hubla: revision of the subscription. Stripe: time of the newest event, in epoch seconds. */
    lastWebhookVersion: bigint({ mode: 'number' }),
    /** Time of that revision, to order two with the same number. */
    lastModifiedAt: optionalInstant(),
    currentPeriodEnd: optionalInstant(),
    /** A payment failed; the subscription counts until then. */
    graceUntil: optionalInstant(),
    /** Ends with its period. */
    cancelsAtPeriodEnd: boolean().notNull().default(false),
    /** The provider's ids of what was sold. */
    externalOfferId: text(),
    externalProductId: text(),
    /** Known facts per kind of event; the state is derived from them, whatever their order. */
    facts: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    ...timestamps,
  },
  (t) => [
    oneOf('subscriptions_provider_check', t.provider, ['hubla', 'stripe', 'manual', 'auto']),
    oneOf('subscriptions_status_check', t.status, ['active', 'inactive', 'canceled', 'expired']),
    index('subscriptions_plan_idx').on(t.planId, t.status),
    index('subscriptions_user_idx').on(t.userId, t.status),
    uniqueIndex('subscriptions_auto_key').on(t.userId).where(sql`${t.provider} = 'auto'`),
    check('subscriptions_person_check', sql`${t.userId} is not null or ${t.email} is not null`),
    index('subscriptions_email_idx').on(t.email).where(sql`${t.email} is not null`),
    uniqueIndex('subscriptions_external_key').on(t.provider, t.externalSubscriptionId),
  ],
)

/** Maps something that a provider sells to a plan. */
export const planExternals = pgTable(
  'plan_externals',
  {
    id: id(),
    planId: uuid()
      .notNull()
      .references(() => plans.id, { onDelete: 'cascade' }),
    provider: text({ enum: ['hubla', 'stripe'] }).notNull(),
    kind: text({ enum: ['offer', 'product', 'price'] }).notNull(),
    externalId: text().notNull(),
    /** The provider's name for it, if known. */
    name: text(),
    ...timestamps,
  },
  (t) => [
    oneOf('plan_externals_provider_check', t.provider, ['hubla', 'stripe']),
    oneOf('plan_externals_kind_check', t.kind, ['offer', 'product', 'price']),
    uniqueIndex('plan_externals_external_key').on(t.provider, t.kind, t.externalId),
    index('plan_externals_plan_idx').on(t.planId),
  ],
)

export type SubscriptionState = {
  planId: string
  status: string
  currentPeriodEnd: string | null
  graceUntil: string | null
  /** Missing in entries written before it was recorded. */
  cancelsAtPeriodEnd?: boolean
}

/** History of a subscription, with the source of each change. */
export const subscriptionChanges = pgTable(
  'subscription_changes',
  {
    id: id(),
    subscriptionId: uuid()
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    /** Null for the first change. */
    before: jsonb().$type<SubscriptionState>(),
    after: jsonb().$type<SubscriptionState>().notNull(),
    source: text({ enum: ['webhook', 'admin', 'sign-up', 'claim', 'job'] }).notNull(),
    webhookEventId: uuid(),
    actorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [
    oneOf('subscription_changes_source_check', t.source, ['webhook', 'admin', 'sign-up', 'claim', 'job']),
    index('subscription_changes_subscription_idx').on(t.subscriptionId, t.createdAt, t.id),
    // Rows are inserted in time order.
    index('subscription_changes_created_idx').using('brin', t.createdAt),
  ],
)

/** Messages per user and month in America/Sao_Paulo, reserved before the provider is called. */
export const usageMonths = pgTable(
  'usage_months',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** First day of the month. */
    month: date().notNull(),
    used: integer().notNull().default(0),
    /** Messages that billed calls without text returned to the month. */
    returned: integer().notNull().default(0),
    /** The last day with a message, and its number of messages, returned ones included. */
    day: date(),
    dayUsed: integer().notNull().default(0),
    /** The extra messages that paid for the newest message; null when the plan did. */
    extraId: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.month] }),
    check('usage_months_used_check', sql`${t.used} >= 0`),
  ],
)

/** Messages that an administrator gave to a user, spent when the month of their plan is used up (decision 61). */
export const extraMessages = pgTable(
  'extra_messages',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    given: integer().notNull(),
    /** Includes running replies. */
    used: integer().notNull().default(0),
    /** Null for no end. */
    endsAt: optionalInstant(),
    reason: text().notNull(),
    givenBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** From then on the rest cannot be used. */
    takenBackAt: optionalInstant(),
    takenBackBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [
    check('extra_messages_used_check', sql`${t.used} between 0 and ${t.given}`),
    index('extra_messages_user_idx').on(t.userId, t.createdAt, t.id),
    index('extra_messages_given_by_idx').on(t.givenBy).where(sql`${t.givenBy} is not null`),
    index('extra_messages_taken_back_by_idx').on(t.takenBackBy).where(sql`${t.takenBackBy} is not null`),
  ],
)

/** The month's count of deleted accounts, under a keyed hash of address and month; deleted when the month is over. */
export const spentMonths = pgTable(
  'spent_months',
  {
    addressHash: text().primaryKey(),
    month: date().notNull(),
    used: integer().notNull(),
    returned: integer().notNull(),
    day: date(),
    dayUsed: integer().notNull().default(0),
  },
  (t) => [index('spent_months_month_idx').on(t.month)],
)

/** Addresses of deleted accounts that had bought a plan, as keyed hashes: they get no trial. Deleted after a year. */
export const formerBuyers = pgTable(
  'former_buyers',
  {
    addressHash: text().primaryKey(),
    deletedAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [index('former_buyers_deleted_idx').on(t.deletedAt)],
)

/**
 * "Já comprei com outro e-mail": a claim confirmed by a mail to that address. The token is stored as a hash.
 */
export const purchaseClaims = pgTable(
  'purchase_claims',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    tokenHash: text().notNull(),
    expiresAt: optionalInstant().notNull(),
    usedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    uniqueIndex('purchase_claims_token_key').on(t.tokenHash),
    index('purchase_claims_user_idx').on(t.userId, t.createdAt),
    index('purchase_claims_email_idx').on(t.email).where(sql`${t.usedAt} is not null`),
  ],
)
