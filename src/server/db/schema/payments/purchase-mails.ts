import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { optionalInstant } from '../columns.ts'

/** Mails with the way in to addresses of buyers who have no account; forgotten once a purchase gets one. */
export const purchaseMails = pgTable('purchase_mails', {
  email: text().primaryKey(),
  sent: integer().notNull(),
  lastSentAt: optionalInstant().notNull(),
})
