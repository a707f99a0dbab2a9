import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { id, optionalInstant } from './columns.ts'

/**
 * The audit log. A trigger forbids updates and deletions (migration 0008). Names are stored beside ids,
 * because accounts may be deleted later.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    actorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    actorName: text().notNull(),
    subjectId: uuid().references(() => users.id, { onDelete: 'set null' }),
    subjectName: text(),
    /** The subject when it is not an account: `agent`, `label`, …; may be deleted. */
    entity: text(),
    entityId: uuid(),
    entityName: text(),
    action: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default(sql`'{}'`),
    /** Network address and device of the session. */
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
