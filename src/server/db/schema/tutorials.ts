import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { id, optionalInstant, timestamps } from './columns.ts'

export const tutorials = pgTable(
  'tutorials',
  {
    id: id(),
    title: text().notNull(),
    description: text().notNull(),
    youtubeVideoId: text().notNull(),
    /** Own copy, fetched when the tutorial is saved; null when that failed, and the client draws one. */
    thumbnailUrl: text(),
    order: integer().notNull().default(0),
    deletedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    check('tutorials_order_check', sql`${t.order} >= 0`),
    index('tutorials_order_idx').on(t.order, t.id).where(sql`${t.deletedAt} is null`),
  ],
)

/** Progress of a user in a tutorial. */
export const tutorialViews = pgTable(
  'tutorial_views',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tutorialId: uuid()
      .notNull()
      .references(() => tutorials.id, { onDelete: 'cascade' }),
    /** Last position of the player, in seconds. */
    positionSeconds: integer().notNull().default(0),
    watchedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.tutorialId] }),
    index('tutorial_views_tutorial_idx').on(t.tutorialId),
    check('tutorial_views_position_check', sql`${t.positionSeconds} >= 0`),
  ],
)
