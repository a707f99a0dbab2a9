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
 * How long a server gets to end by each signal, gentlest first. Every one of them is safe for the data; the
 * first wait is short because PostgreSQL 18 can miss a fast shutdown that arrives while it recovers from a
 * crash.
 */
export const STOP_STEPS = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
] as const

/**
 * Ends a server that a killed app left running on this directory. A pid of anything else is left alone.
 * @throws {LauncherError} when the server does not end, or answers from where it cannot be seen (another
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
  if (await answers(join(socketDir, '.s.PGSQL.5432'))) {
    throw new LauncherError(
      `Já existe um PostgreSQL em uso na pasta de dados ${dataDir}, talvez em outro contêiner; encerre-o ou use outra DATA_DIR.`,
    )
  }
  return { socketDir }
}

/** The folder of the socket at which a directory's server answers right now; undefined when none does. */
export async function findAnswering(dataDir: string, pgDir: string): Promise<string | undefined> {
  const { socketDir = usualSocketDir(dataDir) } = await readPidFile(pgDir)
  return (await answers(join(socketDir, '.s.PGSQL.5432'))) ? socketDir : undefined
}

/**
 * Makes the note of a dead server harmless. PostgreSQL refuses to start while the noted pid is alive, even as
 * another program's; its parent's pid it ignores, and goes on to check that no process of the old server is
 * still at work.
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

/** The server's own note: its pid is on the first line, its socket's folder on the fifth. */
async function readPidFile(pgDir: string) {
  const text = await readFile(join(pgDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10))
  return { text, pid: pid > 0 ? pid : undefined, socketDir: lines[4]?.trim() || undefined }
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}
