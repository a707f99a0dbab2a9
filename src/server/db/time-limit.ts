import { sql } from 'drizzle-orm'
import type { Db } from './connect.ts'

/** Runs reads of which no statement may take longer; one that does ends in an error with SQLSTATE 57014. */
export function withTimeLimit<Found>(
  db: Db,
  milliseconds: number,
  read: (tx: Db) => Promise<Found>,
): Promise<Found> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`)
    return await read(tx)
  })
}
