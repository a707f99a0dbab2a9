import { isConnectionLost, onUnanswered, reportOnline, setConnectionLost } from './connection.ts'

const FIRST_DELAY_MS = 2_000
const MAX_DELAY_MS = 30_000

let delay = FIRST_DELAY_MS
let timer: ReturnType<typeof setTimeout> | undefined
let probing: Promise<void> | undefined

function lose() {
  setConnectionLost(true)
  clearTimeout(timer)
  timer = setTimeout(() => void probeServer(), delay)
  delay = Math.min(delay * 2, MAX_DELAY_MS)
}

function find() {
  clearTimeout(timer)
  delay = FIRST_DELAY_MS
  reportOnline()
}

/** Checks the server's health, and retries with exponential backoff while it is out of reach. */
export function probeServer(): Promise<void> {
  probing ??= fetch('/api/health', { cache: 'no-store' })
    // A proxy's error response does not count as an answer.
    .then(({ ok }) => (ok ? find() : lose()), lose)
    .finally(() => {
      probing = undefined
    })
  return probing
}

/** Tracks the connection by browser events and failed calls. */
export function watchConnection(): void {
  // One failed call proves nothing: probe the server.
  onUnanswered(() => (navigator.onLine ? void probeServer() : lose()))
  if (!navigator.onLine) lose()
  addEventListener('offline', lose)
  addEventListener('online', () => void probeServer())
  document.addEventListener('visibilitychange', () => {
    if (isConnectionLost() && document.visibilityState === 'visible') void probeServer()
  })
}
