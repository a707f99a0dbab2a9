import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, optionalInstant, timestamps } from './columns.ts'

export const labels = pgTable(
  'labels',
  {
    id: id(),
    name: text().notNull(),
    description: text().notNull().default(''),
    order: integer().notNull().default(0),
    deletedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [check('labels_order_check', sql`${t.order} >= 0`), index('labels_order_idx').on(t.order, t.id)],
)
