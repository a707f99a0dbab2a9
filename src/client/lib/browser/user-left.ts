const listeners = new Set<() => void>()

/** Calls `listener` when a user signs out, or another one has the session: what is in progress must not go on. */
export function onUserLeft(listener: () => void): void {
  listeners.add(listener)
}

/** Notifies the listeners of `onUserLeft`. */
export function reportUserLeft(): void {
  for (const listener of listeners) listener()
}
