import { setTimeout as sleep } from 'node:timers/promises'
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
  /** Rejects when the server does not answer, after 10 seconds at the latest. */
  ping(): Promise<void>
  /** Resolves once every connection is closed, not only told to; 2 seconds later it does so anyway. */
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 5_000
const PING_TIMEOUT_MS = 5_000
const CLOSE_PATIENCE_MS = 2_000

/** Opens a pool of at most 20 connections. Nothing is asked of the server until the first query. */
export function connect(config: pg.PoolConfig, log: Logger): Database {
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
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
  // The pool listens to idle clients only; one that breaks while it is borrowed would end the process just so.
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
 * Drizzle on a pool, but for its transactions: drizzle never gives a connection back whose `begin` fails, and gives
 * one back as good whose `rollback` did. After twenty of the first the process has no connection left.
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
      // Where the rollback failed too, what it says is less than what came before.
      throw cause ?? error
    } finally {
      client.release(!hasBegun || client.getTransactionStatus() !== 'I')
    }
  }
  return db
}

/** The pool's own end does not wait for its sockets, and a server stopped meanwhile cuts them off. */
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
