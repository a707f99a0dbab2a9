import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { id, oneOf, optionalInstant, timestamps } from './columns.ts'

const count = () => integer().notNull().default(0)
const sum = () => bigint({ mode: 'number' }).notNull().default(0)
const day = () => date().notNull()

/**
 * Figures per day in America/Sao_Paulo, agent and model, for the dashboard. A job updates them; past days
 * stay, also after their chats are purged.
 */
export const usageDays = pgTable(
  'usage_days',
  {
    day: day(),
    agentId: uuid().notNull(),
    /** `openai`, `google` or `demo`; `none` when no provider wrote. */
    provider: text().notNull(),
    model: text().notNull(),
    /** Written with users' own keys, without cost for the installation. */
    isOwnKey: boolean().notNull(),
    /** Messages of users. */
    messages: count(),
    /** Ended replies, and the ones among them that ended badly. */
    replies: count(),
    failed: count(),
    interrupted: count(),
    stopped: count(),
    /** By the provider's filter, whether text came before or not. */
    refused: count(),
    nTokens: sum(),
    nCachedTokens: sum(),
    nOutputTokens: sum(),
    /** Replies with a first text, the sum of their times to it, and a histogram (bounds in `usage`). */
    firstTokens: count(),
    firstTokenMs: sum(),
    firstTokenBuckets: integer().array().notNull().default(sql`'{}'`),
    /** Ratings of that day, for replies of any time. */
    up: count(),
    down: count(),
    updatedAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.day, t.agentId, t.provider, t.model, t.isOwnKey] })],
)

const PURPOSES = [
  'draft',
  'rewrite',
  'judge',
  'title',
  'summary',
  'test',
  'embedding',
  'transcription',
] as const

/** Provider calls that are no replies, per day in America/Sao_Paulo. Each adds to its row when it ends. */
export const callDays = pgTable(
  'call_days',
  {
    day: day(),
    agentId: uuid().notNull(),
    provider: text().notNull(),
    model: text().notNull(),
    isOwnKey: boolean().notNull(),
    purpose: text({ enum: PURPOSES }).notNull(),
    calls: count(),
    nTokens: sum(),
    nCachedTokens: sum(),
    nOutputTokens: sum(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.agentId, t.provider, t.model, t.isOwnKey, t.purpose] }),
    oneOf('call_days_purpose_check', t.purpose, PURPOSES),
  ],
)

/**
 * Messages and replies per day and plan, by the plan that counted for the user when the day was counted. Days before
 * this table have no rows.
 */
export const planDays = pgTable(
  'plan_days',
  {
    day: day(),
    /** The nil UUID without a plan. */
    planId: uuid().notNull(),
    provider: text().notNull(),
    model: text().notNull(),
    isOwnKey: boolean().notNull(),
    messages: count(),
    replies: count(),
    nTokens: sum(),
    nCachedTokens: sum(),
    nOutputTokens: sum(),
  },
  (t) => [primaryKey({ columns: [t.day, t.planId, t.provider, t.model, t.isOwnKey] })],
)

/** Calls and cost of the installation's keys per day in America/Sao_Paulo, counted as they happen. */
export const spendDays = pgTable('spend_days', {
  day: date().primaryKey(),
  calls: integer().notNull().default(0),
  /** At the prices of the time. */
  usd: numeric({ precision: 20, scale: 10 }).notNull().default('0'),
  /** Calls that the last counting statement was allowed to make. */
  granted: integer().notNull().default(0),
  /** When administrators were told. */
  warnedAt: optionalInstant(),
  reachedAt: optionalInstant(),
})

/** Messages per user and day, in America/Sao_Paulo. */
export const userDays = pgTable(
  'user_days',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: day(),
    messages: count(),
    /** The part of `messages` that was deleted for good, which can't be recomputed. */
    purged: count(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.day] }), index('user_days_day_idx').on(t.day)],
)

/** Messages and replies per user, day in America/Sao_Paulo, agent and model. */
export const personDays = pgTable(
  'person_days',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: day(),
    agentId: uuid().notNull(),
    provider: text().notNull(),
    model: text().notNull(),
    isOwnKey: boolean().notNull(),
    /** Of messages that were deleted for good, which can't be recomputed. */
    isPurged: boolean().notNull(),
    messages: count(),
    replies: count(),
    nTokens: sum(),
    nCachedTokens: sum(),
    nOutputTokens: sum(),
  },
  (t) => [
    primaryKey({
      // The default name is longer than PostgreSQL takes.
      name: 'person_days_pk',
      columns: [t.userId, t.day, t.agentId, t.provider, t.model, t.isOwnKey, t.isPurged],
    }),
    index('person_days_day_idx').on(t.day),
  ],
)

/** Distinct users who wrote in the 1, 7, 30 and 90 days up to and including `day`. */
export const activityDays = pgTable('activity_days', {
  day: date().primaryKey(),
  active1: count(),
  active7: count(),
  active30: count(),
  active90: count(),
  newUsers: count(),
  updatedAt: optionalInstant().notNull().defaultNow(),
})

/** Instants from which conversions are counted; kept when the messages are purged. */
export const userMilestones = pgTable('user_milestones', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  firstMessageDay: date(),
  /** Null when only the day is known. */
  firstMessageAt: optionalInstant(),
  /** The first purchase of a plan other than Gratuito, trials included. */
  firstPaidAt: optionalInstant(),
})

/** Accounts that were created in the week of `cohort` and wrote in a later `week`; both are Mondays. */
export const cohortWeeks = pgTable(
  'cohort_weeks',
  { cohort: day(), week: day(), active: integer().notNull() },
  (t) => [primaryKey({ columns: [t.week, t.cohort] })],
)

/** People with a paid plan at the start of a month, and those among them who have one at its end, or now. */
export const paidMonths = pgTable('paid_months', {
  month: date().primaryKey(),
  active: integer().notNull(),
  kept: integer().notNull(),
  updatedAt: optionalInstant().notNull().defaultNow(),
})

const price = () => numeric({ precision: 12, scale: 4 }).notNull()

/** A model that administrators know: its price in US dollars per million tokens, and whether agents may choose it. */
export const modelPrices = pgTable(
  'model_prices',
  {
    id: id(),
    provider: text({ enum: ['openai', 'google'] }).notNull(),
    model: text().notNull(),
    inputPrice: price(),
    cachedInputPrice: price(),
    outputPrice: price(),
    isOffered: boolean().notNull().default(true),
    contextTokens: integer(),
    /** The local day on which the price was set. */
    pricedOn: day().default(sql`(now() at time zone 'America/Sao_Paulo')::date`),
    ...timestamps,
  },
  (t) => [
    uniqueIndex('model_prices_model_key').on(t.provider, t.model),
    oneOf('model_prices_provider_check', t.provider, ['openai', 'google']),
    check(
      'model_prices_price_check',
      sql`${t.inputPrice} >= 0 and ${t.cachedInputPrice} >= 0 and ${t.outputPrice} >= 0`,
    ),
  ],
)

/** The price that a model had on the days before `until`, and since the row before. */
export const pastModelPrices = pgTable(
  'past_model_prices',
  {
    provider: text().notNull(),
    model: text().notNull(),
    until: date().notNull(),
    inputPrice: price(),
    cachedInputPrice: price(),
    outputPrice: price(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.model, t.until] })],
)
