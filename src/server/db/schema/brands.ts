import { sql } from 'drizzle-orm'
import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { id, optionalInstant, timestamps } from './columns.ts'

export const brands = pgTable(
  'brands',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text(),
    audience: text(),
    toneOfVoice: text(),
    differentiators: text(),
    website: text(),
    instagram: text(),
    deletedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    index('brands_user_idx').on(t.userId, t.updatedAt, t.id).where(sql`${t.deletedAt} is null`),
    index('brands_deleted_idx').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    // Referenced by offers, so that an offer cannot contain another user's brand.
    unique('brands_user_id_key').on(t.userId, t.id),
  ],
)
