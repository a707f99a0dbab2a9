import { bigint, index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'

/**
 * Stored bytes per user: messages, copied replies, documents with their versions, samples of voices, remarks of reviews, attachments. Triggers add a row to
 * `storage_changes` for each change, so that no two writers wait for each other; a job adds them up here.
 */
export const storageTotals = pgTable('storage_totals', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  bytes: bigint({ mode: 'number' }).notNull(),
})

/** Without a foreign key, because the deletion of an account adds rows. */
export const storageChanges = pgTable(
  'storage_changes',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [index('storage_changes_user_idx').on(t.userId)],
)
