import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { cannotOpen, LauncherError } from './launcher-error.ts'
import type { Postmaster } from './launcher-process.ts'
import { type Connection, openDatabase, untilAnswering } from './launcher-session.ts'

const START_TIMEOUT_MS = 60_000
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5_000

export type Supervisor = { isHealthy(): boolean; stop(): Promise<void> }

/**
 * Starts the server, waits up to 60 s for it, and checks its settings.
 * @throws {LauncherError} with the server's last message when it does not start; it is stopped then.
 */
export async function startFirst(options: {
  launch: () => Promise<Postmaster>
  connection: Connection
  pgDir: string
}): Promise<Postmaster> {
  const { launch, connection, pgDir } = options
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const postmaster = await launch()
    try {
      if (await untilAnswering({ postmaster, connection, deadline, isFinal })) {
        await openDatabase(connection)
        return postmaster
      }
    } catch (error) {
      await postmaster.stop()
      if (error instanceof LauncherError) throw error
      throw cannotOpen(pgDir, error instanceof Error ? error.message : String(error), error)
    }
    const isBusy = postmaster.tail().some((line) => line.includes('shared memory block'))
    await postmaster.stop()
    // Processes of a killed server may need a moment to notice; until then the new one refuses to start.
    if (!isBusy || Date.now() >= deadline) throw cannotOpen(pgDir, lastWord(postmaster))
    await sleep(FIRST_DELAY_MS)
  }
}

/** Permanent errors: damage (XX), missing files (58), a full disk. */
const isFinal = (state: string) => /^(XX|58|53100)/.test(state)

/** Restarts a server that ends, with a delay from 100 ms up to 5 s. */
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
    // Crash recovery has no time limit; only the server's exit is a failure.
    return untilAnswering({ postmaster: current, connection })
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

function lastWord(postmaster: Postmaster): string {
  const lines = postmaster.tail()
  const last = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? 'sem resposta'
  return last.replace(/^[0-9A-Z]{5} [A-Z]+:\s+/, '')
}
