import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import type { Db } from '../../db/connect.ts'
import { purchaseClaims, users } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'
import { accountGone } from '../uploads/uploads.queries.ts'

/** Lifetime of a purchase claim's link, in minutes. */
export const PURCHASE_CLAIM_MINUTES = 60
/** Window of the limit of claims per user. */
const HOUR = sql`interval '1 hour'`
const PURGE_BATCH = 500

type NewClaim = { userId: string; email: string; tokenHash: string; isLimited: boolean }

const claimLimitReached = (retryAfter: number) =>
  new AppError(
    'RATE_LIMITED',
    `Você já informou ${SERVER_LIMITS.purchaseClaimsPerHour} e-mails na última hora. Tente de novo mais tarde.`,
    { retryAfter },
  )

/**
 * Stores a purchase claim for an address; invalidates an older claim of the same address. Returns the user's
 * name.
 * @throws {AppError} RATE_LIMITED above the hourly limit; UNAUTHORIZED if the account was deleted meanwhile.
 */
export function createPurchaseClaim(
  db: Db,
  { userId, email, tokenHash, isLimited }: NewClaim,
): Promise<{ name: string }> {
  return db.transaction(async (tx) => {
    // Serialises concurrent claims of one user.
    const [person] = await tx
      .select({ name: users.name })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update')
    if (!person) throw accountGone()
    const [recent] = await tx
      .select({
        count: sql<number>`count(*)::int`,
        seconds: sql<number>`ceil(extract(epoch from min(${purchaseClaims.createdAt}) + ${HOUR} - now()))::int`,
      })
      .from(purchaseClaims)
      .where(and(eq(purchaseClaims.userId, userId), gt(purchaseClaims.createdAt, sql`now() - ${HOUR}`)))
    if (isLimited && recent && recent.count >= SERVER_LIMITS.purchaseClaimsPerHour) {
      throw claimLimitReached(Math.max(1, recent.seconds))
    }
    await tx
      .update(purchaseClaims)
      .set({ expiresAt: sql`now()` })
      .where(
        and(
          eq(purchaseClaims.userId, userId),
          eq(purchaseClaims.email, email),
          isNull(purchaseClaims.usedAt),
          gt(purchaseClaims.expiresAt, sql`now()`),
        ),
      )
    await tx.insert(purchaseClaims).values({
      userId,
      email,
      tokenHash,
      expiresAt: sql`now() + ${PURCHASE_CLAIM_MINUTES} * interval '1 minute'`,
    })
    return person
  })
}

/**
 * Uses the token of a user's own claim and returns the proved address. Idempotent, also long after the first
 * use, so that opening the link twice succeeds. Undefined for an unknown token, another user's, or one not
 * used within its hour.
 */
export async function provePurchaseClaim(
  db: Db,
  { userId, tokenHash }: { userId: string; tokenHash: string },
): Promise<string | undefined> {
  const [claim] = await db
    .update(purchaseClaims)
    .set({ usedAt: sql`coalesce(${purchaseClaims.usedAt}, now())` })
    .where(
      and(
        eq(purchaseClaims.userId, userId),
        eq(purchaseClaims.tokenHash, tokenHash),
        or(gt(purchaseClaims.expiresAt, sql`now()`), isNotNull(purchaseClaims.usedAt)),
      ),
    )
    .returning({ email: purchaseClaims.email })
  return claim?.email
}

/** The addresses that a user proved by purchase claims, oldest first. */
export const listProvedPurchaseClaims = (db: Db, { userId }: { userId: string }) =>
  db
    .select({ email: purchaseClaims.email, provedAt: purchaseClaims.usedAt })
    .from(purchaseClaims)
    .where(and(eq(purchaseClaims.userId, userId), isNotNull(purchaseClaims.usedAt)))
    .orderBy(asc(purchaseClaims.usedAt), asc(purchaseClaims.id))

/** Deletes expired unproved claims. Proved ones stay, because later purchases are matched by them. */
export async function purgePurchaseClaims(db: Db): Promise<void> {
  for (;;) {
    const batch = db
      .select({ id: purchaseClaims.id })
      .from(purchaseClaims)
      .where(and(isNull(purchaseClaims.usedAt), lt(purchaseClaims.createdAt, sql`now() - interval '1 day'`)))
      .limit(PURGE_BATCH)
    const purged = await db
      .delete(purchaseClaims)
      .where(inArray(purchaseClaims.id, batch))
      .returning({ id: purchaseClaims.id })
    if (purged.length < PURGE_BATCH) return
  }
}
