import { and, eq, lt, sql } from 'drizzle-orm'
import type { AddressHash } from '../../auth/accounts/address-hash.ts'
import type { Db } from '../../db/connect.ts'
import { spentMonths, usageMonths, users } from '../../db/schema/index.ts'
import { monthOf } from './quota.queries.ts'

type Whose = { userId: string; hashOf: AddressHash }

async function findAddress(tx: Db, userId: string): Promise<{ month: string; email: string } | undefined> {
  const [row] = await tx
    .select({ email: users.email, month: sql<string>`${monthOf()}::text` })
    .from(users)
    .where(eq(users.id, userId))
  return row
}

/**
 * Keeps the month's count of an account under a hash of its address, so that signing up again does not renew it.
 * Call in the transaction that deletes the account.
 */
export async function keepSpentMonth(tx: Db, { userId, hashOf }: Whose): Promise<void> {
  const address = await findAddress(tx, userId)
  if (!address) return
  const { month, email } = address
  // Locked, so that no reply is counted between here and the end of the account.
  const [spent] = await tx
    .select({
      used: usageMonths.used,
      returned: usageMonths.returned,
      day: usageMonths.day,
      dayUsed: usageMonths.dayUsed,
    })
    .from(usageMonths)
    .where(and(eq(usageMonths.userId, userId), eq(usageMonths.month, month)))
    .for('update')
  if (!spent) return
  await tx
    .insert(spentMonths)
    .values({ addressHash: hashOf(month, email), month, ...spent })
    .onConflictDoUpdate({
      target: spentMonths.addressHash,
      set: {
        used: sql`greatest(${spentMonths.used}, excluded.used)`,
        returned: sql`greatest(${spentMonths.returned}, excluded.returned)`,
        // The newer account started with the counts of the older one.
        day: spent.day,
        dayUsed: spent.dayUsed,
      },
    })
}

/** Starts an account's month with the count of an earlier account of the same address; once, and idempotent. */
export async function carrySpentMonth(tx: Db, { userId, hashOf }: Whose): Promise<void> {
  const address = await findAddress(tx, userId)
  if (!address) return
  const { month, email } = address
  await tx.execute(sql`
    insert into usage_months (user_id, month, used, returned, day, day_used)
    select ${userId}, month, used, returned, day, day_used from spent_months where address_hash = ${hashOf(month, email)}
    on conflict do nothing`)
}

/** Deletes the counts of months that are over. */
export async function purgeSpentMonths(db: Db): Promise<void> {
  await db.delete(spentMonths).where(lt(spentMonths.month, monthOf()))
}
