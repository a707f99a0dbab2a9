import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { id, optionalInstant } from './columns.ts'

/** Who did what to whom. A trigger lets no row be changed or removed (migration 0008). The names are kept beside the ids, since an account may be gone when the row is read. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    actorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    actorName: text().notNull(),
    subjectId: uuid().references(() => users.id, { onDelete: 'set null' }),
    subjectName: text(),
    /** What was changed where it is no account: `agent`, `label`, …; it may be gone too. */
    entity: text(),
    entityId: uuid(),
    entityName: text(),
    action: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default(sql`'{}'`),
    /** From where: the network address and the device, as the session has them. */
    ipAddress: text(),
    userAgent: text(),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [
    index('audit_entries_created_idx').on(t.createdAt, t.id),
    index('audit_entries_entity_idx').on(t.entityId),
    index('audit_entries_action_idx').on(t.action, t.createdAt),
    index('audit_entries_actor_idx').on(t.actorId),
    index('audit_entries_subject_idx').on(t.subjectId),
  ],
)
