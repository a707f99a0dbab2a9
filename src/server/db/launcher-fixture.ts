import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, lstat, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import pino, { type Logger } from 'pino'
import { onTestFinished } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './launcher.ts'
import { isPostgresOn } from './launcher-os.ts'

export const isRoot = process.getuid?.() === 0

/**
 * A data folder that does not exist yet, in a temporary folder of the given mode. Both are removed after the
 * test.
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

/** Starts the launcher in this process; the server stops after the test. */
export async function start(
  dataDir: string,
  options: { log?: Logger; allowNamespaces?: boolean; onLaunch?: () => void } = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ log: pino({ level: 'silent' }), ...options, dataDir })
  onTestFinished(() => server.stop())
  return server
}

/** Keeps compiled code for the next child, as `npm start` does. */
const COMPILE_CACHE = import.meta.resolve('../../../scripts/compile-cache.mjs')

const CHILD_PROGRAM = `
  import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./launcher.ts'))}
  import pino from ${JSON.stringify(import.meta.resolve('pino'))}
  const log = pino({ level: 'silent' })
  process.on('SIGTERM', () => process.exit(7))
  console.log('begun')
  startEmbeddedPostgres({ dataDir: process.argv[1], log }).then(
    () => console.log('ready'),
    (error) => { console.log(error.name + ': ' + error.message); process.exit(1) },
  )
`

type Child = {
  child: ChildProcess
  /** Resolves when the program is loaded and the launcher begins. */
  begun: Promise<void>
  /** 'ready', or the error that ended it. */
  outcome: Promise<string>
}

/** Starts the launcher in a child process, optionally as another user or through a wrapper command. */
export function startInChild(
  dataDir: string,
  { uid, command = [] }: { uid?: number; command?: string[] } = {},
): Child {
  const [program = '', ...args] = [
    ...command,
    process.execPath,
    '--import',
    COMPILE_CACHE,
    '--input-type=module',
    '--eval',
    CHILD_PROGRAM,
    dataDir,
  ]
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    ...(uid !== undefined && { uid, gid: uid }),
  })
  onTestFinished(() => kill(child))
  const begun = Promise.withResolvers<void>()
  const outcome = Promise.withResolvers<string>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'begun') begun.resolve()
    else outcome.resolve(line)
  })
  return { child, begun: begun.promise, outcome: outcome.promise }
}

/** Kills a child as a crash would, and waits for its exit. */
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

/** Pid of the server on this data folder, if one is running. */
export async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const note = await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(note, 10)
  return pid > 0 && (await isPostgresOn(pid, join(dataDir, 'pg'))) ? pid : undefined
}

/** Polls a condition; the test's timeout is the limit. */
export async function until(condition: () => unknown): Promise<void> {
  while (!(await condition())) await sleep(5)
}

/**
 * A fingerprint of a folder that changes with every write: names, owners, permissions, sizes and times of all
 * files. PostgreSQL rewrites `postmaster.opts` at every start, so its content counts instead.
 */
export async function fingerprint(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    const path = join(folder, name)
    const { mode, uid, gid, size, mtimeNs } = await lstat(path, { bigint: true })
    const isNote = name.endsWith('postmaster.opts')
    const content = isNote
      ? await readFile(path, 'utf8')
      : (mode & 0o40000n) !== 0n
        ? ''
        : `${size} ${mtimeNs}`
    hash.update(`${name} ${mode} ${uid} ${gid} ${content}\n`)
  }
  return hash.digest('hex')
}

/** Command lines of all PostgreSQL programs that name a folder. */
export async function programsOn(folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-eo', 'args'])
  return stdout.split('\n').filter((line) => line.includes(folder) && /postgres|initdb/.test(line))
}

const MAIN = fileURLToPath(new URL('../../../scripts/serve.ts', import.meta.url))

/** Runs the production entry point where it must fail; answers its output and exit code. */
export function startHopelessly(dataDir: string, ...nodeOptions: string[]) {
  const env = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'fatal' }
  const { status, stderr, stdout } = spawnSync(process.execPath, [...nodeOptions, MAIN], {
    env,
    encoding: 'utf8',
  })
  return { status, lines: (stdout + stderr).trim().split('\n') }
}
