import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { id, oneOf, optionalInstant, timestamps } from './columns.ts'
import { plans } from './plans.ts'

/** A notice for all users or those of a plan, during a period. */
export const notices = pgTable(
  'notices',
  {
    id: id(),
    content: text().notNull(),
    tone: text({ enum: ['info', 'success', 'warning'] })
      .notNull()
      .default('info'),
    linkLabel: text(),
    /** A path of this site, or an https address. */
    linkUrl: text(),
    /** Null for all users. */
    planId: uuid().references(() => plans.id, { onDelete: 'cascade' }),
    startsAt: optionalInstant().notNull().defaultNow(),
    endsAt: optionalInstant(),
    deletedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    oneOf('notices_tone_check', t.tone, ['info', 'success', 'warning']),
    check('notices_period_check', sql`${t.endsAt} is null or ${t.endsAt} > ${t.startsAt}`),
    check('notices_link_check', sql`(${t.linkLabel} is null) = (${t.linkUrl} is null)`),
    index('notices_period_idx').on(t.startsAt, t.endsAt).where(sql`${t.deletedAt} is null`),
  ],
)

/** Users who dismissed a notice. */
export const noticeDismissals = pgTable(
  'notice_dismissals',
  {
    noticeId: uuid()
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: optionalInstant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.noticeId] }),
    index('notice_dismissals_notice_idx').on(t.noticeId),
  ],
)
