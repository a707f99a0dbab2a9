import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { id, optionalInstant } from './columns.ts'

/** An uploaded file; `key` is its name in the store. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    /** Null for files of the installation: an agent's portrait, a tutorial's thumbnail. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    bytes: integer().notNull(),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [uniqueIndex('uploads_key_key').on(t.key), index('uploads_user_idx').on(t.userId)],
)
