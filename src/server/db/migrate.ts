import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Database } from './connect.ts'
import * as schema from './schema/index.ts'
import { seed } from './seed/seed.ts'

const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url))

// Any fixed number: it names this application's migration lock in the database.
export const MIGRATION_LOCK = 7_203_551

/**
 * Brings the schema and the seeds up to date. Instances that start together take turns at an advisory lock,
 * so each migration runs once; a failed one is rolled back whole.
 */
export async function prepareDatabase({ pool }: Database): Promise<void> {
  // A connection of its own: a migration, and the wait for another instance's, may take longer than any query.
  const client = new pg.Client({
    ...pool.options,
    // The pool keeps it where a spread does not see it.
    password: pool.options.password,
    query_timeout: 0,
  })
  // What breaks the connection fails the query that is under way; unheard, it would end the process instead.
  client.on('error', () => undefined)
  await client.connect()
  try {
    // Said to the server, whose own limit would hold: the driver leaves a zero out.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const db = drizzle({ client, schema, casing: 'snake_case' })
    await migrate(db, { migrationsFolder: MIGRATIONS })
    await db.transaction((tx) => seed(tx))
  } finally {
    // Closing the connection gives the lock back, whatever happened on it.
    await client.end()
  }
}
