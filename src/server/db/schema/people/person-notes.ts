import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../auth.ts'
import { id, optionalInstant } from '../columns.ts'

/** What administrators wrote about a person. */
export const personNotes = pgTable(
  'person_notes',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    authorName: text().notNull(),
    content: text().notNull(),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [
    index('person_notes_user_idx').on(t.userId, t.createdAt, t.id),
    index('person_notes_author_idx').on(t.authorId),
    check('person_notes_content_check', sql`char_length(${t.content}) <= 2000`),
  ],
)
