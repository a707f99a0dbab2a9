import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { readEnv } from '../../env.ts'
import { createLogger } from '../../log.ts'
import { type RunningServer, startServer } from '../../server.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { newMessage, openAgentId, openChat } from '../../testing/factories/conversation.ts'
import { SERVER_PROGRAM } from '../../testing/processes/server-process.ts'
import { createTestApp } from '../../testing/test-app.ts'

// Other suites may run on a small machine at the same time.
vi.setConfig({ testTimeout: 90_000 })

let empty: TestDatabase
let dataDir: string
let direct: pg.Client
let running: RunningServer[]
beforeEach(async () => {
  empty = await createTestDatabase(inject('adminUrl'))
  dataDir = await mkdtemp(join(tmpdir(), 'elenco-boot-'))
  direct = await connectTo(empty.url)
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()))
  await direct.end()
  await empty.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function connectTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

const variables = () => ({
  HOST: '127.0.0.1',
  PORT: '0',
  APP_URL: 'http://localhost:3000',
  DATA_DIR: dataDir,
  DATABASE_URL: empty.url,
  SHUTDOWN_GRACE_MS: '0',
})

/** Starts another instance on the empty database. */
async function boot(): Promise<RunningServer> {
  const server = await startServer(readEnv(variables()), createLogger('silent'))
  running.push(server)
  return server
}

const isReady = async ({ listeningUrl }: RunningServer) => (await fetch(`${listeningUrl}/api/ready`)).ok

const ask = async <Row extends pg.QueryResultRow>(text: string) => (await direct.query<Row>(text)).rows

const tables = async () =>
  (await ask<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`)).map(
    ({ name }) => name,
  )

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 50_000, interval: 20 })

test('F40 three instances start on one empty database: one migrates, all start, one invites an administrator', async () => {
  const servers = await Promise.all([boot(), boot(), boot()])
  expect(await Promise.all(servers.map(isReady))).toEqual([true, true, true])
  const applied = await ask<{ hash: string }>('select hash from drizzle.__drizzle_migrations')
  expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length)
  expect(await ask('select from agents')).toHaveLength(8)
  expect(servers.filter(({ setupUrl }) => setupUrl)).toHaveLength(1)
})

test('F40 a server killed during a migration leaves nothing of it, and a waiting one starts', async () => {
  // An uncommitted table of the same name blocks the migration in the middle.
  const blocker = await connectTo(empty.url)
  await blocker.query('begin')
  await blocker.query('create table messages (id int)')
  const first = spawn(process.execPath, [SERVER_PROGRAM], { env: variables(), stdio: 'ignore' })
  onTestFinished(() => void first.kill('SIGKILL'))
  const waiting = (type: string) =>
    ask(`select from pg_locks where not granted and locktype = '${type}'
         and pid in (select pid from pg_stat_activity where datname = current_database())`)
  await eventually(async () => expect(await waiting('transactionid')).toHaveLength(1))
  const second = boot()
  await eventually(async () => expect(await waiting('advisory')).toHaveLength(1))

  first.kill('SIGKILL')
  await once(first, 'exit')
  expect(await tables()).toEqual([])
  await blocker.query('rollback')
  await blocker.end()
  expect(await isReady(await second)).toBe(true)
  expect(await ask('select from drizzle.__drizzle_migrations')).not.toEqual([])
  expect(await ask('select from agents')).toHaveLength(8)
})

test('F40 a failed migration leaves nothing, and succeeds once its cause is gone', async () => {
  await ask('create table messages (id int)')
  await expect(boot()).rejects.toThrow()
  expect(await tables()).toEqual(['messages'])
  expect(await ask(`select from pg_namespace where nspname = 'drizzle'`)).toEqual([])
  await ask('drop table messages')
  expect(await isReady(await boot())).toBe(true)
})

test('F40 a server of the previous version works with the newer schema, and does not change it', async () => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const newer = await connectTo(app.databaseUrl)
  onTestFinished(() => newer.end())
  for (const statement of [
    `alter table messages add column feedback_from_the_future text not null default 'none'`,
    'alter table users add column from_the_future jsonb',
    'create table things_from_the_future (id uuid primary key, user_id uuid references users on delete cascade)',
    `insert into drizzle.__drizzle_migrations (hash, created_at)
     select 'from the future', max(created_at) + 1000 from drizzle.__drizzle_migrations`,
  ]) {
    await newer.query(statement)
  }
  const history = async () =>
    (await newer.query('select hash from drizzle.__drizzle_migrations order by id')).rows
  const before = await history()
  await app.restart()
  const ana = await app.signUp()
  const chatId = await openChat(ana, await openAgentId(ana))
  const events = await ana.send(chatId, newMessage())
  expect(events.at(-1)?.data.status).toBe('done')
  expect(await history()).toEqual(before)
})
