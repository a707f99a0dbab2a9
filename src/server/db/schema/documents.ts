import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { messages } from './chats.ts'
import { id, optionalInstant, timestamps } from './columns.ts'

/** A user's Markdown text, in its newest version. */
export const documents = pgTable(
  'documents',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    body: text().notNull(),
    version: integer().notNull().default(1),
    /** The reply that it comes from. */
    messageId: uuid().references(() => messages.id, { onDelete: 'set null' }),
    deletedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    index('documents_user_idx').on(t.userId, t.updatedAt, t.id).where(sql`${t.deletedAt} is null`),
    index('documents_newest_idx').on(t.updatedAt, t.id).where(sql`${t.deletedAt} is null`),
    index('documents_deleted_idx').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    index('documents_trash_idx').on(t.userId, t.deletedAt).where(sql`${t.deletedAt} is not null`),
    index('documents_message_idx').on(t.messageId),
  ],
)

/** Every version, the newest included. */
export const documentVersions = pgTable(
  'document_versions',
  {
    documentId: uuid()
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.documentId, t.version] })],
)
