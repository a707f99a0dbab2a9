const SIGNAL_DELAY_MS = 10

const listeners = new Set<() => void>()

/** Calls `listener` 10 ms after each call that changes who is signed in, or what is known of them (SPEC §5). */
export function onSessionChange(listener: () => void): void {
  listeners.add(listener)
}

/** Passes a call's answer on, and gives the signal once it has succeeded. */
export async function withSessionEvent<T>(call: Promise<T>): Promise<T> {
  const result = await call
  setTimeout(() => {
    for (const listener of listeners) listener()
  }, SIGNAL_DELAY_MS)
  return result
}
