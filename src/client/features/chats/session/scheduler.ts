/** Timers of a session; tests pass their own. */
export type Scheduler = {
  /**
   * Returns a trigger that runs `task` in an animation frame, at most once per frame. After a frame that took long, as on a
   * slow phone, the page rests for as long before the next.
   */
  perFrame: (task: () => void) => () => void
  /** Resolves after `ms`, or when `signal` aborts or the network returns. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

export const browserScheduler: Scheduler = {
  perFrame: (task) => {
    let isPlanned = false
    let restsUntil = 0
    const run = () => {
      isPlanned = false
      const begunAt = performance.now()
      // Delivered after style, layout and paint of this frame.
      afterFrame(() => {
        const now = performance.now()
        restsUntil = now + (now - begunAt)
      })
      task()
    }
    return () => {
      if (isPlanned) return
      isPlanned = true
      const rest = restsUntil - performance.now()
      if (rest > 0) setTimeout(() => requestAnimationFrame(run), rest)
      else requestAnimationFrame(run)
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

/** Runs `then` after the current frame was painted. */
function afterFrame(then: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    then()
  }
  port2.postMessage(null)
}
