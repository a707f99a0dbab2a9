import { isConnectionLost, useConnection } from '#client/lib/http/connection.ts'
import { ApiError, isUnreachable } from '#client/lib/http/http-client.ts'
import type { CollectionOwner } from './collection-owner.ts'

/** Backoff, in seconds; the last one counts for all further retries. */
const BACKOFF_SECONDS = [2, 5, 15, 30] as const
const MOST_BACKOFF_SECONDS = 60
/** A file that never arrives, such as one that a proxy cuts, holds the others up no longer. */
const MOST_RETRIES = 10
/** A file that is cut each time while the browser takes the connection for lost. Real outages are fewer. */
const MOST_OUTAGES = 20
/** Of the `Retry-After` of a rate limit; then the file is sent again. */
const MOST_SECONDS = 3_600

export type Wait = {
  seconds: number
  /** The server is out of reach for all files; after a rate limit only those of the owner wait. */
  isOutage: boolean
  /** The counter of the file that goes up by one. */
  counts?: keyof Failures
}

/** How often a file failed. */
export type Failures = {
  /** Retries with backoff. */
  retries?: number
  /** Outages in which it was cut. */
  outages?: number
}

/** While the server is known to be out of reach, only its return counts. */
export const UNTIL_RETURN: Wait = { seconds: 0, isOutage: true, counts: 'outages' }

/** How long files wait after a failure of one that failed so often before; undefined if it is an error of the file. */
export function waitAfter(error: unknown, { retries = 0, outages = 0 }: Failures): Wait | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { code, status, retryAfterSeconds } = error
  const isLimited = code === 'RATE_LIMITED'
  if (isLimited && retryAfterSeconds !== undefined)
    return { seconds: within(retryAfterSeconds, MOST_SECONDS), isOutage: false }
  // A full disk (507) is UNAVAILABLE too, and no outage.
  const isOutage = isUnreachable(error) || status === 503
  if (isOutage && isConnectionLost()) return outages < MOST_OUTAGES ? UNTIL_RETURN : undefined
  if ((!isLimited && !isOutage) || retries >= MOST_RETRIES) return undefined
  const backoff = BACKOFF_SECONDS[retries] ?? MOST_BACKOFF_SECONDS
  const seconds = within(retryAfterSeconds ?? backoff, MOST_BACKOFF_SECONDS)
  return { seconds, isOutage, counts: 'retries' }
}

const within = (seconds: number, most: number) => Math.min(Math.max(1, seconds), most)

/** Whose files wait: those of an owner, or all during an outage. */
type Paused = CollectionOwner | 'all'

/** Of each pause, what stops it. */
const stops = new Map<Paused, () => void>()

export const isPaused = (owner: CollectionOwner): boolean => stops.has(owner) || stops.has('all')

/** Pauses, then calls `resume`. An outage also ends with the connection's return, and never before it. */
export function pause(paused: Paused, seconds: number, resume: () => void): void {
  const isOutage = paused === 'all'
  const end = () => {
    if (isOutage && isConnectionLost()) return
    stop()
    resume()
  }
  const timer = setTimeout(end, seconds * 1_000)
  const stop = () => {
    clearTimeout(timer)
    removeEventListener('online', end)
    unsubscribe?.()
    stops.delete(paused)
  }
  const unsubscribe = isOutage ? useConnection.subscribe(end) : undefined
  if (isOutage) addEventListener('online', end)
  stops.set(paused, stop)
}

/** Ends all pauses; nothing is resumed. */
export function stopPauses(): void {
  for (const stop of stops.values()) stop()
}
