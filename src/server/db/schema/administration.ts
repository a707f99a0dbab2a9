import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { id, optionalInstant } from './columns.ts'

/** Visits of administrators to users' accounts, told to the user. */
export const impersonations = pgTable(
  'impersonations',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    administratorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The session of the visit; a trigger sets `endedAt` when it is deleted, however that happens. */
    sessionId: uuid().notNull(),
    reason: text().notNull(),
    endedAt: optionalInstant(),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [
    index('impersonations_user_idx').on(t.userId, t.createdAt, t.id),
    index('impersonations_administrator_idx').on(t.administratorId),
    uniqueIndex('impersonations_session_key').on(t.sessionId),
  ],
)
