import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { id, optionalInstant, timestamps } from './columns.ts'

/** Changes of an account's address by its user. Tokens are stored as hashes. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    oldEmail: text().notNull(),
    newEmail: text().notNull(),
    /** The session that asked, which outlives the change. */
    sessionId: uuid().notNull(),
    /** Of the link on the new address. */
    tokenHash: text().notNull(),
    expiresAt: optionalInstant().notNull(),
    confirmedAt: optionalInstant(),
    /** Of the link on the old address; null when that address was never proved. */
    undoHash: text(),
    undoExpiresAt: optionalInstant(),
    undoneAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    uniqueIndex('email_changes_token_key').on(t.tokenHash),
    uniqueIndex('email_changes_undo_key').on(t.undoHash),
    index('email_changes_user_idx').on(t.userId, t.createdAt),
  ],
)
