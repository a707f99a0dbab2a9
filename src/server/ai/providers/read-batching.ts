import { type EventLoopUtilization, performance } from 'node:perf_hooks'

/** The longest rest, in milliseconds: text that grows a dozen times a second still reads as one that flows. */
const REST_MAX_MS = 80
/** The part of its time that a process may be busy before anything rests. */
const CALM = 0.4
const LOOK_INTERVAL_MS = 250
/** Rests come in steps, since timers of one length cost the runtime less. */
const STEP_MS = 10

/** How long text may gather, in milliseconds, in a process that is busy for this part (0 to 1) of its time. */
export function batchDelayAt(utilization: number): number {
  const strain = Math.max(0, utilization - CALM) / (1 - CALM)
  return Math.round((strain * REST_MAX_MS) / STEP_MS) * STEP_MS
}

let seen: EventLoopUtilization | undefined
let seenAt = 0
let rest = 0

/**
 * How long this process should let a provider's text gather before it takes it, in milliseconds: nothing while it
 * has time, and more the busier it is, since taking, saving and passing on three tokens costs little more than one.
 */
export function currentBatchDelay(): number {
  const now = performance.now()
  if (now - seenAt < LOOK_INTERVAL_MS) return rest
  seenAt = now
  const current = performance.eventLoopUtilization()
  // Half of what was and half of what is, so that one burst is no trend.
  if (seen) rest = (rest + batchDelayAt(performance.eventLoopUtilization(current, seen).utilization)) / 2
  seen = current
  return rest
}
