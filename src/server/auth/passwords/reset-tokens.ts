import { createHash, randomBytes } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { verifications } from '../../db/schema/index.ts'

/** better-auth's format for `storeIdentifier: 'hashed'`. */
const stored = (token: string) => createHash('sha256').update(`reset-password:${token}`).digest('base64url')

/** Invalidates one reset link. */
export async function forgetResetToken(db: Db, token: string): Promise<void> {
  await db.delete(verifications).where(eq(verifications.identifier, stored(token)))
}

/** Invalidates all reset links of a user, except the one of `keep`. */
export async function forgetResetTokens(db: Db, { userId, keep }: { userId: string; keep?: string }) {
  // Only reset tokens have the user's id as value.
  const isOther = keep ? ne(verifications.identifier, stored(keep)) : undefined
  await db.delete(verifications).where(and(eq(verifications.value, userId), isOther))
}

/**
 * Creates a user's only reset link in better-auth's format. Answers its token, which is not stored in clear
 * text.
 */
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
