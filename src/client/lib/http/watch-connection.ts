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

/** Asks the server for a sign of life, and again later, ever more rarely, for as long as there is none. */
export function probeServer(): Promise<void> {
  probing ??= fetch('/api/health', { cache: 'no-store' })
    // Whoever stands before the server speaks for it only when it is well.
    .then(({ ok }) => (ok ? find() : lose()), lose)
    .finally(() => {
      probing = undefined
    })
  return probing
}

/** Begins to know of the connection: from the browser, and from the calls that tell of theirs. */
export function watchConnection(): void {
  // One call alone may have failed for reasons of its own, so the server is asked how it is.
  onUnanswered(() => (navigator.onLine ? void probeServer() : lose()))
  if (!navigator.onLine) lose()
  addEventListener('offline', lose)
  addEventListener('online', () => void probeServer())
  document.addEventListener('visibilitychange', () => {
    if (isConnectionLost() && document.visibilityState === 'visible') void probeServer()
  })
}
