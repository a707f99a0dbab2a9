import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ImportColumns } from '#shared/contract/people-imports.ts'
import { users } from '../auth.ts'
import { id, oneOf, optionalInstant, timestamps } from '../columns.ts'
import { plans } from '../plans.ts'

const STATES = ['draft', 'running', 'done', 'canceled'] as const

/** A spreadsheet of people. A draft is only a preview; a running one is worked in batches by any instance. */
export const peopleImports = pgTable(
  'people_imports',
  {
    id: id(),
    fileName: text().notNull(),
    encoding: text().notNull(),
    separator: text().notNull(),
    /** Names of the columns. */
    header: jsonb().$type<string[]>().notNull(),
    columns: jsonb().$type<ImportColumns>().notNull(),
    /** For rows without a plan of their own; null for none. */
    defaultPlanId: uuid().references(() => plans.id, { onDelete: 'set null' }),
    defaultUntil: date(),
    sendsMail: boolean().notNull().default(true),
    status: text({ enum: STATES }).notNull().default('draft'),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Who started it, for the audit entries of the job. */
    startedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    startedByName: text(),
    startedAt: optionalInstant(),
    endedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    oneOf('people_imports_status_check', t.status, STATES),
    // One at a time.
    uniqueIndex('people_imports_running_key').on(t.status).where(sql`${t.status} = 'running'`),
    index('people_imports_created_idx').on(t.createdAt, t.id),
  ],
)

/** A row as the file has it, with its planned effect; `result` is null until the columns are confirmed. */
export const peopleImportRows = pgTable(
  'people_import_rows',
  {
    importId: uuid()
      .notNull()
      .references(() => peopleImports.id, { onDelete: 'cascade' }),
    /** Line of the file where the row begins. */
    line: integer().notNull(),
    cells: jsonb().$type<string[]>().notNull(),
    email: text(),
    name: text(),
    planId: uuid().references(() => plans.id, { onDelete: 'set null' }),
    planUntil: date(),
    result: text(),
    problem: text(),
    doneAt: optionalInstant(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.line] }),
    index('people_import_rows_result_idx').on(t.importId, t.result, t.line),
    index('people_import_rows_email_idx').on(t.email),
  ],
)
