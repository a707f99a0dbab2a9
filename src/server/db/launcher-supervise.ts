import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { LauncherError } from './launcher-error.ts'
import type { Postmaster } from './launcher-process.ts'
import { type Connection, untilAnswering } from './launcher-session.ts'

const START_TIMEOUT_MS = 60_000
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5_000

export type Supervisor = { isHealthy(): boolean; stop(): Promise<void> }

/**
 * Starts the server, waiting at most 60 s for it.
 * @throws {LauncherError} with the server's own last word when it does not come up.
 */
export async function startFirst(
  launch: () => Promise<Postmaster>,
  connection: Connection,
): Promise<Postmaster> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const postmaster = await launch()
    if (await untilAnswering(postmaster, connection, deadline)) return postmaster
    const isBusy = postmaster.tail().some((line) => line.includes('shared memory block'))
    await postmaster.stop()
    // Processes of a killed server may need a moment to notice its death; until then it refuses a successor.
    if (!isBusy || Date.now() >= deadline) throw new LauncherError(whyNotStarted(postmaster))
    await sleep(FIRST_DELAY_MS)
  }
}

/** Keeps the server up: one that dies is started again, after 100 ms at first and 5 s at most. */
export function supervise(options: {
  first: Postmaster
  launch: () => Promise<Postmaster>
  connection: Connection
  log: Logger
}): Supervisor {
  const { launch, connection, log } = options
  const stopping = new AbortController()
  let current = options.first
  let isAnswering = true

  const restart = async (): Promise<boolean> => {
    current = await launch()
    if (stopping.signal.aborted) {
      await current.stop()
      return false
    }
    // Recovery after a crash takes what it takes: only the server's own end is a failure here.
    return untilAnswering(current, connection, Number.POSITIVE_INFINITY)
  }
  const watch = async () => {
    let delay = FIRST_DELAY_MS
    for (;;) {
      await current.exited
      isAnswering = false
      if (stopping.signal.aborted) return
      log.error({ delayMs: delay }, 'database server ended; starting it again')
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      isAnswering = await restart().catch((error: unknown) => {
        log.error({ err: error }, 'database server could not be started')
        return false
      })
      if (isAnswering) log.info('database server is back')
      delay = isAnswering ? FIRST_DELAY_MS : Math.min(delay * 2, LONGEST_DELAY_MS)
    }
  }
  const watching = watch()

  return {
    isHealthy: () => isAnswering && !current.hasExited() && !stopping.signal.aborted,
    async stop() {
      stopping.abort()
      await current.stop()
      await watching
    },
  }
}

function whyNotStarted(postmaster: Postmaster): string {
  const lines = postmaster.tail()
  const last = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? 'sem resposta'
  return `O banco de dados embutido não iniciou: ${last.replace(/^[0-9A-Z]{5} [A-Z]+:\s+/, '')}`
}
