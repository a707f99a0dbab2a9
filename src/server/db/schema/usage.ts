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
 * What happened on a day, in America/Sao_Paulo, by agent and model: what the dashboard reads. A job keeps it; a day that
 * is over stays as it is, also when its chats are purged.
 */
export const usageDays = pgTable(
  'usage_days',
  {
    day: day(),
    agentId: uuid().notNull(),
    /** `openai`, `google`, `demo`; `none` where nobody wrote. */
    provider: text().notNull(),
    model: text().notNull(),
    /** Written with people's own keys, which the house does not pay. */
    isOwnKey: boolean().notNull(),
    /** What people wrote. */
    messages: count(),
    /** Replies that ended, however they did; of them those that did not end well. */
    replies: count(),
    failed: count(),
    interrupted: count(),
    stopped: count(),
    nTokens: sum(),
    nCachedTokens: sum(),
    nOutputTokens: sum(),
    /** Replies whose first text came, the sum of how long that took, and how many took how long (bounds: `usage`). */
    firstTokens: count(),
    firstTokenMs: sum(),
    firstTokenBuckets: integer().array().notNull().default(sql`'{}'`),
    /** Thumbs of that day, whenever the reply was written. */
    up: count(),
    down: count(),
    updatedAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.day, t.agentId, t.provider, t.model, t.isOwnKey] })],
)

/** How many messages a person wrote on a day, in America/Sao_Paulo. */
export const userDays = pgTable(
  'user_days',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: day(),
    messages: count(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.day] }), index('user_days_day_idx').on(t.day)],
)

/** How many different people wrote in the days up to one, with it. */
export const activityDays = pgTable('activity_days', {
  day: date().primaryKey(),
  active1: count(),
  active7: count(),
  active30: count(),
  active90: count(),
  newUsers: count(),
  updatedAt: optionalInstant().notNull().defaultNow(),
})

const price = () => numeric({ precision: 12, scale: 4 }).notNull()

/** What a model costs, in US dollars a million tokens, as an administrator says. */
export const modelPrices = pgTable(
  'model_prices',
  {
    id: id(),
    provider: text({ enum: ['openai', 'google'] }).notNull(),
    model: text().notNull(),
    inputPrice: price(),
    cachedInputPrice: price(),
    outputPrice: price(),
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
