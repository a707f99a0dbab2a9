import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { id, oneOf, optionalInstant, timestamps } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    emailVerified: boolean().notNull().default(false),
    hasCompletedOnboarding: boolean().notNull().default(false),
    /** When the questionnaire was first offered to them. */
    onboardingOfferedAt: optionalInstant(),
    /** When they had seen the tour of the house, or skipped it: on no device it comes again. */
    tourEndedAt: optionalInstant(),
    /** When the list of first steps was put away, or done. */
    checklistEndedAt: optionalInstant(),
    bio: text(),
    image: text(),
    phoneNumber: text(),
    role: text({ enum: ['admin', 'user'] })
      .notNull()
      .default('user'),
    banned: boolean().notNull().default(false),
    banReason: text(),
    banExpires: optionalInstant(),
    termsAcceptedAt: optionalInstant(),
    lastSeenAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    uniqueIndex('users_email_key').on(t.email),
    oneOf('users_role_check', t.role, ['admin', 'user']),
    index('users_created_idx').on(t.createdAt, t.id),
    index('users_last_seen_idx').on(t.lastSeenAt, t.id),
    index('users_name_idx').on(sql`fold_text(${t.name})`, t.id),
    // What the administrators' table is searched by (migration 0008 makes the function).
    index('users_search_idx').using(
      'gin',
      sql`fold_text(${t.name} || ' ' || ${t.email} || ' ' || coalesce(${t.phoneNumber}, '')) gin_trgm_ops`,
    ),
  ],
)

const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    token: text().notNull(),
    expiresAt: optionalInstant().notNull(),
    ipAddress: text(),
    userAgent: text(),
    userId: userId(),
    impersonatedBy: uuid().references(() => users.id, { onDelete: 'cascade' }),
    lastSeenAt: optionalInstant().notNull().defaultNow(),
    ...timestamps,
  },
  (t) => [uniqueIndex('sessions_token_key').on(t.token), index('sessions_user_idx').on(t.userId)],
)

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: userId(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: optionalInstant(),
    refreshTokenExpiresAt: optionalInstant(),
    scope: text(),
    password: text(),
    deletedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    uniqueIndex('accounts_provider_account_key').on(t.providerId, t.accountId),
    index('accounts_user_idx').on(t.userId),
  ],
)

export const verifications = pgTable(
  'verifications',
  {
    id: id(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: optionalInstant().notNull(),
    ...timestamps,
  },
  (t) => [index('verifications_identifier_idx').on(t.identifier)],
)

/** Counters per address and path. `lastRequest` is when the window began, in epoch milliseconds. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    id: id(),
    key: text().notNull(),
    count: integer().notNull(),
    lastRequest: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [uniqueIndex('rate_limits_key_key').on(t.key)],
)

/** Failed sign-ins per address of an account, known or not, so that guessing slows down (RELIABILITY A16). */
export const signInFailures = pgTable('sign_in_failures', {
  emailHash: text().primaryKey(),
  failures: integer().notNull(),
  blockedUntil: optionalInstant(),
  lastFailureAt: optionalInstant().notNull().defaultNow(),
})

/** What a person has signed in with before, so that only an unknown device is worth a mail. */
export const knownDevices = pgTable(
  'known_devices',
  { userId: userId(), deviceHash: text().notNull(), lastSeenAt: optionalInstant().notNull().defaultNow() },
  (t) => [primaryKey({ columns: [t.userId, t.deviceHash] })],
)

/** Which version of the terms a person accepted, and when. */
export const termsAcceptances = pgTable(
  'terms_acceptances',
  { userId: userId(), version: text().notNull(), acceptedAt: optionalInstant().notNull().defaultNow() },
  (t) => [primaryKey({ columns: [t.userId, t.version] })],
)

/** Mails asked for, per kind and account, since `windowStart`; the key names the account by a hash. */
export const mailCounts = pgTable('mail_counts', {
  key: text().primaryKey(),
  count: integer().notNull(),
  windowStart: optionalInstant().notNull().defaultNow(),
})

/** One row: who claimed this installation, and the hash of the single-use set-up token. */
export const installation = pgTable('installation', {
  id: integer().primaryKey().default(1),
  setupTokenHash: text(),
  adminUserId: uuid().references(() => users.id, { onDelete: 'set null' }),
  claimedAt: optionalInstant(),
})
