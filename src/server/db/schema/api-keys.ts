import { date, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ApiKeyScope } from '#shared/contract/api-keys.ts'
import { users } from './auth.ts'
import { id, optionalInstant, timestamps } from './columns.ts'

/** Keys with which programs make some calls of an administrator. A revoked one is deleted. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    /** The administrator who made it, and in whose place it acts. */
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    scopes: jsonb().$type<ApiKeyScope[]>().notNull(),
    /** SHA-256 of the secret, which has 256 random bits. */
    secretHash: text().notNull(),
    /** The secret's last characters. */
    hint: text().notNull(),
    /** The last day in America/Sao_Paulo. */
    endsOn: date().notNull(),
    lastUsedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [uniqueIndex('api_keys_secret_key').on(t.secretHash), index('api_keys_user_idx').on(t.userId)],
)
