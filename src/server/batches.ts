import type { Db } from './db/connect.ts'
import type { LookUp } from './db/look-ups.ts'
import type { Deps } from './deps.ts'

/** Work in transactions of bounded length, which any instance continues. */
export type BatchWork = {
  /** For the log. */
  name: string
  isRunning: (db: Db) => Promise<boolean>
  /** False when there is nothing to do, or another instance does it. */
  workBatch: (parts: Pick<Deps, 'auth'>) => Promise<boolean>
}

const INTERVAL_MS = 1_000

/**
 * Works batches until the returned function is called, which resolves when none is running. Several works take
 * turns, and a failed batch is repeated at the next interval.
 */
export function startBatches(
  { auth, db, log, lookUp }: Pick<Deps, 'auth' | 'db' | 'log'> & { lookUp: LookUp },
  works: BatchWork[],
): () => Promise<void> {
  let isStopping = false
  let working: Promise<void> | undefined

  /** False when the work is over for now. */
  const take = async ({ name, workBatch }: BatchWork) => {
    try {
      return await workBatch({ auth })
    } catch (error) {
      log.warn({ err: error, work: name }, 'a batch failed')
      return false
    }
  }
  const findOpen = async () => {
    const open: BatchWork[] = []
    for (const it of works) if (await it.isRunning(db)) open.push(it)
    return open
  }
  const work = async () => {
    let open = await lookUp(findOpen).catch((error): BatchWork[] => {
      log.warn({ err: error }, 'batches could not be looked up')
      return []
    })
    while (!isStopping && open.length > 0) {
      const going: BatchWork[] = []
      for (const it of open) if (await take(it)) going.push(it)
      open = going
      // Requests come first.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const timer = setInterval(() => {
    working ??= work().finally(() => {
      working = undefined
    })
  }, INTERVAL_MS)
  return async () => {
    isStopping = true
    clearInterval(timer)
    await working
  }
}
