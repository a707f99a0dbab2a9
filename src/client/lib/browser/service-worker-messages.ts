import type { WorkerMessage } from '#shared/offline-cache.ts'

/** Tells the service worker something; where there is none, nothing is kept either. */
export async function postToWorker(message: WorkerMessage): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  registration?.active?.postMessage(message)
}

/** Has everything that this browser kept of anybody's reading forgotten. */
export function clearOfflineCache(): void {
  // The worker cleans by itself with each call that signs somebody in or out; this is for a session that just ended.
  if (typeof navigator !== 'undefined') postToWorker({ type: 'forget' }).catch(() => undefined)
}

/** Whether this page is served by a worker, which has answers to show without a network. */
export const canReadOffline = (): boolean => Boolean(navigator.serviceWorker?.controller)
