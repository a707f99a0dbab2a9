import { chmod, chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { codeOf } from './connect.ts'
import { usualSocketDir } from './launcher-cluster.ts'
import { LauncherError } from './launcher-error.ts'
import { isPostgresOn } from './launcher-os.ts'

const POLL_MS = 20

/**
 * Signals in order, with the time the server gets to end. All are safe for the data. The first wait is short,
 * because PostgreSQL 18 can miss a fast shutdown during crash recovery.
 */
export const STOP_STEPS = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
] as const

/**
 * Stops a server that a killed app left on this cluster. Other processes with a reused pid are left alone.
 * @throws {LauncherError} when the server does not end, or runs where its process is not visible (another
 * container).
 */
export async function stopOrphan(
  dataDir: string,
  pgDir: string,
  log: Logger,
): Promise<{ socketDir: string }> {
  const { pid, socketDir = usualSocketDir(dataDir) } = await readPidFile(pgDir)
  if (pid !== undefined && (await isPostgresOn(pid, pgDir))) {
    log.warn({ pid }, 'stopping the database server that a previous run left behind')
    await endProcess(pid, () => isPostgresOn(pid, pgDir))
  }
  if (await acceptsConnections(join(socketDir, '.s.PGSQL.5432'))) {
    throw new LauncherError(
      `Já existe um PostgreSQL em uso na pasta de dados ${dataDir}, talvez em outro contêiner; encerre-o ou use outra DATA_DIR.`,
    )
  }
  return { socketDir }
}

/** The socket folder of a cluster's server that accepts connections; undefined when none does. */
export async function findAnswering(dataDir: string, pgDir: string): Promise<string | undefined> {
  const { socketDir = usualSocketDir(dataDir) } = await readPidFile(pgDir)
  return (await acceptsConnections(join(socketDir, '.s.PGSQL.5432'))) ? socketDir : undefined
}

/**
 * Neutralizes the pid file of a dead server. PostgreSQL refuses to start while the pid in it is alive, even
 * as another program; it ignores its parent's pid, and still checks for processes of the old server.
 */
export async function disownPidFile(pgDir: string): Promise<void> {
  const path = join(pgDir, 'postmaster.pid')
  const { pid, text } = await readPidFile(pgDir)
  if (pid === undefined) return rm(path, { force: true })
  const { uid, gid, mode } = await stat(path)
  const draft = `${path}.draft`
  await writeFile(draft, [process.pid, ...text.split('\n').slice(1)].join('\n'))
  await chmod(draft, mode)
  if (process.getuid?.() === 0) await chown(draft, uid, gid)
  await rename(draft, path)
}

async function endProcess(pid: number, isRunning: () => Promise<boolean>): Promise<void> {
  for (const { signal, waitMs } of STOP_STEPS) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (codeOf(error) !== 'EPERM') return
      throw new LauncherError(
        `O PostgreSQL de uma execução anterior (processo ${pid}) pertence a outro usuário; encerre-o e inicie de novo.`,
        error,
      )
    }
    for (const end = Date.now() + waitMs; Date.now() < end; await sleep(POLL_MS)) {
      if (!(await isRunning())) return
    }
  }
  throw new LauncherError(
    `O PostgreSQL de uma execução anterior (processo ${pid}) não encerrou; encerre-o e inicie de novo.`,
  )
}

/** The server's pid file: pid on line 1, socket folder on line 5. */
async function readPidFile(pgDir: string) {
  const text = await readFile(join(pgDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10))
  return { text, pid: pid > 0 ? pid : undefined, socketDir: lines[4]?.trim() || undefined }
}

function acceptsConnections(socketPath: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}
