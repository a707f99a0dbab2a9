import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { AttachmentKind } from '#shared/contract/attachments.ts'
import { users } from './auth.ts'
import { messages } from './chats.ts'
import { id, oneOf, optionalInstant } from './columns.ts'

/** A file of a message, or one that proves a finding; `key` is its name in the store, `content` its extracted text. */
export const attachments = pgTable(
  'attachments',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    name: text().notNull(),
    kind: text({ enum: ['image', 'pdf', 'docx', 'text'] }).notNull(),
    mediaType: text().notNull(),
    bytes: integer().notNull(),
    /** Null for images. */
    content: text(),
    /** The text was longer than what is stored. */
    isTruncated: boolean().notNull().default(false),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('attachments_key_key').on(t.key),
    index('attachments_user_idx').on(t.userId, t.createdAt),
    oneOf('attachments_kind_check', t.kind, AttachmentKind.options),
  ],
)

/** Attachments of messages; an edited message keeps those of the message that it replaces. */
export const messageAttachments = pgTable(
  'message_attachments',
  {
    messageId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    attachmentId: uuid()
      .notNull()
      .references(() => attachments.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.attachmentId] }),
    index('message_attachments_attachment_idx').on(t.attachmentId),
  ],
)
