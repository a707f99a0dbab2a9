import { create } from 'zustand'

/** `isLost`: the server is out of reach, as far as this page has tried. */
export const useConnection = create(() => ({ isLost: false }))

/** A cached answer is on the screen. */
let hasShownStale = false
let probe: (() => void) | undefined
const staleListeners = new Set<() => void>()

export const isConnectionLost = (): boolean => useConnection.getState().isLost

/** Calls `listener` when the server answers again after a cached answer was shown. */
export function onStaleContent(listener: () => void): void {
  staleListeners.add(listener)
}

/** Sets the probe that runs when a call gets no answer; without one no connection counts as lost. */
export function onUnanswered(listener: () => void): void {
  probe = listener
}

export function setConnectionLost(isLost: boolean): void {
  if (isLost !== isConnectionLost()) useConnection.setState({ isLost })
}

/** The server has answered. */
export function reportOnline(): void {
  setConnectionLost(false)
  if (!hasShownStale) return
  hasShownStale = false
  for (const listener of staleListeners) listener()
}

/** A call got no answer. */
export const reportUnanswered = (): void => probe?.()

/** A cached answer was shown, or a session could not be checked. */
export function reportStaleContent(): void {
  hasShownStale = true
  probe?.()
}
