import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { SourceKind } from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { users } from '../auth.ts'
import { messages } from '../chats.ts'
import { sources } from '../collections.ts'
import { oneOf } from '../columns.ts'

/** The passages that the model of a reply was given, by the numbers that it cites, as copies: their source may change or go. */
export const messagePassages = pgTable(
  'message_passages',
  {
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    /** From 1; the writers of a reply continue to count. */
    number: integer().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Its row at that time; another version of the source has others. */
    passageId: uuid().notNull(),
    sourceId: uuid().references(() => sources.id, { onDelete: 'set null' }),
    sourceName: text().notNull(),
    kind: text().$type<SourceKind>().notNull(),
    page: integer(),
    headings: text().array().notNull(),
    startSecond: integer(),
    address: text(),
    text: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.number] }),
    index('message_passages_source_idx').on(t.sourceId),
    index('message_passages_user_idx').on(t.userId),
    oneOf('message_passages_kind_check', t.kind, SourceKind.options),
    check(
      'message_passages_number_check',
      sql`${t.number} between 1 and ${sql.raw(String(COLLECTION_LIMITS.passagesPerReply))}`,
    ),
  ],
)
