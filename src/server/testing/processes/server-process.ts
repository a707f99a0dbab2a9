import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isPostgresOn } from '../../db/launcher-os.ts'
import { freePort } from './free-port.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
/** The program that starts a server. */
export const SERVER_PROGRAM = join(ROOT, 'scripts/serve.ts')

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Collects every line that a child process prints, and waits for the JSON line that `accept` takes. */
function lineOf<T>(
  child: ChildProcess,
  logs: string[],
  accept: (line: Record<string, unknown>) => T | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (!child.stdout || !child.stderr) throw new Error('no output')
    createInterface({ input: child.stdout }).on('line', (line) => {
      logs.push(line)
      const accepted = line.startsWith('{') ? accept(JSON.parse(line)) : undefined
      if (accepted !== undefined) resolve(accepted)
    })
    createInterface({ input: child.stderr }).on('line', (line) => logs.push(line))
    child.once('close', () =>
      reject(new Error(`the process ended before it was ready:\n${logs.slice(-20).join('\n')}`)),
    )
  })
}

const run = (program: string, env: Record<string, string>) => {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NODE_ENV: 'production', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // Child processes must not outlive the test or benchmark.
  const leave = () => void child.kill('SIGTERM')
  process.once('exit', leave)
  child.once('exit', () => process.off('exit', leave))
  return child
}

/** How a process ended: with an exit code, or by a signal. */
export type Ending = { code: number | null; signal: NodeJS.Signals | null }

async function endOf(child: ChildProcess): Promise<Ending> {
  if (!hasEnded(child)) await once(child, 'exit')
  return { code: child.exitCode, signal: child.signalCode }
}

/** Pid of the embedded database of a data folder. */
export async function databasePid(dataDir: string): Promise<number | undefined> {
  const note = await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(note, 10)
  return pid > 0 && (await isPostgresOn(pid, join(dataDir, 'pg'))) ? pid : undefined
}

export type ServerProcess = {
  url: string
  dataDir: string
  /** Pid of the server, or of its last run. */
  readonly pid: number
  /** Address of its database while it runs. */
  databaseUrl: string
  /** Every printed line, over all starts. */
  logs: string[]
  start(): Promise<void>
  /** SIGTERM simulates a deployment, SIGKILL a crash; no effect on an ended server. */
  signal(signal: NodeJS.Signals): void
  /** Resolves when it has ended. */
  ended(): Promise<Ending>
  /** Sends a signal, SIGTERM by default, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ending>
  close(): Promise<void>
}

/**
 * The server as `npm start` runs it, on 127.0.0.1 and the embedded database unless `variables` name others, with a
 * provider double in a process of its own.
 */
export async function startServerProcess(variables: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'elenco-e2e-'))
  const double = run(join(ROOT, 'src/server/testing/doubles/provider/serve.ts'), {})
  const provider = await lineOf(double, [], ({ openaiBaseUrl }) => openaiBaseUrl as string | undefined)
  const port = await freePort()
  const host = variables.HOST ?? '127.0.0.1'
  const url = `http://${host}:${port}`
  const logs: string[] = []
  let server: ChildProcess | undefined

  const start = async () => {
    // The same command as `npm start`.
    server = run(SERVER_PROGRAM, {
      HOST: host,
      PORT: String(port),
      DATA_DIR: dataDir,
      OPENAI_BASE_URL: provider,
      OPENAI_MODEL: 'gpt-de-teste',
      RATE_LIMITS: 'off',
      // Refused before anything leaves the machine.
      YOUTUBE_IMAGES_URL: 'https://127.0.0.1',
      SHUTDOWN_GRACE_MS: '0',
      STALL_TIMEOUT_MS: '5000',
      ...variables,
    })
    await lineOf(server, logs, ({ msg }) => (msg === 'listening' ? true : undefined))
  }
  const current = () => {
    if (!server) throw new Error('never started')
    return server
  }
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    current().kill(signal)
    return endOf(current())
  }
  const close = async () => {
    await stop()
    double.kill('SIGTERM')
    await endOf(double)
    // A killed server leaves its database running, for its successor to reuse.
    const orphan = await databasePid(dataDir)
    try {
      if (orphan) process.kill(orphan, 'SIGQUIT')
    } catch {
      // It had already exited.
    }
    while (await databasePid(dataDir)) await sleep(20)
    await rm(dataDir, { recursive: true, force: true })
  }
  // If the start fails, stop everything that was started.
  await start().catch(async (error) => {
    await close()
    throw error
  })
  return {
    url,
    dataDir,
    get pid() {
      return server?.pid ?? 0
    },
    databaseUrl:
      variables.DATABASE_URL ?? `postgres://elenco@${encodeURIComponent(join(dataDir, 'run'))}/elenco`,
    logs,
    start,
    signal: (signal) => void current().kill(signal),
    ended: () => endOf(current()),
    stop,
    close,
  }
}
