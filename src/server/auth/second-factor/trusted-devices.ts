import { and, eq, gt, like, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { verifications } from '../../db/schema/index.ts'

/**
 * The library's prefix of the rows that stand for trusted devices. The rows are stored readable, because the cookie is
 * signed and a row alone opens nothing.
 */
export const TRUST_PREFIX = 'trust-device-'

const ofUser = (userId: string) =>
  and(eq(verifications.value, userId), like(verifications.identifier, `${TRUST_PREFIX}%`))

export const countTrustedDevices = async (db: Db, userId: string): Promise<number> =>
  db.$count(verifications, and(ofUser(userId), gt(verifications.expiresAt, sql`now()`)))

/** From now on each device of the account is asked for a code again. */
export async function forgetTrustedDevices(db: Db, userId: string): Promise<void> {
  await db.delete(verifications).where(ofUser(userId))
}
