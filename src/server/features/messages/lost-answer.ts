import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/connect.ts'
import { withTimeLimit } from '../../db/time-limit.ts'
import { AppError, isOutage } from '../../http/errors.ts'

/** Longer than a restart of the database takes, and shorter than the lease of a reply. */
const PATIENCE_MS = 10_000
/** Of one statement, which may wait for a lock. */
const CHECK_MS = 5_000
const INTERVAL_MS = 250

/**
 * Resolves if a write that failed with `error` is stored all the same; rejects with that error if it is not. A commit
 * can succeed although its answer is lost with the connection. While the database does not answer, `isStored` is asked
 * again for up to 10 seconds: a reply that is stored without a run would wait until its lease ends.
 */
export async function unlessStored(
  db: Db,
  error: unknown,
  isStored: (tx: Db) => Promise<boolean>,
): Promise<void> {
  if (error instanceof AppError) throw error
  for (const deadline = performance.now() + PATIENCE_MS; ; await sleep(INTERVAL_MS)) {
    const found = await withTimeLimit(db, CHECK_MS, isStored).catch((problem) => {
      if (!isOutage(problem) || performance.now() > deadline) throw problem
    })
    if (found === false) throw error
    if (found) return
  }
}
