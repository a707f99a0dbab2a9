import { sql } from 'drizzle-orm'
import {
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
import type { AdminUsersFilter } from '#shared/contract/users.ts'
import { users } from '../auth.ts'
import { id, oneOf, optionalInstant, timestamps } from '../columns.ts'
import { plans } from '../plans.ts'

const KINDS = ['set-plan', 'end-plan', 'suspend', 'restore'] as const
const STATES = ['running', 'done', 'canceled'] as const

/** An action of an administrator on many accounts, worked in batches by any instance. */
export const peopleActions = pgTable(
  'people_actions',
  {
    id: id(),
    kind: text({ enum: KINDS }).notNull(),
    // No `set null`: without its plan the action would end plans.
    planId: uuid().references(() => plans.id, { onDelete: 'cascade' }),
    planUntil: date(),
    banReason: text(),
    banExpires: optionalInstant(),
    /** Null for accounts chosen one by one. */
    filter: jsonb().$type<AdminUsersFilter>(),
    people: integer().notNull(),
    changed: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    status: text({ enum: STATES }).notNull().default('running'),
    startedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    startedByName: text().notNull(),
    endedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    oneOf('people_actions_kind_check', t.kind, KINDS),
    oneOf('people_actions_status_check', t.status, STATES),
    // One at a time.
    uniqueIndex('people_actions_running_key').on(t.status).where(sql`${t.status} = 'running'`),
    index('people_actions_created_idx').on(t.createdAt, t.id),
  ],
)

/** Accounts that an action still has to change, without a problem, and those that it left out. */
export const peopleActionRows = pgTable(
  'people_action_rows',
  {
    actionId: uuid()
      .notNull()
      .references(() => peopleActions.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    problem: text(),
  },
  (t) => [
    primaryKey({ columns: [t.actionId, t.userId] }),
    index('people_action_rows_pending_idx').on(t.actionId, t.userId).where(sql`${t.problem} is null`),
    index('people_action_rows_user_idx').on(t.userId),
  ],
)
