import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { codeOf } from './db/connect.ts'
import { LauncherError, startEmbeddedPostgres } from './db/launcher.ts'
import { type Env, EnvError, forgetEmptyVariables, readEnv } from './env.ts'
import { dataFolderProblem } from './files/data-folder.ts'
import { createLogger } from './log.ts'
import { storeProblem } from './operating/instances.ts'
import { releaseStartMemory } from './operating/start-memory.ts'
import type { RunningServer } from './server.ts'

/** How much longer than the grace period a shutdown may take, in milliseconds. */
const STOP_PATIENCE_MS = 20_000
/** npm and the terminal both forward one Ctrl+C; only a later signal counts as a second one. */
const REPEATED_SIGNAL_MS = 500

/** For the operator; the log is for programs. */
const say = (line: string) => process.stderr.write(`${line}\n`)

/** Prints what the operator can fix, one line each, and exits. */
function exitWithLines(lines: string[]): never {
  for (const line of lines) say(`Elenco não iniciou: ${line}`)
  process.exit(1)
}

function loadEnv() {
  forgetEmptyVariables()
  try {
    return readEnv()
  } catch (error) {
    if (error instanceof EnvError) exitWithLines(error.problems)
    throw error
  }
}

type Parts = { env: Env; log: Logger }

/**
 * Begins to start the embedded database, unless another one is configured. `launched` resolves when its
 * process runs or has failed.
 */
function beginDatabase({ env, log }: Parts) {
  const launched = Promise.withResolvers<void>()
  if (env.databaseUrl) return { launched: Promise.resolve() }
  const embedded = startEmbeddedPostgres({ dataDir: env.dataDir, log, onLaunch: launched.resolve })
  // Its failure is reported when the server awaits it.
  embedded.catch(() => launched.resolve())
  return { launched: launched.promise, embedded }
}

/** Lines about an external cause of a failed start; undefined for an internal error. */
function explain(error: unknown, env: Env): string[] | undefined {
  if (error instanceof LauncherError) return [error.message]
  if (error instanceof EnvError) return error.problems
  const code = codeOf(error) ?? ''
  if (code === 'EADDRINUSE') return [`a porta ${env.port} já está em uso; escolha outra com PORT`]
  // Network, authorization, missing database.
  if (env.databaseUrl && /^(E[A-Z]+|08|28|3D)/.test(code)) {
    return [`não foi possível usar o banco de dados de DATABASE_URL (${code})`]
  }
  return undefined
}

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** For Ctrl+C: the work that the shutdown waits for. */
function farewell({ deps }: RunningServer, { env }: Parts): string {
  const { active } = deps.runs
  const { waiting } = deps.mailer
  const seconds = Math.ceil(env.shutdownGraceMs / 1_000)
  const work = [
    active > 0 && `${counted(active, 'resposta', 'respostas')} em andamento (até ${seconds} s)`,
    waiting > 0 && `${counted(waiting, 'e-mail', 'e-mails')} por enviar`,
  ].filter((part) => part !== false)
  return work.length === 0
    ? 'Encerrando.'
    : `Encerrando; falta terminar: ${work.join(' e ')}. Ctrl+C de novo encerra na hora.`
}

/** Stops the server at a signal, and ends the process. `running` answers undefined during the start. */
function stopAtSignals(parts: Parts, running: () => RunningServer | undefined): void {
  let stoppingSince: number | undefined
  let hasSaid = false
  const shutDown = async (signal: NodeJS.Signals): Promise<void> => {
    const now = performance.now()
    if (stoppingSince !== undefined && now - stoppingSince > REPEATED_SIGNAL_MS) process.exit(1)
    const server = running()
    // Also as the second one: two threads may take signals of one moment in either order.
    if (server && signal === 'SIGINT' && !hasSaid) {
      hasSaid = true
      say(farewell(server, parts))
    }
    if (stoppingSince !== undefined) return
    stoppingSince = now
    // During startup there is nothing to finish; the exit also stops the database.
    if (!server) process.exit(0)
    const isStopped = await Promise.race([
      server.stop().then(() => true),
      sleep(parts.env.shutdownGraceMs + STOP_PATIENCE_MS, false),
    ]).catch((error) => parts.log.error({ err: error }, 'stopped badly'))
    process.exit(isStopped ? 0 : 1)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, shutDown)
}

/** Runs the server until a signal ends the process; resolves when it listens. A failure ends the process with its cause. */
export async function main(): Promise<void> {
  const env = loadEnv()
  const format = env.logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json')
  const log = createLogger(env.logLevel, { secrets: env.confidential, format })

  // A failed request must not affect others (RELIABILITY I9).
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception'))

  let server: RunningServer | undefined
  stopAtSignals({ env, log }, () => server)
  try {
    const unusable = storeProblem(env) ?? (await dataFolderProblem(env.dataDir, 'write'))
    if (unusable) exitWithLines([unusable])
    // The database starts in its own process while this one loads the rest of its code.
    const { launched, embedded } = beginDatabase({ env, log })
    await launched
    const { startServer } = await import('./server.ts')
    server = await startServer(env, log, embedded && { embedded })
    log.info({ url: server.url, demo: server.deps.model.isDemo }, 'listening')
    if (server.setupUrl) say(`Conta de administração, endereço de uso único: ${server.setupUrl}`)
    if (process.stderr.isTTY) say(`Elenco no ar em ${server.url}`)
    void releaseStartMemory(log)
  } catch (error) {
    const lines = explain(error, env)
    if (lines) exitWithLines(lines)
    log.fatal({ err: error }, 'could not start')
    exitWithLines(['erro inesperado; o registro acima diz qual'])
  }
}
