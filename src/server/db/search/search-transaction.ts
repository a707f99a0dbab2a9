import { sql } from 'drizzle-orm'
import type { Db } from '../connect.ts'

/** Milliseconds of one statement of a search. */
const TIMEOUT_MS = 3_000

/**
 * Runs the statements of a search over their indexes, each for at most three seconds; the signal's abort cancels the
 * current one. Both end in an error with SQLSTATE 57014.
 */
export function searchTransaction<Found>(
  db: Db,
  signal: AbortSignal,
  search: (tx: Db) => Promise<Found>,
): Promise<Found> {
  return db.transaction(async (tx) => {
    // The planner ignores the cost of unpacking tsvectors, and would choose a sequential scan over the index.
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid,
      set_config('statement_timeout', ${String(TIMEOUT_MS)}, true), set_config('enable_seqscan', 'off', true)`)
    let cancelled: Promise<unknown> | undefined
    const cancel = () => {
      cancelled = db.execute(sql`select pg_cancel_backend(${rows[0]?.pid})`).catch(() => undefined)
    }
    signal.addEventListener('abort', cancel)
    try {
      signal.throwIfAborted()
      return await search(tx)
    } finally {
      signal.removeEventListener('abort', cancel)
      // A cancellation that is under way must not reach the connection's next user.
      await cancelled
    }
  })
}
