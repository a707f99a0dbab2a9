import { type Query, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { QueryResult } from 'pg'
import type { Db } from './connect.ts'

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * A named statement for hot paths. Its text is built once per process, and PostgreSQL parses and plans it once
 * per connection. Its variable parts are `sql.placeholder`s, given by name with each call. Rows come as the
 * driver reads them: JSON parsed, timestamps as text.
 */
export function statement<Row extends Record<string, unknown>>(name: string, query: SQL) {
  let built: Query | undefined
  const prepared = preparedOnce((db) => {
    built ??= dialect.sqlToQuery(query)
    return db._.session.prepareQuery<{ execute: QueryResult<Row>; all: unknown; values: unknown }>(
      built,
      undefined,
      name,
      false,
    )
  })
  return async (db: Db, values: Record<string, unknown>): Promise<Row[]> =>
    (await prepared(db).execute(values)).rows
}

/**
 * A Drizzle query for hot paths: `build` prepares it under a name with `sql.placeholder`s, once per pool. Calls
 * inside of a transaction prepare it again, because Drizzle binds a query to its connection.
 */
export function preparedOnce<Prepared>(build: (db: Db) => Prepared): (db: Db) => Prepared {
  const known = new WeakMap<Db, Prepared>()
  return (db) => {
    const prepared = known.get(db) ?? build(db)
    known.set(db, prepared)
    return prepared
  }
}

/** An instant as `Date.prototype.toISOString` writes it, for JSON that the database writes. */
export const isoInstant = (column: SQLWrapper): SQL =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** An instant without its zone, for {@link toIso}. */
export const utc = (column: SQLWrapper): SQL => sql`${column} at time zone 'UTC'`

/** The ISO text of an instant read with {@link utc}. PostgreSQL leaves out zeros at the end of the milliseconds. */
export const toIso = (text: string): string =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}${text.slice(19).padEnd(1, '.').padEnd(4, '0')}Z`
