import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { purchaseClaims, subscriptions, users } from '../../db/schema/index.ts'
import { noteChanges } from '../subscriptions/subscription-changes.queries.ts'

/**
 * Until the transaction ends, nobody else decides whose the purchases under these addresses are: one that arrives while
 * its address is being proved is neither missed nor given away twice. Always in one order, so that two never wait for each
 * other; whoever also locks subscriptions does so after this.
 */
async function holdAddresses(tx: Db, addresses: string[]): Promise<void> {
  for (const address of addresses.toSorted()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`purchase:${address}`}, 0))`)
  }
}

/**
 * The account that a purchase under this address (in its normal form) is for: the one whose own address it is and who
 * proved it, else the one that proved it last by a claim; undefined while nobody did. Needs a transaction, and holds the
 * address until it ends; to be called before a subscription's row is locked.
 */
export async function findBuyer(tx: Db, { email }: { email: string }): Promise<string | undefined> {
  await holdAddresses(tx, [email])
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

/** What a person proved to read the mail of: their account's address, and those of their claims. */
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
 * Gives a person every purchase that waits under an address which they proved, letter by letter, and writes that down.
 * What somebody has already stays theirs. Doing it again changes nothing.
 */
export async function attachPurchases(db: Db, { userId, source }: Attachment): Promise<void> {
  const addresses = await provedAddresses(db, { userId })
  if (addresses.length === 0) return
  await db.transaction(async (tx) => {
    await holdAddresses(tx, addresses)
    const attached = await tx
      .update(subscriptions)
      .set({ userId })
      .where(and(isNull(subscriptions.userId), inArray(subscriptions.email, addresses)))
      .returning()
    // For its person it begins here.
    const changes = attached.map((after) => ({ before: undefined, after }))
    await noteChanges(tx, changes, { source, actorId: userId })
  })
}
