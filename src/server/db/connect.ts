import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Logger } from 'pino'
import * as schema from './schema/index.ts'

/** What queries take: the database, or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>

export type Database = {
  db: NodePgDatabase<typeof schema>
  pool: pg.Pool
  /** Rejects when the server does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Opens a pool of at most 20 connections. Nothing is asked of the server until the first query. */
export function connect(config: pg.PoolConfig, log: Logger): Database {
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: 30_000,
    // The server's own limit says nothing about a server that hangs.
    query_timeout: 35_000,
    idle_in_transaction_session_timeout: 60_000,
    ...config,
  })
  // Without a listener an ordinary PostgreSQL restart ends the process (57P01 on idle clients).
  pool.on('error', (error) => log.warn({ code: codeOf(error) }, 'database connection lost'))
  const db = drizzle({ client: pool, schema, casing: 'snake_case' })
  return {
    db,
    pool,
    ping: async () => {
      await pool.query('select 1')
    },
    close: () => pool.end(),
  }
}

/** SQLSTATE or system code of an error or of its cause; drizzle wraps what the driver throws. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause)
}

/** Name of the violated constraint or unique index, where the error is such a violation. */
export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : constraintOf(error.cause)
}
