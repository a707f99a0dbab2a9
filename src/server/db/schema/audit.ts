import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { id, optionalInstant } from './columns.ts'

/** Who did what to whom. The names are kept beside the ids, since an account may be gone when the row is read. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    actorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    actorName: text().notNull(),
    subjectId: uuid().references(() => users.id, { onDelete: 'set null' }),
    subjectName: text(),
    action: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default(sql`'{}'`),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [index('audit_entries_actor_idx').on(t.actorId), index('audit_entries_subject_idx').on(t.subjectId)],
)
