import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { purchaseClaims, purchaseMails, subscriptions, users } from '../../db/schema/index.ts'
import { noteChanges } from '../subscriptions/subscription-changes.queries.ts'

/**
 * Locks these addresses until the transaction ends, so that a purchase arriving while its address is being
 * proved is neither missed nor assigned twice. Always in one order, to prevent deadlocks; locks on
 * subscriptions come after this.
 */
async function lockAddresses(tx: Db, addresses: string[]): Promise<void> {
  for (const address of addresses.toSorted()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`purchase:${address}`}, 0))`)
  }
}

/**
 * The account for a purchase under this normalised address: the one with this verified email, else the one
 * that proved it last by a purchase claim; undefined if there is none. Locks the address until the
 * transaction ends. Call before locking a subscription's row.
 */
export async function findBuyer(tx: Db, { email }: { email: string }): Promise<string | undefined> {
  await lockAddresses(tx, [email])
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.emailVerified, true)))
  if (account) return account.id
  const [claim] = await tx
    .select({ userId: purchaseClaims.userId })
    .from(purchaseClaims)
    .where(and(eq(purchaseClaims.email, email), isNotNull(purchaseClaims.usedAt)))
    .orderBy(desc(purchaseClaims.usedAt), desc(purchaseClaims.id))
    .limit(1)
  return claim?.userId
}

/** Addresses that a user has proved: the account's verified email, and those of purchase claims. */
async function provedAddresses(db: Db, { userId }: { userId: string }): Promise<string[]> {
  const own = db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.emailVerified, true)))
  const claimed = db
    .select({ email: purchaseClaims.email })
    .from(purchaseClaims)
    .where(and(eq(purchaseClaims.userId, userId), isNotNull(purchaseClaims.usedAt)))
  return (await own.union(claimed)).map(({ email }) => email)
}

type Attachment = { userId: string; source: 'sign-up' | 'claim' }

/**
 * Assigns to a user every pending purchase under exactly one of their proved addresses, and audits it.
 * Purchases of other accounts stay theirs. Idempotent.
 */
export async function attachPurchases(db: Db, { userId, source }: Attachment): Promise<void> {
  const addresses = await provedAddresses(db, { userId })
  if (addresses.length === 0) return
  await db.transaction(async (tx) => {
    await lockAddresses(tx, addresses)
    const attached = await tx
      .update(subscriptions)
      .set({ userId })
      .where(and(isNull(subscriptions.userId), inArray(subscriptions.email, addresses)))
      .returning()
    // Should the account go and a purchase of it wait again, its buyer is told again.
    await tx.delete(purchaseMails).where(inArray(purchaseMails.email, addresses))
    // For this user the subscription starts here, so there is no previous state.
    const changes = attached.map((after) => ({ before: undefined, after }))
    await noteChanges(tx, changes, { source, actorId: userId })
  })
}
