import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { codeOf } from './connect.ts'
import { LauncherError } from './launcher-error.ts'
import type { Postmaster } from './launcher-process.ts'

const POLL_MS = 20
const CONNECT_TIMEOUT_MS = 2_000
const DATABASE_MISSING = '3D000'

/** Settings that durability and search depend on; a server with other values is not used. */
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
 * Polls until the server accepts connections. False once it has exited, or at `deadline` (epoch
 * milliseconds). Rejects with the server's error when `isFinal` accepts its SQLSTATE.
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

/**
 * Creates the app's database if it is missing, and checks the server's settings.
 * @throws {LauncherError} when a setting differs.
 */
export async function openDatabase(connection: Connection): Promise<void> {
  try {
    await assertSettings(connection)
  } catch (error) {
    if (codeOf(error) !== DATABASE_MISSING) throw error
    await withClient({ ...connection, database: 'postgres' }, (client) =>
      client.query(`create database ${client.escapeIdentifier(connection.database)}`),
    )
    await assertSettings(connection)
  }
}

/**
 * Checks the settings in {@link REQUIRED} on the running server.
 * @throws {LauncherError} when one differs.
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
  // A server that disappears between two steps must not end the app; the next step fails.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
