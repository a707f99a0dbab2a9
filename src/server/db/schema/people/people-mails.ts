import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { AdminUsersFilter } from '#shared/contract/users.ts'
import { users } from '../auth.ts'
import { id, oneOf, optionalInstant, timestamps } from '../columns.ts'

const STATES = ['running', 'done', 'canceled'] as const
const PROBLEMS = ['left-out', 'refused', 'unconfirmed'] as const

/** A mail of an administrator to many people, sent by any instance. */
export const peopleMails = pgTable(
  'people_mails',
  {
    id: id(),
    subject: text().notNull(),
    content: text().notNull(),
    /** Null for accounts chosen one by one. */
    filter: jsonb().$type<AdminUsersFilter>(),
    recipients: integer().notNull(),
    /** Accounts of the selection that get none. */
    banned: integer().notNull(),
    unverified: integer().notNull(),
    unsubscribed: integer().notNull(),
    status: text({ enum: STATES }).notNull().default('running'),
    /** The mail server does not answer: no try before. */
    pausedUntil: optionalInstant(),
    startedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    startedByName: text().notNull(),
    endedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    oneOf('people_mails_status_check', t.status, STATES),
    // One at a time, so that the rate is one too.
    uniqueIndex('people_mails_running_key').on(t.status).where(sql`${t.status} = 'running'`),
    index('people_mails_created_idx').on(t.createdAt, t.id),
  ],
)

/** Who gets a mail to many. A row is taken before it is sent, and never twice. */
export const peopleMailRecipients = pgTable(
  'people_mail_recipients',
  {
    mailId: uuid()
      .notNull()
      .references(() => peopleMails.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** When an instance began to send it; null again after a failure that may pass. */
    takenAt: optionalInstant(),
    tries: integer().notNull().default(0),
    sentAt: optionalInstant(),
    /** `unconfirmed`: the process died while it sent; it is not known whether the mail left. */
    problem: text({ enum: PROBLEMS }),
  },
  (t) => [
    primaryKey({ columns: [t.mailId, t.userId] }),
    oneOf('people_mail_recipients_problem_check', t.problem, PROBLEMS),
    index('people_mail_recipients_open_idx')
      .on(t.mailId, t.userId)
      .where(sql`${t.sentAt} is null and ${t.problem} is null`),
    index('people_mail_recipients_taken_idx').on(t.takenAt),
    index('people_mail_recipients_user_idx').on(t.userId),
  ],
)

/** People who want no mails to many. */
export const mailOptOuts = pgTable('mail_opt_outs', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: optionalInstant().notNull().defaultNow(),
})
