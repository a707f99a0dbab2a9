import { customType, index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { messages } from './chats.ts'
import { optionalInstant } from './columns.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * What is searched of a message that has ended; a trigger keeps it (migration 0005). Apart from `messages`, whose rows
 * are written anew again and again while a reply grows. Its words begin with a mark of their owner (migration 0003), so
 * that a search costs what its own account has written, and not what the whole installation has.
 */
export const messageSearch = pgTable(
  'message_search',
  {
    messageId: uuid()
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    // Both go with the message; a reference would only cost a look at every write.
    chatId: uuid().notNull(),
    userId: uuid().notNull(),
    writtenAt: optionalInstant().notNull(),
    vector: tsvector().notNull(),
  },
  (t) => [
    // Without a list of what is still to be filed: every search would read it, and one message in many would file it all.
    index('message_search_vector_idx').using('gin', t.vector).with({ fastupdate: false }),
    index('message_search_newest_idx').on(t.userId, t.writtenAt, t.messageId),
  ],
)
