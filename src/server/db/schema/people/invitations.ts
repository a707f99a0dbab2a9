import { sql } from 'drizzle-orm'
import { boolean, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../auth.ts'
import { id, optionalInstant, timestamps } from '../columns.ts'
import { plans } from '../plans.ts'

/**
 * An address that an administrator invited. Its plan is given once the address is proved, by the mail's link or
 * in another way.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    /** Normalised; without reference to an account, since most have none yet. */
    email: text().notNull(),
    name: text().notNull(),
    /** Null to give no plan. */
    planId: uuid().references(() => plans.id, { onDelete: 'restrict' }),
    /** The plan's last day in America/Sao_Paulo; null for no end. */
    planUntil: date(),
    /** Of the link in the newest mail; null before the first mail and after the end. */
    tokenHash: text(),
    expiresAt: optionalInstant(),
    /** When a mail was asked for that has not left yet. */
    mailDueAt: optionalInstant(),
    mailedAt: optionalInstant(),
    /** Added by hand: its mail precedes those of an import. */
    isByHand: boolean().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    acceptedAt: optionalInstant(),
    /** The account that accepted. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    canceledAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    uniqueIndex('invitations_open_key')
      .on(t.email)
      .where(sql`${t.acceptedAt} is null and ${t.canceledAt} is null`),
    uniqueIndex('invitations_token_key').on(t.tokenHash),
    index('invitations_created_idx').on(t.createdAt, t.id),
    index('invitations_mail_due_idx').on(t.mailDueAt).where(sql`${t.mailDueAt} is not null`),
    index('invitations_mailed_idx').on(t.mailedAt),
    index('invitations_user_idx').on(t.userId),
    index('invitations_plan_idx').on(t.planId),
  ],
)
