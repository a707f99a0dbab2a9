import { setTimeout as sleep } from 'node:timers/promises'

export type MailQueueOptions<T> = {
  /** One try; rejects on failure. */
  deliver(item: T): Promise<void>
  /** Whether the error is permanent. */
  isFinal(error: unknown): boolean
  /** Pauses between tries, in milliseconds; the last try follows the last pause. */
  pausesMs: readonly number[]
  /** Maximum parallel deliveries. */
  concurrency: number
  /** Maximum items in the queue, including running and paused ones. */
  limit: number
  onRetry(item: T, error: unknown, inMs: number): void
  /** Called once per lost item; without an error when closing timed out. */
  onLost(item: T, error?: unknown): void
}

type Entry<T> = { item: T; failures: number }

/** Delivers in the background until success, permanent failure or the last try. */
export function createMailQueue<T>(options: MailQueueOptions<T>) {
  const ready: Entry<T>[] = []
  const waiting = new Map<Entry<T>, NodeJS.Timeout>()
  const active = new Set<Entry<T>>()
  let isClosing = false
  const finished = Promise.withResolvers<void>()

  function startNext(): void {
    while (active.size < options.concurrency) {
      const entry = ready.shift()
      if (!entry) break
      active.add(entry)
      void attempt(entry)
    }
    if (isClosing && active.size === 0) finished.resolve()
  }

  async function attempt(entry: Entry<T>): Promise<void> {
    try {
      await options.deliver(entry.item)
    } catch (error) {
      // Items dropped by `close` are already reported.
      if (active.has(entry)) fail(entry, error)
    }
    active.delete(entry)
    startNext()
  }

  function fail(entry: Entry<T>, error: unknown): void {
    const pause = options.pausesMs[entry.failures]
    entry.failures += 1
    if (isClosing || pause === undefined || options.isFinal(error)) {
      options.onLost(entry.item, error)
      return
    }
    // Jitter of up to half, so that simultaneous failures do not retry together.
    const inMs = Math.round(pause * (0.5 + Math.random() / 2))
    options.onRetry(entry.item, error, inMs)
    const timer = setTimeout(() => {
      waiting.delete(entry)
      ready.push(entry)
      startNext()
    }, inMs)
    waiting.set(entry, timer.unref())
  }

  const size = () => ready.length + waiting.size + active.size

  return {
    /** Number of undelivered items. */
    get size() {
      return size()
    },
    /** Queues an item without starting it; false when the queue is full or closed. */
    add(item: T): boolean {
      if (isClosing || size() >= options.limit) return false
      ready.push({ item, failures: 0 })
      setImmediate(startNext)
      return true
    },
    /** Tries every item once more, and reports those not delivered within `graceMs` milliseconds as lost. */
    async close(graceMs: number): Promise<void> {
      isClosing = true
      for (const [entry, timer] of waiting) {
        clearTimeout(timer)
        ready.push(entry)
      }
      waiting.clear()
      startNext()
      const patience = new AbortController()
      const late = sleep(graceMs, undefined, patience).catch(() => {})
      await Promise.race([finished.promise, late])
      patience.abort()
      for (const { item } of [...active, ...ready.splice(0)]) options.onLost(item)
      active.clear()
    },
  }
}
