import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import pino, { type Logger } from 'pino'
import { onTestFinished } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './launcher.ts'
import { isPostgresOn } from './launcher-os.ts'

export const isRoot = process.getuid?.() === 0

/**
 * A data folder that does not exist yet, in a temporary folder of the given mode; both go when the test ends.
 */
export async function temporaryDataDir(mode = 0o700): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'launcher-test-')))
  await chmod(folder, mode)
  const dataDir = join(folder, 'data')
  onTestFinished(async () => {
    const pid = await postmasterOf(dataDir)
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  })
  return dataDir
}

/** Starts the launcher in this process; the server stops when the test ends. */
export async function start(
  dataDir: string,
  options: { log?: Logger; allowNamespaces?: boolean } = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ log: pino({ level: 'silent' }), ...options, dataDir })
  onTestFinished(() => server.stop())
  return server
}

const CHILD_PROGRAM = `
  import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./launcher.ts'))}
  import pino from ${JSON.stringify(import.meta.resolve('pino'))}
  const log = pino({ level: 'silent' })
  process.on('SIGTERM', () => process.exit(7))
  startEmbeddedPostgres({ dataDir: process.argv[1], log }).then(
    () => console.log('ready'),
    (error) => { console.log(error.name + ': ' + error.message); process.exit(1) },
  )
`

/**
 * Starts the launcher in a process of its own, as an app would. `outcome` is 'ready' or the error that ended
 * it.
 */
export function startInChild(dataDir: string): { child: ChildProcess; outcome: Promise<string> } {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', CHILD_PROGRAM, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => kill(child))
  const outcome = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line))
  return { child, outcome }
}

/** Kills a child as a crash would, and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

export async function query<Row extends pg.QueryResultRow>(
  { connection }: Pick<EmbeddedPostgres, 'connection'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Pid of the server that runs on this data folder, if any does. */
export async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const note = await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(note, 10)
  return pid > 0 && (await isPostgresOn(pid, join(dataDir, 'pg'))) ? pid : undefined
}

/** Waits for a condition; the test's own time limit ends a wait that never comes true. */
export async function until(condition: () => unknown): Promise<void> {
  while (!(await condition())) await sleep(5)
}
