import { type EventLoopUtilization, performance } from 'node:perf_hooks'

/** Maximum delay in milliseconds: a dozen updates per second still read as a flow. */
const DELAY_MAX_MS = 80
/**
 * Event loop utilization up to which there is no delay, and from which it is longest. A process that batches
 * early keeps time for the next message's first text.
 */
const IDLE_UTILIZATION = 0.1
const FULL_UTILIZATION = 0.5
const SAMPLE_INTERVAL_MS = 250
/** Delays are multiples of this, since timers of equal length are cheaper. */
const STEP_MS = 10

/** Delay in milliseconds for an event loop utilization from 0 to 1. */
export function batchDelayAt(utilization: number): number {
  const share = (utilization - IDLE_UTILIZATION) / (FULL_UTILIZATION - IDLE_UTILIZATION)
  const load = Math.min(Math.max(0, share), 1)
  return Math.round((load * DELAY_MAX_MS) / STEP_MS) * STEP_MS
}

/** Whether the process has had no time for work that can wait, for about a second. The mean only nears the maximum. */
export const isSaturated = (): boolean => currentBatchDelay() > 0.9 * DELAY_MAX_MS

let sampled: EventLoopUtilization | undefined
let sampledAt = 0
let rest = 0

/**
 * Batches tokens under load: the delay in milliseconds before reading more of a provider's text, 0 while the
 * process has time. Handling three tokens at once costs little more than one.
 */
export function currentBatchDelay(): number {
  const now = performance.now()
  if (now - sampledAt < SAMPLE_INTERVAL_MS) return rest
  sampledAt = now
  const current = performance.eventLoopUtilization()
  // Smoothed, so that a single burst does not count as a trend.
  if (sampled)
    rest = (rest + batchDelayAt(performance.eventLoopUtilization(current, sampled).utilization)) / 2
  sampled = current
  return rest
}
