import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** The first answer goes out before. */
const DELAY_MS = 200

/**
 * Collects all garbage and gives its memory back to the system, which V8 by itself does only as the heap grows. The
 * process pauses for about 0.1 s. Node offers this only through its inspector.
 */
export async function releaseMemory(): Promise<void> {
  // Loaded here: it takes 5 ms, and the start does not wait for it.
  const { Session } = await import('node:inspector/promises')
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}

/** Gives back what only the start needed, some 10 MB. Never rejects. */
export async function releaseStartMemory(log: Logger): Promise<void> {
  await sleep(DELAY_MS, undefined, { ref: false })
  const before = process.memoryUsage().heapTotal
  try {
    await releaseMemory()
    log.debug({ bytes: before - process.memoryUsage().heapTotal }, 'memory of the start released')
  } catch (error) {
    log.warn({ err: error }, 'memory of the start could not be released')
  }
}
