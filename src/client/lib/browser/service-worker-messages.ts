import type { WorkerMessage } from '#shared/offline-cache.ts'

/** Does nothing without a service worker, which is the only one to cache. */
export async function postToWorker(message: WorkerMessage): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  registration?.active?.postMessage(message)
}

/** Clears the offline cache of all users. */
export function clearOfflineCache(): void {
  // The worker clears it on each sign-in and sign-out call; this covers an expired session.
  if (typeof navigator !== 'undefined') postToWorker({ type: 'forget' }).catch(() => undefined)
}

/** A service worker controls this page and can answer without a network. */
export const canReadOffline = (): boolean => Boolean(navigator.serviceWorker?.controller)
