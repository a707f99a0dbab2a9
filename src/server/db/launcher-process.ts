import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Binaries } from './launcher-binaries.ts'
import type { Identity } from './launcher-identity.ts'
import { STOP_STEPS } from './launcher-orphan.ts'

const TAIL_LINES = 20

/** Command line settings override the files of the data directory. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  shared_buffers: '64MB',
  jit: 'off',
  // Three workers that read ahead, and one that starts replication, would take 7 MB for nothing.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  // Errors quote user data: the app receives them through its queries, and the log only gets the server's own
  // messages.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_min_duration_statement: '-1',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '%e ',
  lc_messages: 'C',
}

/** Expected while the server starts and connections are polled. */
const EXPECTED_STATES = new Set(['57P03', '3D000'])

const LOG_LINE = /^([0-9A-Z]{5}) (LOG|WARNING|ERROR|FATAL|PANIC): {2}(.*)$/

export type Postmaster = {
  hasExited(): boolean
  exited: Promise<void>
  /** The last lines of output, for error messages. */
  tail(): string[]
  /** Fast shutdown, followed by stronger signals. */
  stop(): Promise<void>
}

/** Starts the server. The caller watches its state; the exit of this process interrupts it. */
export function spawnPostmaster(options: {
  binaries: Binaries
  identity: Identity
  pgDir: string
  socketDir: string
  /** Default: twice the pool of one application. */
  maxConnections?: number | undefined
  log: Logger
}): Postmaster {
  const { binaries, identity, pgDir, socketDir, maxConnections = 40, log } = options
  const settings = Object.entries({
    ...SETTINGS,
    max_connections: String(maxConnections),
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
  })
  const [command, args] = identity.command(binaries.postgres, [
    '-D',
    pgDir,
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  // Its own session, because Ctrl+C is for the app, which stops the server last.
  const child = spawn(command, args, {
    ...identity.spawn,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const interrupt = () => void child.kill('SIGINT')
  process.once('exit', interrupt)

  const lines: string[] = []
  let isRunning = true
  const exited = new Promise<void>((done) => {
    const settle = () => {
      isRunning = false
      process.off('exit', interrupt)
      done()
    }
    child.once('exit', settle)
    child.once('error', (error) => {
      lines.push(error.message)
      settle()
    })
  })
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.splice(0, Math.max(0, lines.length - TAIL_LINES + 1))
    lines.push(line)
    forward(line, log)
  })
  return {
    exited,
    hasExited: () => !isRunning,
    tail: () => lines,
    stop: () => stop(child, exited, () => isRunning),
  }
}

async function stop(child: ChildProcess, exited: Promise<void>, isRunning: () => boolean): Promise<void> {
  for (const { signal, waitMs } of STOP_STEPS) {
    if (!isRunning()) return
    child.kill(signal)
    const timer = new AbortController()
    await Promise.race([exited, sleep(waitMs, undefined, { signal: timer.signal }).catch(() => undefined)])
    timer.abort()
  }
}

/** Lines in an unknown format are dropped: they may continue a quoted user text. */
function forward(line: string, log: Logger): void {
  const [, state = '', severity, message] = LOG_LINE.exec(line) ?? []
  if (message === undefined) return
  if (severity === 'LOG' || EXPECTED_STATES.has(state)) log.debug({ state }, `postgres: ${message}`)
  else log.warn({ state }, `postgres: ${message}`)
}
