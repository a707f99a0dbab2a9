import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { AssetKind, AssetSummary, AssetsPage, AssetsQuery } from '#shared/contract/assets.ts'
import type { Db } from '../../db/connect.ts'
import { brands, documents, offers, products } from '../../db/schema/index.ts'
import { decodeCursor } from '../../http/cursor.ts'
import { nameMatches, Place, toAssetPage } from './asset-rows.queries.ts'

/** Characters of a detail in a list. */
const DETAIL_LENGTH = 140

type Source = {
  table: typeof products | typeof brands | typeof offers | typeof documents
  name: AnyPgColumn
  /** A one-line description. */
  detail: SQL
  isDraft?: AnyPgColumn
}

const SOURCES: Record<AssetKind, Source> = {
  product: { table: products, name: products.name, detail: sql`${products.type}`, isDraft: products.isDraft },
  brand: { table: brands, name: brands.name, detail: sql`${brands.audience}` },
  offer: {
    table: offers,
    name: offers.name,
    detail: sql`nullif(${offers.bigIdea}, '')`,
    isDraft: offers.isDraft,
  },
  document: { table: documents, name: documents.title, detail: sql`null` },
}

/** The beginning of a text on one line, with an ellipsis if it is cut. */
const excerptOf = (text: SQL) => {
  const line = sql`regexp_replace(${text}, '\\s+', ' ', 'g')`
  return sql`case when length(${line}) > ${DETAIL_LENGTH}
    then rtrim(left(${line}, ${DETAIL_LENGTH})) || '…' else ${line} end`
}

function rowsOf(kind: AssetKind, { q, userId }: { q?: string | undefined; userId: string }): SQL {
  const { table, name, detail, isDraft = sql`false` } = SOURCES[kind]
  const isWanted = and(
    eq(table.userId, userId),
    isNull(table.deletedAt),
    q ? nameMatches(name, q) : undefined,
  )
  return sql`select ${kind}::text as kind, ${table.id} as id, ${name} as name, ${detail}::text as detail, ${isDraft} as is_draft,
    ${table.updatedAt} as updated_at from ${table} where ${isWanted}`
}

const columns = {
  kind: sql<AssetKind>`kind`,
  id: sql<string>`id`,
  name: sql<string>`name`,
  detail: sql<string | null>`${excerptOf(sql`detail`)}`,
  isDraft: sql<boolean>`is_draft`,
  updatedAt: sql<Date>`updated_at`.mapWith(products.updatedAt),
}

type Row = Omit<AssetSummary, 'updatedAt'> & { updatedAt: Date }

const toSummary = (row: Row): AssetSummary => ({ ...row, updatedAt: row.updatedAt.toISOString() })

/** The user's assets of one or all kinds by name, last changed first. */
export async function listAssets(
  db: Db,
  { kind, without, cursor, limit, ...wanted }: AssetsQuery & { userId: string },
): Promise<AssetsPage> {
  const place = decodeCursor(cursor, Place)
  const kinds = kind ? [kind] : (['product', 'brand', 'offer', 'document'] as const)
  const all = sql.join(
    kinds.map((it) => rowsOf(it, wanted)),
    sql` union all `,
  )
  const isOnPage = and(
    place && sql`(updated_at, id) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
    without && sql`kind <> ${without}`,
  )
  // The excerpts of the page alone: those of all assets take a hundred times longer.
  const page = sql`select * from (${all}) as assets where ${isOnPage ?? sql`true`}
    order by updated_at desc, id desc limit ${limit + 1}`
  const rows = await db
    .select(columns)
    .from(sql`(${page}) as page`)
    .orderBy(sql`updated_at desc`, sql`id desc`)
  return toAssetPage(rows, limit, toSummary)
}
