import { execFile } from 'node:child_process'
import { chmod, chown, cp, mkdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pino from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { LauncherError } from './launcher.ts'
import { locateBinaries } from './launcher-binaries.ts'
import { connectionIn, createCluster, createSocketDir } from './launcher-cluster.ts'
import { isRoot, postmasterOf, query, start, startInChild, temporaryDataDir } from './launcher-fixture.ts'
import { chooseIdentity } from './launcher-identity.ts'
import { spawnPostmaster } from './launcher-process.ts'
import { untilAnswering } from './launcher-session.ts'

// Each test starts several servers, in parallel with other suites on a small machine.
vi.setConfig({ testTimeout: 180_000 })

const NOBODY = 65_534

const ownerOf = async (path: string) => (await stat(path)).uid

const succeeds = (command: string, args: string[], uid = 0) =>
  promisify(execFile)(command, args, { uid, gid: uid, cwd: '/' }).then(
    () => true,
    () => false,
  )

async function uidOfServer(dataDir: string): Promise<number> {
  const status = await readFile(`/proc/${await postmasterOf(dataDir)}/status`, 'utf8')
  return Number(/^Uid:\t(\d+)/m.exec(status)?.[1])
}

describe.runIf(isRoot && process.platform === 'linux')('as root', () => {
  test('launcher 12 with a namespace the files stay root’s; without one they are given to an account', async () => {
    const dataDir = await temporaryDataDir(0o700)
    const first = await start(dataDir)
    expect(await ownerOf(join(dataDir, 'pg'))).toBe(0)
    expect(await uidOfServer(dataDir)).toBe(0)
    await query(first, `create table note as select 'kept' as body`)
    await first.stop()

    await chmod(dirname(dataDir), 0o755)
    for (const allowNamespaces of [false, true]) {
      const server = await start(dataDir, { allowNamespaces })
      expect(await query(server, 'select body from note')).toEqual([{ body: 'kept' }])
      await query(server, 'create extension if not exists pg_trgm')
      const uid = await uidOfServer(dataDir)
      expect(uid).not.toBe(0)
      for (const folder of ['.', 'pg', 'pg/base', 'run']) {
        expect(await ownerOf(join(dataDir, folder)), folder).toBe(uid)
      }
      await server.stop()
    }
  })

  test('launcher 12 a clone under a 0700 folder, programs included', async ({ skip }) => {
    if (!(await succeeds('unshare', ['--user', '--', 'true']))) skip('no user namespaces here')
    const dataDir = await temporaryDataDir(0o700)
    await mkdir(dataDir, { mode: 0o700 })
    const programs = dirname((await locateBinaries()).postgres)
    const clone = join(dirname(dataDir), 'native')
    await cp(dirname(programs), clone, { recursive: true, verbatimSymlinks: true })
    const binaries = { initdb: join(clone, 'bin', 'initdb'), postgres: join(clone, 'bin', 'postgres') }
    await expect(chooseIdentity({ binaries, dataDir, allowNamespaces: false })).rejects.toThrow(
      /fora de um diretório privado/,
    )

    const identity = await chooseIdentity({ binaries, dataDir, allowNamespaces: true })
    const pgDir = join(dataDir, 'pg')
    await createCluster(pgDir, binaries, identity)
    const socketDir = await createSocketDir(dataDir, identity)
    const log = pino({ level: 'silent' })
    const postmaster = spawnPostmaster({ binaries, identity, pgDir, socketDir, log })
    onTestFinished(() => postmaster.stop())
    const connection = connectionIn(socketDir, 'postgres')
    expect(await untilAnswering({ postmaster, connection })).toBe(true)
    await query({ connection }, 'create extension unaccent')
    expect(await uidOfServer(dataDir)).toBe(0)
  })

  test('launcher 12 without permission for namespaces a first start chooses an account', async ({ skip }) => {
    // In a mount namespace where `unshare` always fails.
    const denied = 'mount --bind /bin/false "$(command -v unshare)" && exec "$@"'
    const command = ['unshare', '--mount', '--', '/bin/sh', '-c', denied, 'sh']
    const [program = '', ...args] = command
    if (!(await succeeds(program, [...args, 'true']))) skip('no mounts here')
    const dataDir = await temporaryDataDir(0o755)
    expect(await startInChild(dataDir, { command }).outcome).toBe('ready')
    expect(await uidOfServer(dataDir)).not.toBe(0)
    expect(await ownerOf(dataDir)).toBe(await uidOfServer(dataDir))
  })

  test('launcher 12 one clear line when no account can reach the folder, which stays root’s', async () => {
    const dataDir = await temporaryDataDir(0o755)
    await chmod(dirname(dataDir), 0o700)
    const refusal = await start(dataDir, { allowNamespaces: false }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(LauncherError)
    expect(refusal).toMatchObject({
      message: expect.stringMatching(/^.*não roda como root.*DATABASE_URL\.$/),
    })
    expect(refusal).toMatchObject({ message: expect.stringContaining(dataDir) })
    expect(await ownerOf(dataDir)).toBe(0)
  })

  test('launcher 8 an ordinary user, as in a container image, runs the server as itself', async ({
    skip,
  }) => {
    const isReadable = (path: string) => succeeds('/bin/sh', ['-c', '[ -r "$1" ]', 'sh', path], NOBODY)
    if (!(await isReadable(fileURLToPath(import.meta.url)))) skip('this folder is private')
    const dataDir = await temporaryDataDir()
    await chown(dirname(dataDir), NOBODY, NOBODY)
    expect(await startInChild(dataDir, { uid: NOBODY }).outcome).toBe('ready')
    expect(await uidOfServer(dataDir)).toBe(NOBODY)
    expect(await ownerOf(join(dataDir, 'pg'))).toBe(NOBODY)
  })
})
