import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { codeOf } from './connect.ts'
import { isRoot, postmasterOf, query, start, temporaryDataDir, until } from './launcher-fixture.ts'
import { processStart } from './launcher-os.ts'

// Each test starts several servers, in parallel with other suites on a small machine.
vi.setConfig({ testTimeout: 180_000 })

const permissions = async (path: string) => (await stat(path)).mode & 0o777

test('launcher 1 keeps the data between starts, and removes interrupted ones', async () => {
  const dataDir = await temporaryDataDir()
  const first = await start(dataDir)
  expect(first.connection).toMatchObject({ user: 'elenco', database: 'elenco' })
  await query(first, 'create table note (body text)')
  await query(first, 'insert into note values ($1)', ['coração'])
  const pid = (await postmasterOf(dataDir)) ?? 0
  await Promise.all([first.stop(), first.stop()])
  await first.stop()
  expect(first.isHealthy()).toBe(false)
  expect(await processStart(pid)).toBeUndefined()
  expect(await readdir(dataDir)).toEqual(['pg'])
  await mkdir(join(dataDir, 'init-abc', 'base'), { recursive: true })
  await writeFile(join(dataDir, 'init-abc', 'PG_VERSION'), '18\n')

  const second = await start(dataDir)
  expect(second.isHealthy()).toBe(true)
  expect((await readdir(dataDir)).toSorted()).toEqual(['app.lock', 'pg', 'run'])
  expect(await query(second, 'select body from note')).toEqual([{ body: 'coração' }])
  expect(await query(second, 'show server_version_num')).toEqual([
    { server_version_num: expect.stringMatching(/^18/) },
  ])
})

test('tells its caller when the server runs, before it answers, so that the caller can load meanwhile', async () => {
  const dataDir = await temporaryDataDir()
  const hadSocket: boolean[] = []
  const server = await start(dataDir, {
    onLaunch: () => hadSocket.push(existsSync(join(dataDir, 'run', '.s.PGSQL.5432'))),
  })
  expect(hadSocket).toEqual([false])
  expect(existsSync(join(server.connection.host, '.s.PGSQL.5432'))).toBe(true)
})

test('launcher 2 keeps everything private and listens on no network', async () => {
  const dataDir = await temporaryDataDir(0o755)
  await mkdir(dataDir, { mode: 0o755 })
  const { connection } = await start(dataDir)
  const socket = join(connection.host, '.s.PGSQL.5432')

  const folders = (await readdir(dataDir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  expect(folders.length).toBeGreaterThan(10)
  for (const folder of [dataDir, ...folders]) {
    expect(await permissions(folder), folder).toBe(0o700)
  }
  expect(await permissions(socket)).toBe(0o700)

  if (process.platform === 'linux') {
    expect(await tcpInodesOf(await postmasterOf(dataDir))).toEqual([])
  }
})

test.runIf(isRoot)('launcher 2 another user can neither connect nor use the folder', async () => {
  const dataDir = await temporaryDataDir(0o755)
  const { connection } = await start(dataDir)
  const socket = join(connection.host, '.s.PGSQL.5432')
  expect(await connectAs(0, socket)).toBe('connected')
  expect(await connectAs(NOBODY, socket)).toBe('EACCES')
  // The socket has its own permissions, in case the folders are opened.
  for (const folder of [dataDir, connection.host]) await chmod(folder, 0o755)
  expect(await connectAs(NOBODY, socket)).toBe('EACCES')
})

test('launcher 3 and 9 runs with the required settings and limits', async () => {
  const server = await start(await temporaryDataDir())
  const expected = {
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    server_encoding: 'UTF8',
    listen_addresses: '',
    shared_buffers: '64MB',
    max_connections: '40',
    jit: 'off',
    io_method: 'sync',
    max_logical_replication_workers: '0',
    statement_timeout: '30s',
    idle_in_transaction_session_timeout: '1min',
    log_statement: 'none',
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
  }
  const rows = await query<{ name: string; value: string }>(
    server,
    'select name, current_setting(name) as value from unnest($1::text[]) as name',
    [Object.keys(expected)],
  )
  expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual(expected)
  expect(await query(server, `select datlocale from pg_database where datname = 'elenco'`)).toEqual([
    { datlocale: 'C.UTF-8' },
  ])

  await query(server, 'create extension unaccent')
  await query(server, 'create extension pg_trgm')
  const [words] = await query(
    server,
    `select unaccent('coração') as plain, lower('AÇÃO') as lower, similarity('ação', 'ações') > 0 as alike`,
  )
  expect(words).toEqual({ plain: 'coracao', lower: 'ação', alike: true })
})

test('logs no user data', async () => {
  const written: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      done()
    },
  })
  const server = await start(await temporaryDataDir(), { log: pino({ level: 'trace' }, sink) })
  await query(server, 'create table note (body text primary key check (length(body) > 3))')
  const insert = 'insert into note values ($1)'
  await query(server, insert, ['segredo'])
  await expect(query(server, insert, ['segredo'])).rejects.toThrow(/duplicate/)
  await expect(query(server, `select 'segredo'::uuid`)).rejects.toThrow(/uuid/)
  await expect(
    query(server, `do $$ begin raise warning 'segredo'; raise 'segredo'; end $$`),
  ).rejects.toThrow()
  // After a kill the server would log the process's current statement.
  const victim = expect(query(server, `select 'segredo', pg_sleep(60)`)).rejects.toThrow()
  const running = `select pid from pg_stat_activity where query like '%sleep(60)%' and pid <> pg_backend_pid()`
  await until(async () =>
    (await query<{ pid: number }>(server, running)).some(({ pid }) => process.kill(pid, 'SIGKILL')),
  )
  await victim
  await until(() => written.join('').includes('terminated by signal'))
  await until(() => query(server, 'select 1').catch(() => false))
  await server.stop()

  expect(written.join('')).toContain('ready to accept connections')
  expect(written.join('')).not.toContain('segredo')
})

test('launcher 2 uses a private temporary folder for the socket when its path is too long', async () => {
  const dataDir = join(await temporaryDataDir(), 'ç'.repeat(40))
  const server = await start(dataDir)
  expect(dirname(server.connection.host)).toBe(tmpdir())
  expect(await permissions(server.connection.host)).toBe(0o700)
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
  await expect(stat(server.connection.host)).rejects.toThrow(/ENOENT/)
})

const NOBODY = 65_534

/** Result of a connection attempt as another user, with the effective uid changed only for this call. */
async function connectAs(uid: number, path: string): Promise<string> {
  process.seteuid?.(uid)
  const socket = connect(path)
  process.seteuid?.(0)
  try {
    await once(socket, 'connect')
    return 'connected'
  } catch (error) {
    return String(codeOf(error))
  } finally {
    socket.destroy()
  }
}

/** Inodes of the process's sockets that are TCP sockets. */
async function tcpInodesOf(pid: number | undefined): Promise<string[]> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  )
  const inodes = new Set(
    tables
      .join('\n')
      .split('\n')
      .map((line) => line.trim().split(/\s+/)[9]),
  )
  const open = await Promise.all(
    (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')),
  )
  const sockets = open.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [])
  expect(sockets.length).toBeGreaterThan(0)
  return sockets.filter((inode) => inodes.has(inode))
}
