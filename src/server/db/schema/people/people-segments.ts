import { sql } from 'drizzle-orm'
import { jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { AdminUsersFilter } from '#shared/contract/users.ts'
import { users } from '../auth.ts'
import { id, timestamps } from '../columns.ts'

/** A filter of the table of accounts, saved by name for all administrators. */
export const peopleSegments = pgTable(
  'people_segments',
  {
    id: id(),
    name: text().notNull(),
    filter: jsonb().$type<AdminUsersFilter>().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    ...timestamps,
  },
  // Two names that differ by case or accents only would be mistaken for each other.
  (t) => [uniqueIndex('people_segments_name_key').on(sql`fold_text(${t.name})`)],
)
