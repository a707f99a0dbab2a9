import { sql } from 'drizzle-orm'
import { check, integer, numeric, pgTable } from 'drizzle-orm/pg-core'
import { optionalInstant } from './columns.ts'

/** A single row: what administrators decide for the whole house. */
export const houseSettings = pgTable(
  'house_settings',
  {
    id: integer().primaryKey().default(1),
    /** From when administrators need a second factor; null for never. */
    administratorsFactorFrom: optionalInstant(),
    /** Calls and US dollars of the installation's keys a day; null for no limit. */
    dailyCalls: integer(),
    dailyUsd: numeric({ precision: 12, scale: 2 }),
    /** Incremented with every change of the two, for optimistic locking. */
    budgetVersion: integer().notNull().default(0),
  },
  (t) => [check('house_settings_single', sql`${t.id} = 1`)],
)
