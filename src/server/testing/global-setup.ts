import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { connect } from '../db/connect.ts'
import { startEmbeddedPostgres } from '../db/launcher.ts'
import { prepareDatabase } from '../db/migrate.ts'
import { createTestDatabase, onServer } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection to the maintenance database of the server under test. */
    adminUrl: string
    /** A migrated and seeded database, from which each test's database is copied. */
    template: string
  }
}

const log = pino({ level: 'silent' })

/**
 * Starts one PostgreSQL for the whole run: the embedded engine through its launcher, or the server of
 * `TEST_DATABASE_URL`.
 */
export default async function setup({ provide }: TestProject) {
  const external = process.env.TEST_DATABASE_URL
  const dataDir = await mkdtemp(join(tmpdir(), 'elenco-test-'))
  const embedded = external ? undefined : await startEmbeddedPostgres({ dataDir, log, maxConnections: 200 })
  const adminUrl = external ?? (embedded ? socketUrl(embedded.connection) : '')
  // Only a crash of this PostgreSQL could lose a commit, and the tests of crashes have one of their own.
  if (embedded)
    await onServer(adminUrl, 'alter system set synchronous_commit = off', 'select pg_reload_conf()')
  const template = await createTestDatabase(adminUrl)
  const database = connect({ connectionString: template.url }, log)
  await prepareDatabase(database)
  await database.close()
  provide('adminUrl', adminUrl)
  provide('template', template.name)

  return async () => {
    await template.drop()
    await embedded?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const socketUrl = ({ host, port, user }: { host: string; port: number; user: string }) =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/postgres`
