import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ThingKind } from '#shared/contract/search.ts'
import type { Db } from '../../db/connect.ts'
import { brands, offers, products, tutorials } from '../../db/schema/index.ts'

/** Characters of each text that are searched: all rows are read, at most 300 of a kind. */
const READ_LENGTH = 1_000

type ListedKind = Exclude<ThingKind, 'documents'>
type Source = {
  table: typeof products | typeof brands | typeof offers | typeof tutorials
  name: AnyPgColumn
  texts: AnyPgColumn[]
  /** Whose rows they are. */
  isOwn: (userId: string) => SQL | undefined
}

const SOURCES: Record<ListedKind, Source> = {
  products: {
    table: products,
    name: products.name,
    texts: [
      products.transformation,
      products.mainPersona,
      products.contentDetails,
      products.additionalDeliverables,
    ],
    isOwn: (userId) => eq(products.userId, userId),
  },
  brands: {
    table: brands,
    name: brands.name,
    texts: [
      ...[brands.description, brands.audience, brands.toneOfVoice, brands.differentiators],
      ...[brands.website, brands.instagram],
    ],
    isOwn: (userId) => eq(brands.userId, userId),
  },
  offers: {
    table: offers,
    name: offers.name,
    texts: [offers.bigIdea, offers.mechanism, offers.offer],
    isOwn: (userId) => eq(offers.userId, userId),
  },
  // Everybody sees each of them.
  tutorials: {
    table: tutorials,
    name: tutorials.title,
    texts: [tutorials.description],
    isOwn: () => undefined,
  },
}
const KINDS = Object.keys(SOURCES) as ListedKind[]

type Wanted = { userId: string; patterns: string[]; limit: number }
export type ThingRow = { kind: ListedKind; id: string; name: string; text: string }

function rowsOf(kind: ListedKind, { userId, patterns, limit }: Wanted): SQL {
  const { table, name, texts, isOwn } = SOURCES[kind]
  const text = sql.join(
    texts.map((column) => sql`left(${column}, ${READ_LENGTH})`),
    sql`, `,
  )
  const matches = (value: SQL) => sql`${value} ~ all(${sql.param(patterns)}::text[])`
  return sql`(
    select ${kind}::text as kind, id, name, text, is_named, updated_at from (
      select ${table.id} as id, ${name} as name, ${table.updatedAt} as updated_at,
        concat_ws(E'\n', ${text}) as text, lower(unaccent(concat_ws(E'\n', ${name}, ${text}))) as plain
      from ${table} where ${and(isOwn(userId), isNull(table.deletedAt))} offset 0) as rows,
      lateral (select ${matches(sql`lower(unaccent(name))`)} as is_named offset 0) as named
    where ${matches(sql`plain`)}
    order by is_named desc, updated_at desc, id desc limit ${limit})`
}

/**
 * A user's products, brands and offers, and the tutorials, whose name and texts together match all patterns; `limit`
 * of each kind, those found by name first, then last changed first.
 */
export const findThings = (db: Db, wanted: Wanted): Promise<ThingRow[]> =>
  db
    .select({
      kind: sql<ListedKind>`kind`,
      id: sql<string>`id`,
      name: sql<string>`name`,
      text: sql<string>`text`,
    })
    .from(
      sql`(${sql.join(
        KINDS.map((kind) => rowsOf(kind, wanted)),
        sql` union all `,
      )}) as things`,
    )
    .orderBy(sql`is_named desc, updated_at desc, id desc`)
