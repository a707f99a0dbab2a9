import { createHash, randomBytes } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { verifications } from '../../db/schema/index.ts'

/** How better-auth keeps it with `storeIdentifier: 'hashed'`. */
const stored = (token: string) => createHash('sha256').update(`reset-password:${token}`).digest('base64url')

/** Makes one link to a new password worthless. */
export async function forgetResetToken(db: Db, token: string): Promise<void> {
  await db.delete(verifications).where(eq(verifications.identifier, stored(token)))
}

/**
 * Makes every link to a new password of a person worthless, but for the one of `keep`: a newer one was asked for, one
 * was used, or the address that they were sent to is no longer theirs.
 */
export async function forgetResetTokens(db: Db, { userId, keep }: { userId: string; keep?: string }) {
  // Only these tokens have the person's id for their value.
  const isOther = keep ? ne(verifications.identifier, stored(keep)) : undefined
  await db.delete(verifications).where(and(eq(verifications.value, userId), isOther))
}

/** Makes a person's only link to a new password, as the library makes them; answers its token, in clear this one time. */
export async function createResetToken(
  db: Db,
  { userId, seconds }: { userId: string; seconds: number },
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await forgetResetTokens(db, { userId })
  await db.insert(verifications).values({
    identifier: stored(token),
    value: userId,
    expiresAt: sql`now() + make_interval(secs => ${seconds})`,
  })
  return token
}
