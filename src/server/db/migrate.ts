import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from './connect.ts'
import * as schema from './schema/index.ts'
import { seed } from './seed/seed.ts'

const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url))

/** Drizzle's table of applied migrations. */
export const APPLIED = 'drizzle.__drizzle_migrations'

// An arbitrary constant that identifies this application's advisory lock.
export const MIGRATION_LOCK = 7_203_551

/**
 * Migrates the schema and inserts the seeds. Concurrent instances wait for an advisory lock, so each
 * migration runs once; a failed one is rolled back completely.
 */
export async function prepareDatabase({ pool }: Database): Promise<void> {
  // A separate connection: a migration, or the wait for another instance's, may exceed the pool's timeouts.
  const client = new pg.Client({
    ...pool.options,
    // `password` is not enumerable in the pool's options.
    password: pool.options.password,
    query_timeout: 0,
  })
  // A connection error fails the current query; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    // Set on the server, because the driver omits a timeout of zero.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query('begin')
    await applyMigrations(client, shippedMigrations())
    await client.query('commit')
    await drizzle({ client, schema, casing: 'snake_case' }).transaction((tx) => seed(tx))
  } finally {
    // Closing the connection releases the lock in every case.
    await client.end()
  }
}

/** All migrations of this version, oldest first. */
export const shippedMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder: MIGRATIONS })

/**
 * Applies the migrations that are newer than the database's last one. Records them as drizzle does, but in
 * the caller's transaction.
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
