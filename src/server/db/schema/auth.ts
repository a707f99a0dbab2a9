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
    /** When the questionnaire was first offered. */
    onboardingOfferedAt: optionalInstant(),
    /** Unused: instances of the previous version, which may run beside this one's, still read and write it. */
    tourEndedAt: optionalInstant(),
    /** When the checklist was dismissed or completed. */
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
    /** Sign-ins ask for a code of the authenticator app. */
    twoFactorEnabled: boolean().notNull().default(false),
    ...timestamps,
  },
  (t) => [
    uniqueIndex('users_email_key').on(t.email),
    oneOf('users_role_check', t.role, ['admin', 'user']),
    index('users_created_idx').on(t.createdAt, t.id),
    index('users_last_seen_idx').on(t.lastSeenAt, t.id),
    index('users_name_idx').on(sql`fold_text(${t.name})`, t.id),
    // Search index of the administrators' table (migration 0008 defines the function).
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
    /** The last proof of identity in this session, and the last one by code or passkey. */
    provedAt: optionalInstant(),
    factorAt: optionalInstant(),
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

/** Counters per address and path. `lastRequest` is the start of the window, in epoch milliseconds. */
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

/** Failed sign-ins per address, known or not, to slow down guessing (RELIABILITY A16). */
export const signInFailures = pgTable('sign_in_failures', {
  emailHash: text().primaryKey(),
  failures: integer().notNull(),
  blockedUntil: optionalInstant(),
  lastFailureAt: optionalInstant().notNull().defaultNow(),
})

/** Devices of earlier sign-ins, so that only a new device triggers a mail. */
export const knownDevices = pgTable(
  'known_devices',
  { userId: userId(), deviceHash: text().notNull(), lastSeenAt: optionalInstant().notNull().defaultNow() },
  (t) => [primaryKey({ columns: [t.userId, t.deviceHash] })],
)

/** Accepted versions of the terms. */
export const termsAcceptances = pgTable(
  'terms_acceptances',
  { userId: userId(), version: text().notNull(), acceptedAt: optionalInstant().notNull().defaultNow() },
  (t) => [primaryKey({ columns: [t.userId, t.version] })],
)

/** Requested mails per kind and account since `windowStart`; the key contains a hash of the account. */
export const mailCounts = pgTable('mail_counts', {
  key: text().primaryKey(),
  count: integer().notNull(),
  windowStart: optionalInstant().notNull().defaultNow(),
})

/**
 * A single row: the account that claimed the installation, the hash of the single-use set-up token, and the id of the
 * key that every instance must derive from its secret.
 */
export const installation = pgTable('installation', {
  id: integer().primaryKey().default(1),
  setupTokenHash: text(),
  adminUserId: uuid().references(() => users.id, { onDelete: 'set null' }),
  claimedAt: optionalInstant(),
  secretKeyId: text(),
})
