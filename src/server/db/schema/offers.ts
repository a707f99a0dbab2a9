import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { brands } from './brands.ts'
import { id, optionalInstant, timestamps } from './columns.ts'
import { products } from './products.ts'

export const offers = pgTable(
  'offers',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    isDraft: boolean().notNull().default(false),
    name: text().notNull(),
    bigIdea: text().notNull(),
    mechanism: text().notNull(),
    offer: text().notNull(),
    deletedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    index('offers_user_idx').on(t.userId, t.updatedAt, t.id).where(sql`${t.deletedAt} is null`),
    index('offers_deleted_idx').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    unique('offers_user_id_key').on(t.userId, t.id),
  ],
)

/**
 * The foreign keys ensure that offer and product have the same owner. Rows of deleted assets stay, for a
 * restore.
 */
export const offerProducts = pgTable(
  'offer_products',
  {
    offerId: uuid().notNull(),
    productId: uuid().notNull(),
    userId: uuid().notNull(),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.offerId, t.productId] }),
    index('offer_products_product_idx').on(t.productId),
    foreignKey({
      name: 'offer_products_offer_fk',
      columns: [t.userId, t.offerId],
      foreignColumns: [offers.userId, offers.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'offer_products_product_fk',
      columns: [t.userId, t.productId],
      foreignColumns: [products.userId, products.id],
    }).onDelete('cascade'),
  ],
)

/** Like {@link offerProducts}. */
export const offerBrands = pgTable(
  'offer_brands',
  {
    offerId: uuid().notNull(),
    brandId: uuid().notNull(),
    userId: uuid().notNull(),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.offerId, t.brandId] }),
    index('offer_brands_brand_idx').on(t.brandId),
    foreignKey({
      name: 'offer_brands_offer_fk',
      columns: [t.userId, t.offerId],
      foreignColumns: [offers.userId, offers.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'offer_brands_brand_fk',
      columns: [t.userId, t.brandId],
      foreignColumns: [brands.userId, brands.id],
    }).onDelete('cascade'),
  ],
)
