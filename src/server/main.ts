import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from './db/connect.ts'
import { LauncherError } from './db/launcher.ts'
import { EnvError, forgetEmptyVariables, readEnv } from './env.ts'
import { createLogger } from './log.ts'
import type { RunningServer } from './server.ts'

/** How much longer than the grace time an orderly stop may take. */
const STOP_PATIENCE_MS = 20_000
/** npm and the terminal both pass one Ctrl+C on; only a later one is a second wish. */
const REPEATED_SIGNAL_MS = 2_000

/** Lines for whoever started it by hand; the log is for programs. */
const say = (line: string) => process.stderr.write(`${line}\n`)

/** Ends the process after saying, in one line each, what the person who started it can mend. */
function giveUp(lines: string[]): never {
  for (const line of lines) say(`Elenco não iniciou: ${line}`)
  process.exit(1)
}

function loadEnv() {
  try {
    return readEnv()
  } catch (error) {
    if (error instanceof EnvError) giveUp(error.problems)
    throw error
  }
}

/** The one line for a start that failed by something outside the program; undefined for a fault of ours. */
function explain(error: unknown): string[] | undefined {
  if (error instanceof LauncherError) return [error.message]
  if (error instanceof EnvError) return error.problems
  const code = codeOf(error) ?? ''
  if (code === 'EADDRINUSE') return [`a porta ${env.port} já está em uso; escolha outra com PORT`]
  // Network, authorisation, missing database.
  if (env.databaseUrl && /^(E[A-Z]+|08|28|3D)/.test(code)) {
    return [`não foi possível usar o banco de dados de DATABASE_URL (${code})`]
  }
  return undefined
}

forgetEmptyVariables()
const env = loadEnv()
const log = createLogger(env.logLevel, { secrets: env.confidential })

// One broken request must never take the others down (RELIABILITY I9).
process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception'))

let server: RunningServer | undefined
let leavingSince: number | undefined

async function leave(): Promise<void> {
  if (leavingSince !== undefined) {
    if (Date.now() - leavingSince > REPEATED_SIGNAL_MS) process.exit(1)
    return
  }
  leavingSince = Date.now()
  // While it still starts there is nothing to finish, and leaving takes the database along.
  if (!server) process.exit(0)
  const isStopped = await Promise.race([
    server.stop().then(() => true),
    sleep(env.shutdownGraceMs + STOP_PATIENCE_MS, false),
  ]).catch((error) => log.error({ err: error }, 'stopped badly'))
  process.exit(isStopped ? 0 : 1)
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, leave)

try {
  // Loaded only now, when the environment is in order.
  const { startServer } = await import('./server.ts')
  server = await startServer(env, log)
  log.info({ url: server.url, demo: server.deps.model.isDemo }, 'listening')
  if (server.setupUrl) say(`Conta de administração, endereço de uso único: ${server.setupUrl}`)
  if (process.stderr.isTTY) say(`Elenco no ar em ${server.url}`)
} catch (error) {
  const lines = explain(error)
  if (lines) giveUp(lines)
  log.fatal({ err: error }, 'could not start')
  giveUp(['erro inesperado; o registro acima diz qual'])
}
