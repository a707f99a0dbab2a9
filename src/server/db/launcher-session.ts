import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { codeOf } from './connect.ts'
import { LauncherError } from './launcher-error.ts'
import type { Postmaster } from './launcher-process.ts'

const POLL_MS = 20
const CONNECT_TIMEOUT_MS = 2_000
const DATABASE_MISSING = '3D000'

/** What makes acknowledged words survive, and be found again; a server without any of these is not served from. */
const REQUIRED = {
  data_checksums: 'on',
  fsync: 'on',
  full_page_writes: 'on',
  server_encoding: 'UTF8',
  listen_addresses: '',
  locale: 'C.UTF-8',
}

export type Connection = { host: string; port: number; user: string; database: string }

/**
 * Waits until the server takes connections, polling; false once it has exited, or when `deadline` (epoch ms)
 * passes. Rejects with what the server says where `isFinal` knows its SQLSTATE for one that waiting does not mend.
 */
export async function untilAnswering(options: {
  postmaster: Postmaster
  connection: Connection
  deadline?: number
  isFinal?: (state: string) => boolean
}): Promise<boolean> {
  const { postmaster, connection, deadline = Number.POSITIVE_INFINITY, isFinal = () => false } = options
  while (!postmaster.hasExited() && Date.now() < deadline) {
    const isAnswering = await withClient(connection, async () => true).catch((error: unknown) => {
      const code = codeOf(error) ?? ''
      if (isFinal(code)) throw error
      return code === DATABASE_MISSING
    })
    if (isAnswering) return true
    await Promise.race([sleep(POLL_MS), postmaster.exited])
  }
  return false
}

/** Creates the app's database if it is missing, by way of the one that every server has. */
export async function ensureDatabase(connection: Connection): Promise<void> {
  await withClient({ ...connection, database: 'postgres' }, async (client) => {
    const found = await client.query('select from pg_database where datname = $1', [connection.database])
    if (found.rowCount === 0)
      await client.query(`create database ${client.escapeIdentifier(connection.database)}`)
  })
}

/**
 * Asks the running server for the settings that durability rests on.
 * @throws {LauncherError} when one is not as it must be.
 */
export async function assertSettings(connection: Connection): Promise<void> {
  const names = Object.keys(REQUIRED).filter((name) => name !== 'locale')
  const { rows } = await withClient(connection, (client) =>
    client.query<{ name: string; setting: string }>(
      `select name, current_setting(name) as setting from unnest($1::text[]) as name
       union all select 'locale', coalesce(datlocale, datcollate) from pg_database where datname = current_database()`,
      [names],
    ),
  )
  const actual = new Map(rows.map(({ name, setting }) => [name, setting]))
  const wrong = Object.entries(REQUIRED).filter(([name, value]) => actual.get(name) !== value)
  if (wrong.length === 0) return
  const list = wrong
    .map(([name, value]) => `${name} é "${actual.get(name)}" e precisa ser "${value}"`)
    .join(', ')
  throw new LauncherError(`O banco de dados embutido não é seguro para os dados: ${list}.`)
}

async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  // A server that goes away between two steps must not end the app; the next step fails by itself.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
