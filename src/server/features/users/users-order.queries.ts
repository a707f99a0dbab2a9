import { and, asc, desc, getTableColumns, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { hasNoNul, Id } from '#shared/contract/scalars.ts'
import type { UserSort } from '#shared/contract/users.ts'
import type { Db } from '../../db/connect.ts'
import { users } from '../../db/schema/index.ts'
import { Instant } from '../../http/cursor.ts'
import { costsOfMonth, messagesOfMonth } from '../usage/person-days.queries.ts'

/** Must equal the expression of `users_name_idx`. */
const foldedName = sql<string>`fold_text(${users.name})`

export type UserRow = typeof users.$inferSelect & { foldedName: string; figure: string }

type Order = {
  /** Rows of `user_id` and `figure`; accounts without one have 0. */
  figures?: SQL
  by: SQL | AnyPgColumn
  /** PostgreSQL type of the key, and its schema in a cursor. */
  type: SQL
  key: z.ZodType<string | null>
  keyOf: (row: UserRow) => string | null
  isDescending: boolean
}

const NAME = {
  by: foldedName,
  type: sql`text`,
  key: z.string().refine(hasNoNul),
  keyOf: (row: UserRow) => row.foldedName,
}
const CREATED = {
  by: users.createdAt,
  type: sql`timestamptz`,
  key: Instant,
  keyOf: (row: UserRow) => row.createdAt.toISOString(),
}
const SEEN = {
  by: users.lastSeenAt,
  type: sql`timestamptz`,
  key: Instant.nullable(),
  keyOf: (row: UserRow) => row.lastSeenAt?.toISOString() ?? null,
}

const FIGURE = {
  by: sql`coalesce(month_figures.figure, 0)`,
  type: sql`numeric`,
  key: z.string().regex(/^\d{1,30}(\.\d{1,10})?$/),
  keyOf: (row: UserRow) => row.figure,
}
const MESSAGES = { ...FIGURE, figures: messagesOfMonth }
const COST = { ...FIGURE, figures: costsOfMonth }

const ORDERS: Record<UserSort, Order> = {
  name: { ...NAME, isDescending: false },
  '-name': { ...NAME, isDescending: true },
  createdAt: { ...CREATED, isDescending: false },
  '-createdAt': { ...CREATED, isDescending: true },
  lastSeenAt: { ...SEEN, isDescending: false },
  '-lastSeenAt': { ...SEEN, isDescending: true },
  messages: { ...MESSAGES, isDescending: false },
  '-messages': { ...MESSAGES, isDescending: true },
  cost: { ...COST, isDescending: false },
  '-cost': { ...COST, isDescending: true },
}

/** A cursor of one order is invalid in another. */
export const PlaceIn = (sort: UserSort) => z.tuple([z.literal(sort), ORDERS[sort].key, Id])
export type UserPlace = z.infer<ReturnType<typeof PlaceIn>>

/** The cursor of a row in an order. */
export const placeOf = (sort: UserSort, row: UserRow): UserPlace => [sort, ORDERS[sort].keyOf(row), row.id]

type Slice = { where: SQL | undefined; sort: UserSort; after: UserPlace | undefined; limit: number }

/** Accounts after a cursor, read along the order's index; figures of the month have none. Users never seen come last in both directions. */
export async function readUsers(db: Db, { where, sort, after, limit }: Slice): Promise<UserRow[]> {
  const { by, type, isDescending, figures } = ORDERS[sort]
  const towards = isDescending ? desc : asc
  const sign = sql.raw(isDescending ? '<' : '>')
  const [, key, id] = after ?? []
  const figure = figures ? sql<string>`${by}::text` : sql<string>`'0'`
  const from = () => {
    const all = db
      .select({ ...getTableColumns(users), foldedName, figure })
      .from(users)
      .$dynamic()
    return figures
      ? all.leftJoin(sql`(${figures}) as month_figures`, sql`month_figures.user_id = ${users.id}`)
      : all
  }
  const read = (more: SQL | undefined, count: number) =>
    from().where(and(where, more)).orderBy(towards(by), towards(users.id)).limit(count)

  const isAmongNever = after !== undefined && key === null
  const beyond = after && sql`(${by}, ${users.id}) ${sign} (${key}::${type}, ${id}::uuid)`
  if (by !== users.lastSeenAt) return read(beyond, limit)
  const seen = isAmongNever ? [] : await read(and(isNotNull(by), beyond), limit)
  if (seen.length === limit) return seen
  const never = isAmongNever ? sql`${users.id} ${sign} ${id}::uuid` : undefined
  return [...seen, ...(await read(and(isNull(by), never), limit - seen.length))]
}
