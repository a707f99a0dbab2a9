import { customType, index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { messages } from './chats.ts'
import { optionalInstant } from './columns.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

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
