import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { chats, messages } from './chats.ts'
import { optionalInstant, tsvector } from './columns.ts'
import { documents } from './documents.ts'

/**
 * Search index of ended messages, maintained by a trigger (migration 0005). Separate from `messages`, whose
 * rows change often while a reply grows. Words start with a mark of their owner (migration 0003), so that the
 * cost of a search depends on the user's own messages.
 */
export const messageSearch = pgTable(
  'message_search',
  {
    messageId: uuid()
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    // No foreign keys: both are deleted with the message, and a reference would slow down every write.
    chatId: uuid().notNull(),
    userId: uuid().notNull(),
    writtenAt: optionalInstant().notNull(),
    vector: tsvector().notNull(),
  },
  (t) => [
    // Without the pending list, which every search would read and one insert in many would have to flush.
    index('message_search_vector_idx').using('gin', t.vector).with({ fastupdate: false }),
    index('message_search_newest_idx').on(t.userId, t.writtenAt, t.messageId),
  ],
)

/**
 * Search index of chat titles, maintained by a trigger (migration 0011). Separate from `chats`, whose rows
 * change with every message. The vector has the words of a title and their trigrams, each with its owner's
 * mark.
 */
export const chatTitles = pgTable(
  'chat_titles',
  {
    chatId: uuid()
      .primaryKey()
      .references(() => chats.id, { onDelete: 'cascade' }),
    /** The title without accents and case. */
    plain: text().notNull(),
    vector: tsvector().notNull(),
  },
  (t) => [index('chat_titles_vector_idx').using('gin', t.vector).with({ fastupdate: false })],
)

/** Search index of documents, title and text, maintained by a trigger (migration `search_documents`). */
export const documentSearch = pgTable(
  'document_search',
  {
    documentId: uuid()
      .primaryKey()
      .references(() => documents.id, { onDelete: 'cascade' }),
    vector: tsvector().notNull(),
  },
  (t) => [index('document_search_vector_idx').using('gin', t.vector).with({ fastupdate: false })],
)
