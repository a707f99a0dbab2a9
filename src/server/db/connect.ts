import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Logger } from 'pino'
import * as schema from './schema/index.ts'

/** The database, or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>

export type Database = {
  db: NodePgDatabase<typeof schema>
  pool: pg.Pool
  /** Rejects when the server does not answer within 10 seconds. */
  ping(): Promise<void>
  /** Resolves when every connection is closed, or after 2 seconds. */
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 5_000
const PING_TIMEOUT_MS = 5_000
const CLOSE_PATIENCE_MS = 2_000

/** Opens a pool of at most 20 connections, lazily: the first query connects. */
export function connect(config: pg.PoolConfig, log: Logger): Database {
  const pool = new pg.Pool({
    max: 20,
    // Each connection is a process of PostgreSQL with its own caches: after a load only these two stay.
    min: 2,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: 30_000,
    // The server's own limit does not help when the server hangs.
    query_timeout: 35_000,
    idle_in_transaction_session_timeout: 60_000,
    ...config,
  })
  // Without a listener, a restart of PostgreSQL would end the process (57P01 on idle clients).
  pool.on('error', (error) => log.warn({ code: codeOf(error) }, 'database connection lost'))
  // The pool listens only to idle clients; an error on a borrowed one would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const closed = watchClosing(pool)
  return {
    db: createDb(pool),
    pool,
    ping: async () => {
      const query = { text: 'select 1', query_timeout: PING_TIMEOUT_MS }
      await pool.query(query)
    },
    close: async () => {
      await pool.end()
      await Promise.race([closed(), sleep(CLOSE_PATIENCE_MS, undefined, { ref: false })])
    },
  }
}

const drizzleOn = <Client extends pg.Pool | pg.PoolClient | pg.Client>(client: Client) =>
  drizzle({ client, schema, casing: 'snake_case' })

/**
 * Drizzle on a pool with its own `transaction`. Drizzle's leaks a connection whose `begin` fails, and returns
 * one to the pool whose `rollback` failed; after twenty leaks the pool is empty.
 */
function createDb(pool: pg.Pool): NodePgDatabase<typeof schema> {
  const db = drizzleOn(pool)
  const onClient = new WeakMap<pg.PoolClient, NodePgDatabase<typeof schema>>()
  db.transaction = async (work, options) => {
    const client = await pool.connect()
    const single = onClient.get(client) ?? drizzleOn(client)
    onClient.set(client, single)
    let hasBegun = false
    let cause: unknown
    const watched: typeof work = async (tx) => {
      hasBegun = true
      try {
        return await work(tx)
      } catch (error) {
        cause = error
        throw error
      }
    }
    try {
      return await single.transaction(watched, options)
    } catch (error) {
      // When the rollback fails too, the original error is more useful.
      throw cause ?? error
    } finally {
      client.release(!hasBegun || client.getTransactionStatus() !== 'I')
    }
  }
  return db
}

/** `pool.end()` does not wait for its sockets, and a server that stops meanwhile would cut them off. */
function watchClosing(pool: pg.Pool): () => Promise<void> {
  let open = 0
  let done = () => {}
  pool.on('connect', () => {
    open += 1
  })
  pool.on('remove', () => {
    open -= 1
    if (open === 0) done()
  })
  return () =>
    new Promise((resolve) => {
      done = resolve
      if (open === 0) resolve()
    })
}

/** SQLSTATE or system code of an error or its cause; drizzle wraps the driver's errors. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause)
}

/** Name of the violated constraint or unique index; undefined for other errors. */
export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : constraintOf(error.cause)
}
