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

/** Maximum length of a socket path in bytes, by the size of `sockaddr_un`. */
const SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103

/** PostgreSQL uses the port only in the name of its socket file. */
export const connectionIn = (socketDir: string, database: string) => ({
  host: socketDir,
  port: 5432,
  user: SUPERUSER,
  database,
})

/**
 * Creates the data folder if it is missing, makes it private, and returns its real path. @throws
 * {LauncherError}
 */
export async function prepareDataDir(dataDir: string, log: Logger): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const folder = await realpath(resolve(dataDir))
    await chmod(folder, 0o700).catch((error: unknown) => {
      // A mounted volume may belong to another user; the folders inside are private anyway.
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
 * Creates the cluster in a temporary folder and renames it after a sync, so that a crash leaves nothing or
 * all of it. @throws {LauncherError}
 */
export async function createCluster(pgDir: string, binaries: Binaries, identity: Identity): Promise<void> {
  const folder = dirname(pgDir)
  const draft = await mkdtemp(join(folder, INIT_PREFIX))
  if (identity.owner) await chown(draft, identity.owner.uid, identity.owner.gid)
  // The builtin provider sorts alike on every system and version; libc only serves the text search parser.
  const [command, args] = identity.command(binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(process.platform === 'linux' ? ['--locale=C.UTF-8'] : ['--locale=C', '--lc-ctype=en_US.UTF-8']),
    '--data-checksums',
    // The private folder is the protection: a user who can reach the socket owns the files.
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
  ])
  try {
    // initdb syncs every file before it ends.
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
 * Deletes clusters of interrupted first starts. Retries, because an orphaned initdb may still write there.
 */
export async function removeLeftovers(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(INIT_PREFIX))
  for (const name of names) {
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

/**
 * Creates a private folder for the server's socket: in the data folder, or in the system's temporary folder
 * when the path is too long.
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

/** Removes a socket folder that `createSocketDir` made; ignores any other path. */
export async function removeSocketDir(socketDir: string, dataDir: string): Promise<void> {
  if (socketDir !== usualSocketDir(dataDir) && !basename(socketDir).startsWith(SOCKET_PREFIX)) return
  await rm(socketDir, { recursive: true, force: true })
}

/** Default folder of the socket. */
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
