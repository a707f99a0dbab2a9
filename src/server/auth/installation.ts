import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { installation, users } from '../db/schema/index.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Creates the set-up token of an installation without token and administrator. Answers it once, in clear
 * text; undefined on later starts.
 */
export async function createSetupToken(db: Db): Promise<string | undefined> {
  const token = randomBytes(24).toString('base64url')
  const made = await db
    .update(installation)
    .set({ setupTokenHash: hashOf(token) })
    .where(and(isNull(installation.setupTokenHash), isNull(installation.claimedAt)))
    .returning({ id: installation.id })
  return made.length > 0 ? token : undefined
}

/** Whether the token can still create the administrator. */
export async function isSetupTokenValid(db: Db, token: string): Promise<boolean> {
  const [row] = await db
    .select({ id: installation.id })
    .from(installation)
    .where(and(eq(installation.setupTokenHash, hashOf(token)), isNull(installation.claimedAt)))
  return row !== undefined
}

type Claim = { userId: string; setupToken?: string | undefined; isLocalRequest: boolean }

/**
 * Makes a new account the administrator if permitted (SPEC §9): by the set-up token, or as the first account
 * of an empty installation on this machine. Granted once, also under concurrency.
 */
export async function completeSetup(db: Db, claim: Claim): Promise<void> {
  const { userId, setupToken, isLocalRequest } = claim
  const byToken = setupToken ? eq(installation.setupTokenHash, hashOf(setupToken)) : undefined
  const older = db
    .select({ one: sql`1` })
    .from(users)
    .where(
      and(
        ne(users.id, userId),
        sql`(${users.createdAt}, ${users.id}) < (select u.created_at, u.id from users u where u.id = ${userId})`,
      ),
    )
  const byFirstAccount = isLocalRequest ? notExists(older) : undefined
  if (!byToken && !byFirstAccount) return

  await db.transaction(async (tx) => {
    const claimed = await tx
      .update(installation)
      .set({ adminUserId: userId, claimedAt: sql`now()` })
      .where(and(isNull(installation.claimedAt), or(byToken, byFirstAccount)))
      .returning({ id: installation.id })
    if (claimed.length > 0) await promote(tx, userId)
  })
}

/** Gives an account the administrator's role. */
export async function promote(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ role: 'admin' }).where(eq(users.id, userId))
}

/** Marks the installation as claimed: neither set-up link nor first account can claim it any more. */
export async function settleInstallation(db: Db, userId: string): Promise<void> {
  await db
    .update(installation)
    .set({ adminUserId: userId, claimedAt: sql`now()` })
    .where(isNull(installation.claimedAt))
}
