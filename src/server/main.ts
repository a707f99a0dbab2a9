import { LauncherError } from './db/launcher.ts'
import { EnvError, forgetEmptyVariables, readEnv } from './env.ts'
import { createLogger } from './log.ts'

/** Ends the process after saying, in one line each, what the person who started it can mend. */
function giveUp(lines: string[]): never {
  for (const line of lines) process.stderr.write(`Elenco não iniciou: ${line}\n`)
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

forgetEmptyVariables()
const env = loadEnv()
const log = createLogger(env.logLevel)

// One broken request must never take the others down (RELIABILITY I9).
process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception'))

try {
  // Loaded only now, when the environment is in order.
  const { startServer } = await import('./server.ts')
  const server = await startServer(env, log)
  log.info({ url: server.url, demo: server.deps.model.isDemo }, 'listening')
  const stop = () => {
    server.stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'stopped badly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  if (error instanceof LauncherError) giveUp([error.message])
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    giveUp([`a porta ${env.port} já está em uso; escolha outra com PORT`])
  }
  log.fatal({ err: error }, 'could not start')
  process.exit(1)
}
