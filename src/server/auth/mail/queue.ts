import { setTimeout as sleep } from 'node:timers/promises'

export type MailQueueOptions<T> = {
  /** One try; rejects when it failed. */
  deliver(item: T): Promise<void>
  /** Whether trying again is of no use after this error. */
  isFinal(error: unknown): boolean
  /** Pauses after the first failure, the second and so on; after the last pause comes the last try. */
  pausesMs: readonly number[]
  /** How many may be delivered at once. */
  concurrency: number
  /** How many may be in the queue, being delivered or between two tries. */
  limit: number
  onRetry(item: T, error: unknown, inMs: number): void
  /** Told once for each that will never be delivered; without an error when closing left it no time. */
  onLost(item: T, error?: unknown): void
}

type Entry<T> = { item: T; failures: number }

/** Delivers in the background, each item until it succeeds, fails for good, or runs out of tries. */
export function createMailQueue<T>(options: MailQueueOptions<T>) {
  const ready: Entry<T>[] = []
  const waiting = new Map<Entry<T>, NodeJS.Timeout>()
  const active = new Set<Entry<T>>()
  let isClosing = false
  const finished = Promise.withResolvers<void>()

  function work(): void {
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
      // What closing gave up has been reported already.
      if (active.has(entry)) fail(entry, error)
    }
    active.delete(entry)
    work()
  }

  function fail(entry: Entry<T>, error: unknown): void {
    const pause = options.pausesMs[entry.failures]
    entry.failures += 1
    if (isClosing || pause === undefined || options.isFinal(error)) {
      options.onLost(entry.item, error)
      return
    }
    // Up to a half less, so that what failed together does not come back together.
    const inMs = Math.round(pause * (0.5 + Math.random() / 2))
    options.onRetry(entry.item, error, inMs)
    const timer = setTimeout(() => {
      waiting.delete(entry)
      ready.push(entry)
      work()
    }, inMs)
    waiting.set(entry, timer.unref())
  }

  const size = () => ready.length + waiting.size + active.size

  return {
    /** How many are not delivered yet. */
    get size() {
      return size()
    },
    /** Takes one in without doing any of its work yet; false when the queue is full or closed. */
    add(item: T): boolean {
      if (isClosing || size() >= options.limit) return false
      ready.push({ item, failures: 0 })
      setImmediate(work)
      return true
    },
    /** Gives everything one last try at once, and reports as lost what is not delivered in `graceMs`. */
    async close(graceMs: number): Promise<void> {
      isClosing = true
      for (const [entry, timer] of waiting) {
        clearTimeout(timer)
        ready.push(entry)
      }
      waiting.clear()
      work()
      const patience = new AbortController()
      const late = sleep(graceMs, undefined, patience).catch(() => {})
      await Promise.race([finished.promise, late])
      patience.abort()
      for (const { item } of [...active, ...ready.splice(0)]) options.onLost(item)
      active.clear()
    },
  }
}
