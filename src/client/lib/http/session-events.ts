const SIGNAL_DELAY_MS = 10

const listeners = new Set<() => void>()

/** Calls `listener` 10 ms after each call that changes the session or its user (SPEC §5). */
export function onSessionChange(listener: () => void): void {
  listeners.add(listener)
}

/** Returns the call's result, and notifies the listeners after a success. */
export async function withSessionEvent<T>(call: Promise<T>): Promise<T> {
  const result = await call
  setTimeout(() => {
    for (const listener of listeners) listener()
  }, SIGNAL_DELAY_MS)
  return result
}
