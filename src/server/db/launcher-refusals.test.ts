import { execFile } from 'node:child_process'
import {
  chmod,
  chown,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { LauncherError } from './launcher.ts'
import { locateBinaries, restoreLinks } from './launcher-binaries.ts'
import { connectionIn, createSocketDir } from './launcher-cluster.ts'
import { fingerprint, postmasterOf, query, start, temporaryDataDir } from './launcher-fixture.ts'
import { chooseIdentity, type Identity } from './launcher-identity.ts'
import { spawnPostmaster } from './launcher-process.ts'
import { assertSettings, untilAnswering } from './launcher-session.ts'

// Each test starts several servers, in parallel with other suites on a small machine.
vi.setConfig({ testTimeout: 180_000 })

const run = promisify(execFile)

/** The single line of a failed start; fails when the start succeeds. */
async function refusalOf(dataDir: string): Promise<string> {
  const refusal = await start(dataDir).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(LauncherError)
  const { message } = refusal as LauncherError
  expect(message).not.toContain('\n')
  return message
}

test('launcher 3 refuses a database without checksums or of another locale, and a server without fsync', async () => {
  const dataDir = await temporaryDataDir()
  const pgDir = join(dataDir, 'pg')
  await mkdir(dataDir, { mode: 0o700 })
  const binaries = await locateBinaries()
  const identity = await chooseIdentity({ binaries, dataDir, allowNamespaces: true })
  if (identity.owner) await chown(dataDir, identity.owner.uid, identity.owner.gid)
  const options = ['-D', pgDir, '-U', 'elenco', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  await run(...identity.command(binaries.initdb, [...options, '--no-data-checksums']), identity.spawn)

  const refusal = await refusalOf(dataDir)
  expect(refusal).toContain('data_checksums é "off" e precisa ser "on"')
  expect(refusal).toContain('locale é "C" e precisa ser "C.UTF-8"')
  expect(await postmasterOf(dataDir)).toBeUndefined()
  expect(await readdir(dataDir)).toEqual(['pg'])

  // Our own server always has fsync on, so the test starts one itself.
  const socketDir = await createSocketDir(dataDir, identity)
  const connection = connectionIn(socketDir, 'postgres')
  const withoutFsync: Identity = {
    ...identity,
    command: (program, args) => identity.command(program, [...args, '-c', 'fsync=off']),
  }
  const log = pino({ level: 'silent' })
  const postmaster = spawnPostmaster({ binaries, identity: withoutFsync, pgDir, socketDir, log })
  expect(await untilAnswering({ postmaster, connection })).toBe(true)
  await expect(assertSettings(connection)).rejects.toThrow('fsync é "off" e precisa ser "on"')
  await postmaster.stop()
})

test.each(['17', '19'])(
  'launcher 10 refuses a database of version %s and touches nothing',
  async (version) => {
    const dataDir = await temporaryDataDir()
    const pgDir = join(dataDir, 'pg')
    await mkdir(pgDir, { recursive: true, mode: 0o700 })
    await writeFile(join(pgDir, 'PG_VERSION'), `${version}\n`)
    await writeFile(join(pgDir, 'postmaster.pid'), '1\n')
    await chmod(pgDir, 0o750)
    const before = await fingerprint(dataDir)
    expect(await refusalOf(dataDir)).toMatch(new RegExp(`versão ${version} .* nada foi alterado`))
    expect(await fingerprint(dataDir)).toBe(before)
  },
)

/** Kinds of damage to a file or folder of the cluster. */
const damages: [what: string, path: string, harm: (path: string) => Promise<unknown>, line: RegExp][] = [
  ['no version', 'PG_VERSION', async () => undefined, /está danificado ou incompleto \(PG_VERSION\)/],
  ['an odd version', 'PG_VERSION', (path) => writeFile(path, '\u0000\n'), /incompleto \(PG_VERSION\)/],
  ['no control file', 'global/pg_control', async () => undefined, /incompleto \(global\/pg_control\)/],
  ['half a control file', 'global/pg_control', (path) => truncatedCopy(path, 100), /\(global\/pg_control\)/],
  [
    'a wrong control file',
    'global/pg_control',
    (path) => copyWithNoise(path, 40),
    /não abriu.*PostgreSQL diz/,
  ],
  [
    'an empty map',
    'global/pg_filenode.map',
    (path) => writeFile(path, ''),
    /incompleto \(global\/pg_filenode/,
  ],
  ['no write-ahead log', 'pg_wal', (path) => mkdir(path, { mode: 0o700 }), /incompleto \(pg_wal\)/],
  ['no commit log', 'pg_xact', async () => undefined, /incompleto \(pg_xact\)/],
  ['no tables', 'base', async () => undefined, /incompleto \(base/],
  ['broken settings', 'postgresql.conf', (path) => writeFile(path, 'x y z\n'), /não abriu.*contains errors/],
]

const copyTo = async (path: string, change: (bytes: Buffer) => Buffer) =>
  writeFile(path, change(await readFile(`${path}.good`)), { mode: 0o600 })
const truncatedCopy = (path: string, length: number) => copyTo(path, (bytes) => bytes.subarray(0, length))
const copyWithNoise = (path: string, at: number) => copyTo(path, (bytes) => bytes.fill(0xff, at, at + 3))

async function removeAndRestore(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await rename(`${path}.good`, path)
}

test('launcher 10 and 3 a damaged database: a clear line, unchanged files; after the repair it opens with its data and settings', async () => {
  const dataDir = await temporaryDataDir()
  const pgDir = join(dataDir, 'pg')
  const first = await start(dataDir)
  await query(first, `create table note as select 'kept' as body`)
  const [database] = await query<{ oid: number }>(
    first,
    'select oid from pg_database where datname = current_database()',
  )
  await first.stop()
  for (const [what, name, harm, line] of damages) {
    const path = join(pgDir, name)
    await rename(path, `${path}.good`)
    await harm(path)
    const before = await fingerprint(dataDir)
    expect(await refusalOf(dataDir), what).toMatch(line)
    expect(await fingerprint(dataDir), what).toBe(before)
    await removeAndRestore(path)
  }
  // A page of the app's catalogue, which only a running server can detect.
  const page = await open(join(pgDir, 'base', `${database?.oid}`, '1259'), 'r+')
  const good = Buffer.alloc(8192)
  await page.read(good, 0, good.length, 0)
  await page.write(Buffer.alloc(8192, 7), 0, 8192, 0)
  expect(await refusalOf(dataDir)).toMatch(/não abriu, e nada foi apagado.*invalid page/)
  await page.write(good, 0, good.length, 0)
  await page.close()
  // No configuration file may weaken the server.
  const softer = `fsync = off\nfull_page_writes = off\nlisten_addresses = '*'\nunix_socket_permissions = 0777\n`
  await writeFile(join(pgDir, 'postgresql.auto.conf'), softer)
  const server = await start(dataDir)
  expect(await query(server, 'select body from note')).toEqual([{ body: 'kept' }])
  for (const [name, value] of SETTINGS_OF_OURS)
    expect(await query(server, `show ${name}`)).toEqual([{ [name]: value }])
})

const SETTINGS_OF_OURS = [
  ['fsync', 'on'],
  ['full_page_writes', 'on'],
  ['listen_addresses', ''],
  ['unix_socket_permissions', '0700'],
] as const

test('prints one line with the remedy when the folder is unusable', async () => {
  const dataDir = await temporaryDataDir()
  await writeFile(dataDir, 'a file')
  expect(await refusalOf(dataDir)).toMatch(/^Não foi possível usar a pasta de dados .* \(EEXIST\).*$/)
})

test('launcher 11 without programs that run on the platform: one line that names DATABASE_URL', async () => {
  const line = /^Não há PostgreSQL embutido para esta plataforma \(sunos-sparc\).*DATABASE_URL.*$/
  await expect(locateBinaries('sunos-sparc')).rejects.toThrow(line)
  const dataDir = await temporaryDataDir()
  await mkdir(dataDir, { mode: 0o700 })
  const binaries = { initdb: '/nowhere/initdb', postgres: '/nowhere/postgres' }
  const choice = chooseIdentity({ binaries, dataDir, allowNamespaces: true })
  await expect(choice).rejects.toThrow(
    /^Os programas do PostgreSQL embutido .*não funcionam.*DATABASE_URL.*$/,
  )
})

test('restores library links after an install without scripts', async () => {
  const folder = await temporaryDataDir()
  await mkdir(join(folder, 'native', 'lib'), { recursive: true })
  const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }]
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links))
  await restoreLinks(folder)
  await restoreLinks(folder)
  expect(await readlink(join(folder, 'native', 'lib', 'libx.so.1'))).toBe('libx.so.1.2')
})
