import { sql } from 'drizzle-orm'
import { check, index, integer, numeric, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { ProductType } from '#shared/contract/products.ts'
import { users } from './auth.ts'
import { id, oneOf, optionalInstant, timestamps } from './columns.ts'

const decimal = () => numeric({ precision: 14, scale: 2 }).notNull()

/** A user's product. Prices are stored as typed and as decimals. */
export const products = pgTable(
  'products',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    type: text({ enum: ProductType.options as [ProductType, ...ProductType[]] }).notNull(),
    transformation: text().notNull(),
    mainPersona: text().notNull(),
    anchorPrice: text().notNull(),
    anchorPriceDecimal: decimal(),
    practicePrice: text().notNull(),
    practicePriceDecimal: decimal(),
    maxInstallments: integer().notNull(),
    installmentValue: text().notNull(),
    installmentValueDecimal: decimal(),
    contentDetails: text().notNull(),
    additionalDeliverables: text(),
    deletedAt: optionalInstant(),
    ...timestamps,
  },
  (t) => [
    index('products_user_idx').on(t.userId, t.updatedAt, t.id).where(sql`${t.deletedAt} is null`),
    index('products_deleted_idx').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    oneOf('products_type_check', t.type, ProductType.options),
    check('products_installments_check', sql`${t.maxInstallments} >= 1`),
    // Referenced by offers, so that an offer cannot contain another user's product.
    unique('products_user_id_key').on(t.userId, t.id),
  ],
)
