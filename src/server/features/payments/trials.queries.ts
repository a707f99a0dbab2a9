import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { normalAddress } from '#shared/email-address.ts'
import type { AddressHash } from '../../auth/accounts/address-hash.ts'
import type { Db } from '../../db/connect.ts'
import { formerBuyers, subscriptions, users } from '../../db/schema/index.ts'

type Whose = { userId: string; hashOf: AddressHash }

const SCOPE = 'trial'
const isBought = inArray(subscriptions.provider, ['stripe', 'hubla'])

async function findAddress(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return row && (normalAddress(row.email) ?? row.email)
}

/**
 * Whether the person may begin with a trial: neither this account, nor its address, nor an account of the same address
 * that was deleted in the last year ever bought a plan here, however it ended.
 */
export async function mayTry(db: Db, { userId, hashOf }: Whose): Promise<boolean> {
  const email = await findAddress(db, userId)
  if (email === undefined) return false
  const isTheirs = or(eq(subscriptions.userId, userId), eq(subscriptions.email, email))
  const [bought, left] = await Promise.all([
    db.$count(subscriptions, and(isBought, isTheirs)),
    db.$count(formerBuyers, eq(formerBuyers.addressHash, hashOf(SCOPE, email))),
  ])
  return bought === 0 && left === 0
}

/**
 * Keeps a hash of the address of an account that bought a plan, so that signing up again brings no other trial. Call in
 * the transaction that deletes the account, before its purchases lose their owner.
 */
export async function keepFormerBuyer(tx: Db, { userId, hashOf }: Whose): Promise<void> {
  const email = await findAddress(tx, userId)
  if (email === undefined) return
  if ((await tx.$count(subscriptions, and(isBought, eq(subscriptions.userId, userId)))) === 0) return
  const deletedAt = sql`now()`
  await tx
    .insert(formerBuyers)
    .values({ addressHash: hashOf(SCOPE, email), deletedAt })
    .onConflictDoUpdate({ target: formerBuyers.addressHash, set: { deletedAt } })
}

/** Deletes the hashes of accounts that were deleted more than a year ago. */
export async function purgeFormerBuyers(db: Db): Promise<void> {
  await db.delete(formerBuyers).where(lt(formerBuyers.deletedAt, sql`now() - interval '1 year'`))
}
