import { execFile } from 'node:child_process'
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  mkdtemp,
  open,
  readdir,
  realpath,
  rename,
  rm,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { codeOf } from './connect.ts'
import type { Binaries } from './launcher-binaries.ts'
import { LauncherError, noRoomIn } from './launcher-error.ts'
import type { Identity } from './launcher-identity.ts'

const run = promisify(execFile)

const SUPERUSER = 'elenco'
const INIT_PREFIX = 'init-'
const SOCKET_PREFIX = 'elenco-pg-'
const INITDB_TIMEOUT_MS = 120_000

/** Room for a socket's path in the operating system's address structure, in bytes. */
const SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103

/** The server's port only names its socket file. */
export const connectionIn = (socketDir: string, database: string) => ({
  host: socketDir,
  port: 5432,
  user: SUPERUSER,
  database,
})

/** Creates the data folder where it is missing, makes it private, and returns its one true path. */
export async function prepareDataDir(dataDir: string, log: Logger): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const folder = await realpath(resolve(dataDir))
    await chmod(folder, 0o700).catch((error: unknown) => {
      // A mounted volume may be another user's; the folders made inside it are private all the same.
      log.warn({ folder, code: codeOf(error) }, 'data folder could not be made private')
    })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return folder
  } catch (error) {
    throw new LauncherError(
      `Não foi possível usar a pasta de dados ${resolve(dataDir)} (${codeOf(error)}); confira as permissões ou use outra DATA_DIR.`,
      error,
    )
  }
}

/**
 * Creates the database beside its place and moves it there whole and on disk, so that a crash leaves none or
 * all.
 */
export async function createCluster(pgDir: string, binaries: Binaries, identity: Identity): Promise<void> {
  const folder = dirname(pgDir)
  const draft = await mkdtemp(join(folder, INIT_PREFIX))
  if (identity.owner) await chown(draft, identity.owner.uid, identity.owner.gid)
  // The builtin provider sorts alike on every system and for good; libc serves the text search parser only.
  const [command, args] = identity.command(binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(process.platform === 'linux' ? ['--locale=C.UTF-8'] : ['--locale=C', '--lc-ctype=en_US.UTF-8']),
    '--data-checksums',
    // The private folder is the guard: whoever reaches the socket already owns the files.
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
  ])
  try {
    // initdb itself syncs every file that it wrote before it ends.
    await run(command, args, { ...identity.spawn, timeout: INITDB_TIMEOUT_MS })
    await rename(draft, pgDir)
    await syncFolder(folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    const said = lastLine(error)
    throw (
      noRoomIn(folder, said, error) ??
      new LauncherError(`Não foi possível criar o banco de dados em ${pgDir}: ${said}`, error)
    )
  }
}

/**
 * Deletes first starts that a crash cut short. Retries, for an orphaned initdb may still be writing there.
 */
export async function removeLeftovers(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(INIT_PREFIX))
  for (const name of names) {
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

/**
 * A new private folder for the server's socket: in the data folder, or in the system's temporary one if the
 * path is too long.
 */
export async function createSocketDir(dataDir: string, identity: Identity): Promise<string> {
  const usual = usualSocketDir(dataDir)
  await rm(usual, { recursive: true, force: true })
  const isShort = Buffer.byteLength(join(usual, '.s.PGSQL.5432')) <= SOCKET_PATH_BYTES
  const folder = isShort ? usual : await mkdtemp(join(await realpath(tmpdir()), SOCKET_PREFIX))
  if (isShort) await mkdir(usual, { mode: 0o700 })
  if (identity.owner) await chown(folder, identity.owner.uid, identity.owner.gid)
  return folder
}

/** Removes a socket folder, but only one that `createSocketDir` can have made. */
export async function removeSocketDir(socketDir: string, dataDir: string): Promise<void> {
  if (socketDir !== usualSocketDir(dataDir) && !basename(socketDir).startsWith(SOCKET_PREFIX)) return
  await rm(socketDir, { recursive: true, force: true })
}

export const usualSocketDir = (dataDir: string) => join(dataDir, 'run')

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function lastLine(error: unknown): string {
  const printed = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  const lines = printed.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('initdb: hint'))
  return lines.findLast((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? String(error)
}
