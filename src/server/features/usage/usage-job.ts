import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../db/connect.ts'
import { countPersonDays } from './person-days.queries.ts'
import { countPlanDays } from './plan-days.queries.ts'
import { countCohortWeeks, countMilestones, countPaidMonths } from './retention-days.queries.ts'
import { countUsageDays, type Days } from './usage-days.queries.ts'
import { findPlace, takeUsageLock } from './usage-lock.queries.ts'
import { addDays } from './usage-period.ts'
import { countActivityDays, countUserDays } from './user-days.queries.ts'

/** Days counted per transaction. */
const STEP_DAYS = 20
/** Figures are at most a minute old, even if another instance counts. */
const INTERVAL_MS = 45_000
const FRESH_SECONDS = 15
/** A wake-up skips counting if the figures are newer than this. */
const WOKEN_FRESH_SECONDS = 2
const RETRY_MS = 10_000

type Step = { done: Days | undefined; isOver: boolean; isBusy?: true }

/** Counts one transaction's share of days; does nothing if another instance counts, or just did. */
async function countStep(db: Db, options: Required<Options>, after: string | undefined): Promise<Step> {
  return db.transaction(async (tx) => {
    if (!(await takeUsageLock(tx))) return { done: undefined, isOver: true, isBusy: true }
    const place = await findPlace(tx, options)
    if (!place || (place.isFresh && !after)) return { done: undefined, isOver: true }
    const from = after ? addDays(after, 1) : place.from
    if (from > place.to) return { done: undefined, isOver: true }
    const end = addDays(from, STEP_DAYS - 1)
    const isOver = end >= place.to
    const days = { from, to: isOver ? place.to : end }
    await countUsageDays(tx, days)
    await countPlanDays(tx, days)
    await countUserDays(tx, days)
    await countPersonDays(tx, days)
    await countActivityDays(tx, days)
    await countCohortWeeks(tx, days)
    await countMilestones(tx, days)
    if (isOver) await countPaidMonths(tx, days)
    return { done: days, isOver }
  })
}

type Options = {
  /** Overrides today's date in tests. */
  today?: string | undefined
  /** Skips counting if the last count is newer than this. */
  freshSeconds?: number
  signal?: AbortSignal | undefined
}

/**
 * Counts the days that may have changed since the last count by any instance. Each transaction completes
 * whole days, so an interrupted count resumes there. Returns false if another instance counts.
 */
export async function countUsage(db: Db, options: Options = {}): Promise<boolean> {
  const { today, freshSeconds = 0, signal } = options
  let after: string | undefined
  for (;;) {
    if (signal?.aborted) return false
    const { done, isOver, isBusy } = await countStep(db, { today, freshSeconds, signal }, after)
    if (isOver) return !isBusy
    after = done?.to
  }
}

type UsageJob = {
  start(): void
  /** Triggers a count soon, for an open dashboard. */
  wake(): void
  /** Resolves when no count is running. */
  stop(): Promise<void>
}

/** Keeps the figures up to date from `start` to `stop`; failures are retried. */
export function createUsageJob(db: Db, log: Logger): UsageJob {
  const stopping = new AbortController()
  let woken = new AbortController()
  let living: Promise<void> | undefined

  const count = async (freshSeconds: number): Promise<boolean> => {
    try {
      await countUsage(db, { freshSeconds, signal: stopping.signal })
      return true
    } catch (error) {
      log.warn({ err: error }, 'usage could not be counted')
      return false
    }
  }
  const rest = (milliseconds: number) => {
    const signal = AbortSignal.any([stopping.signal, woken.signal])
    return sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
  }
  const live = async () => {
    while (!stopping.signal.aborted) {
      const freshSeconds = woken.signal.aborted ? WOKEN_FRESH_SECONDS : FRESH_SECONDS
      woken = new AbortController()
      await rest((await count(freshSeconds)) ? INTERVAL_MS : RETRY_MS)
    }
  }

  return {
    start() {
      living ??= live()
    },
    wake: () => woken.abort(),
    async stop() {
      stopping.abort()
      await living
    },
  }
}
