import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from './connect.ts'
import * as schema from './schema/index.ts'
import { seed } from './seed/seed.ts'

const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url))

/** Where drizzle keeps which migrations a database has had. */
export const APPLIED = 'drizzle.__drizzle_migrations'

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
    await client.query('begin')
    await applyMigrations(client, shippedMigrations())
    await client.query('commit')
    await drizzle({ client, schema, casing: 'snake_case' }).transaction((tx) => seed(tx))
  } finally {
    // Closing the connection gives the lock back, whatever happened on it.
    await client.end()
  }
}

/** All migrations of this version, the oldest first. */
export const shippedMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder: MIGRATIONS })

/**
 * Applies those of `migrations` that are newer than the last one that the database has had. Written down as drizzle
 * does, but within the transaction that the caller has begun: what else is part of it happens with them or not at all.
 */
export async function applyMigrations(
  client: pg.ClientBase,
  migrations: readonly MigrationMeta[],
): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists ${APPLIED} (id serial primary key, hash text not null, created_at bigint)`,
  )
  const { rows } = await client.query<{ last: string | null }>(
    `select max(created_at) as last from ${APPLIED}`,
  )
  const last = Number(rows[0]?.last ?? 0)
  for (const { sql, hash, folderMillis } of migrations.filter((it) => it.folderMillis > last)) {
    for (const statement of sql) await client.query(statement)
    await client.query(`insert into ${APPLIED} (hash, created_at) values ($1, $2)`, [hash, folderMillis])
  }
}
