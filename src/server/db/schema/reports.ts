import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ReportKind, ReportState } from '#shared/contract/reports.ts'
import { agents } from './agents.ts'
import { users } from './auth.ts'
import { messages } from './chats.ts'
import { id, oneOf, optionalInstant, timestamps } from './columns.ts'

/** Replies that users reported. A purged reply leaves its report without text. */
export const replyReports = pgTable(
  'reply_reports',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    messageId: uuid().references(() => messages.id, { onDelete: 'set null' }),
    agentId: uuid()
      .notNull()
      .references(() => agents.id, { onDelete: 'restrict' }),
    /** The provider's name of the model; null when it was not recorded. */
    modelName: text(),
    kind: text().$type<ReportKind>().notNull(),
    comment: text().notNull().default(''),
    /** The user's consent to the reading of reply and question by administrators. */
    allowsReading: boolean().notNull(),
    state: text().$type<ReportState>().notNull().default('open'),
    answer: text(),
    answeredAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    uniqueIndex('reply_reports_open_key').on(t.messageId).where(sql`${t.state} = 'open'`),
    index('reply_reports_message_idx').on(t.messageId),
    index('reply_reports_user_idx').on(t.userId, t.createdAt, t.id),
    index('reply_reports_state_idx').on(t.state, t.createdAt, t.id),
    index('reply_reports_agent_idx').on(t.agentId),
    oneOf('reply_reports_kind_check', t.kind, ReportKind.options),
    oneOf('reply_reports_state_check', t.state, ReportState.options),
  ],
)
