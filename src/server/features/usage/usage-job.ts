import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../db/connect.ts'
import { countUsageDays, type Days } from './usage-days.queries.ts'
import { findPlace, takeUsageLock } from './usage-lock.queries.ts'
import { countActivityDays, countUserDays } from './user-days.queries.ts'

/** One transaction's share of what was missed. */
const STEP_DAYS = 20
/** Figures are at most a minute old, also where another instance counts. */
const INTERVAL_MS = 45_000
const FRESH_SECONDS = 15
/** Somebody is looking. */
const WOKEN_FRESH_SECONDS = 2
const RETRY_MS = 10_000

type Step = { done: Days | undefined; isOver: boolean; isBusy?: true }

/** One transaction's share; nothing while another instance counts, or where it has just done so. */
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
    await countUserDays(tx, days)
    await countActivityDays(tx, days)
    return { done: days, isOver }
  })
}

const DAY_MS = 86_400_000
const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

type Options = {
  /** Another day than the database's own, for tests. */
  today?: string | undefined
  /** Does nothing where it was done less than so many seconds ago. */
  freshSeconds?: number
  signal?: AbortSignal | undefined
}

/**
 * Counts the days that may have changed since this was last done, on whichever instance. Every transaction leaves whole
 * days behind, so that it goes on where it was interrupted. False where it was left to another instance.
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
  /** Counts again soon, since somebody looks at the figures. */
  wake(): void
  /** Resolves when nothing is being counted any more. */
  stop(): Promise<void>
}

/** Keeps the figures from its start until it is stopped; what fails is tried again. */
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
