import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { id, oneOf, optionalInstant, timestamps } from './columns.ts'

const PROVIDERS = ['openai', 'google'] as const
const STATUSES = ['verified', 'unverified', 'refused'] as const

/** A user's own key for a provider, encrypted and bound to its row and owner. */
export const credentials = pgTable(
  'credentials',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    provider: text({ enum: PROVIDERS }).notNull(),
    /** Nonce, ciphertext and tag in base64. */
    sealed: text().notNull(),
    /** Id of the encryption key. */
    keyId: text().notNull(),
    lastFour: text().notNull(),
    status: text({ enum: STATUSES }).notNull(),
    checkedAt: optionalInstant(),
    isActive: boolean().notNull().default(false),
    allowsFallback: boolean().notNull().default(false),
    /** Kept for an hour, to undo the deletion. */
    deletedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    index('credentials_user_idx').on(t.userId, t.createdAt, t.id),
    // The key that writes the user's replies.
    uniqueIndex('credentials_one_active_key').on(t.userId).where(sql`${t.isActive}`),
    oneOf('credentials_provider_check', t.provider, PROVIDERS),
    oneOf('credentials_status_check', t.status, STATUSES),
  ],
)
