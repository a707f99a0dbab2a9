import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, numeric, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { ProductType } from '#shared/contract/products.ts'
import { users } from './auth.ts'
import { id, oneOf, optionalInstant, timestamps } from './columns.ts'

const decimal = () => numeric({ precision: 14, scale: 2 })

/** A user's product. Prices are stored as typed and as decimals; only a draft lacks some. */
export const products = pgTable(
  'products',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    isDraft: boolean().notNull().default(false),
    name: text().notNull(),
    type: text({ enum: ProductType.options as [ProductType, ...ProductType[]] }),
    transformation: text().notNull(),
    mainPersona: text().notNull(),
    anchorPrice: text().notNull(),
    anchorPriceDecimal: decimal(),
    practicePrice: text().notNull(),
    practicePriceDecimal: decimal(),
    maxInstallments: integer(),
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
    check(
      'products_finished_check',
      sql`${t.isDraft} or num_nulls(${t.type}, ${t.anchorPriceDecimal}, ${t.practicePriceDecimal},
        ${t.maxInstallments}, ${t.installmentValueDecimal}) = 0`,
    ),
    // Referenced by offers, so that an offer cannot contain another user's product.
    unique('products_user_id_key').on(t.userId, t.id),
  ],
)
