/** Timers of a session; tests pass their own. */
export type Scheduler = {
  /** Returns a trigger that runs `task` at most once per animation frame. */
  perFrame: (task: () => void) => () => void
  /** Resolves after `ms`, or when `signal` aborts or the network returns. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

export const browserScheduler: Scheduler = {
  perFrame: (task) => {
    let isPlanned = false
    return () => {
      if (isPlanned) return
      isPlanned = true
      requestAnimationFrame(() => {
        isPlanned = false
        task()
      })
    }
  },
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        removeEventListener('online', done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      addEventListener('online', done)
      signal.addEventListener('abort', done)
    }),
}
