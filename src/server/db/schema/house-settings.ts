import { sql } from 'drizzle-orm'
import { check, date, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core'
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
    /** How the house looks; null for what ships. */
    name: text(),
    logoUrl: text(),
    accent: text(),
    /** Incremented with every change of the three, for optimistic locking. */
    looksVersion: integer().notNull().default(0),
    /** Reais per US dollar, for showing costs, and the day it was set; null for none. */
    brlPerUsd: numeric({ precision: 10, scale: 4 }),
    brlSetOn: date(),
    /** Incremented with every change of the rate. */
    brlVersion: integer().notNull().default(0),
  },
  (t) => [
    check('house_settings_single', sql`${t.id} = 1`),
    // It becomes part of style sheets.
    check('house_settings_accent', sql`${t.accent} ~ '^#[0-9a-f]{6}$'`),
  ],
)
