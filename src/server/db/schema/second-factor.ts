import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { id, optionalInstant } from './columns.ts'

const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The key of an account's authenticator app and its recovery codes, both encrypted by better-auth. */
export const twoFactors = pgTable(
  'two_factors',
  {
    id: id(),
    secret: text().notNull(),
    backupCodes: text().notNull(),
    userId: userId(),
    /** False until the first code was typed. */
    verified: boolean().notNull().default(false),
    failedVerificationCount: integer().notNull().default(0),
    lockedUntil: optionalInstant(),
    /** The period of 30 seconds since 1970 of the last code, so that none is accepted twice. */
    lastPeriod: bigint({ mode: 'number' }),
  },
  (t) => [uniqueIndex('two_factors_user_key').on(t.userId)],
)

export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    name: text().notNull(),
    publicKey: text().notNull(),
    userId: userId(),
    credentialID: text('credential_id').notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    deviceType: text().notNull(),
    backedUp: boolean().notNull(),
    transports: text(),
    aaguid: text(),
    createdAt: optionalInstant().notNull().defaultNow(),
    lastUsedAt: optionalInstant(),
  },
  (t) => [uniqueIndex('passkeys_credential_key').on(t.credentialID), index('passkeys_user_idx').on(t.userId)],
)
