import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type TrashItem, TrashKind, type TrashPage, type TrashQuery } from '#shared/contract/trash.ts'
import type { Db } from '../../db/connect.ts'
import { brands, chats, documents, offers, products } from '../../db/schema/index.ts'
import { decodeCursor, toPage } from '../../http/cursor.ts'
import { ASSET_KEPT, nameMatches, Place, restorableSince } from '../assets/asset-rows.queries.ts'
import { CHAT_KEPT, restorableSince as chatRestorableSince } from '../chats/chat-changes.queries.ts'

type Source = {
  table: typeof chats | typeof products | typeof brands | typeof offers | typeof documents
  name: AnyPgColumn
  since: SQL
  kept: SQL
}

const asset = { since: restorableSince, kept: ASSET_KEPT }
const SOURCES: Record<TrashKind, Source> = {
  chat: { table: chats, name: chats.title, since: chatRestorableSince, kept: CHAT_KEPT },
  product: { table: products, name: products.name, ...asset },
  brand: { table: brands, name: brands.name, ...asset },
  offer: { table: offers, name: offers.name, ...asset },
  document: { table: documents, name: documents.title, ...asset },
}

const isInTrash = ({ table, since }: Source, userId: string) =>
  and(eq(table.userId, userId), gt(table.deletedAt, since))

function rowsOf(kind: TrashKind, { q, userId }: { q?: string | undefined; userId: string }): SQL {
  const source = SOURCES[kind]
  const { table, name, kept } = source
  const isWanted = and(
    isInTrash(source, userId),
    q ? nameMatches(name, q) : undefined,
    // No list shows a chat before its first message.
    kind === 'chat' ? gt(chats.lastSeq, 0) : undefined,
  )
  return sql`select ${kind}::text as kind, ${table.id} as id, ${name} as name, ${table.deletedAt} as deleted_at,
    ${table.deletedAt} + ${kept} as until from ${table} where ${isWanted}`
}

const columns = {
  kind: sql<TrashKind>`kind`,
  id: sql<string>`id`,
  name: sql<string>`name`,
  deletedAt: sql<Date>`deleted_at`.mapWith(chats.createdAt),
  until: sql<Date>`until`.mapWith(chats.createdAt),
}

type Row = { kind: TrashKind; id: string; name: string; deletedAt: Date; until: Date }

const toItem = ({ until, deletedAt, ...row }: Row): TrashItem => ({
  ...row,
  deletedAt: deletedAt.toISOString(),
  restorableUntil: until.toISOString(),
})

/** The user's deleted things that can be restored, of one or all kinds, last deleted first. */
export async function listTrash(
  db: Db,
  { kind, cursor, limit, ...wanted }: TrashQuery & { userId: string },
): Promise<TrashPage> {
  const place = decodeCursor(cursor, Place)
  const kinds = kind ? [kind] : TrashKind.options
  const all = sql.join(
    kinds.map((it) => rowsOf(it, wanted)),
    sql` union all `,
  )
  const rows = await db
    .select(columns)
    .from(sql`(${all}) as trash`)
    .where(place && sql`(deleted_at, id) < (${place[0]}::timestamptz, ${place[1]}::uuid)`)
    .orderBy(sql`deleted_at desc`, sql`id desc`)
    .limit(limit + 1)
  return toPage(rows, limit, toItem, ({ deletedAt, id }) => [deletedAt.toISOString(), id])
}

/**
 * Ends the retention time of the user's deleted things, or of one of them: none can be restored, and the next purge
 * deletes them. Returns their number.
 */
export async function expireTrash(
  db: Db,
  { userId, kind, itemId }: { userId: string; kind?: TrashKind; itemId?: string },
): Promise<number> {
  let count = 0
  for (const it of kind ? [kind] : TrashKind.options) {
    const source = SOURCES[it]
    const { table, since } = source
    const expired = await db
      .update(table)
      // A second more, since a timestamp is rounded.
      .set({ deletedAt: sql`${since} - interval '1 second'`, updatedAt: sql`${table.updatedAt}` })
      .where(and(isInTrash(source, userId), itemId ? eq(table.id, itemId) : undefined))
      .returning({ id: table.id })
    count += expired.length
  }
  return count
}
