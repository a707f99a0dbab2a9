let isLost = false
/** Something on the screen is what was kept, and not what the server says. */
let hasShownKept = false
let look: (() => void) | undefined
const listeners = new Set<() => void>()
const outdatedListeners = new Set<() => void>()

/** Whether the server is out of reach, as far as this page has tried. */
export const isConnectionLost = (): boolean => isLost

/** Calls `listener` when the server gets out of reach or comes back; returns the function that ends it. */
export function subscribeConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls `listener` when the server answers again after something that was kept took its place on the screen. */
export function onStaleContent(listener: () => void): void {
  outdatedListeners.add(listener)
}

/** Names who finds out whether there is a connection, whenever a call got no answer; without it nothing counts as lost. */
export function onUnanswered(listener: () => void): void {
  look = listener
}

/** Says whether the server is out of reach. */
export function setConnectionLost(lost: boolean): void {
  if (isLost === lost) return
  isLost = lost
  for (const listener of listeners) listener()
}

/** The server has answered. */
export function reportOnline(): void {
  setConnectionLost(false)
  if (!hasShownKept) return
  hasShownKept = false
  for (const listener of outdatedListeners) listener()
}

/** A call got no answer. */
export const reportUnanswered = (): void => look?.()

/** What was kept has taken the place of an answer, or of a session that nobody could check. */
export function reportStaleContent(): void {
  hasShownKept = true
  look?.()
}
