import { and, eq } from 'drizzle-orm'
import type { Passkey } from '#shared/contract/second-factor.ts'
import type { Db } from '../../db/connect.ts'
import { passkeys, twoFactors, users } from '../../db/schema/index.ts'
import { hasPassword } from '../passwords/has-password.ts'
import { forgetTrustedDevices } from './trusted-devices.ts'

/** How an account signs in; undefined for none. */
export async function findSignIn(
  db: Db,
  userId: string,
): Promise<{ hasPassword: boolean; hasTotp: boolean } | undefined> {
  const [row] = await db
    .select({ hasTotp: users.twoFactorEnabled, hasPassword })
    .from(users)
    .where(eq(users.id, userId))
  return row
}

/** A user's passkeys, oldest first, without their keys. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.createdAt)
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

export const ownsPasskey = async (db: Db, { userId, id }: { userId: string; id: string }): Promise<boolean> =>
  (await db.$count(passkeys, and(eq(passkeys.userId, userId), eq(passkeys.id, id)))) > 0

/** Removes the authenticator app, recovery codes, passkeys and trusted devices of an account. */
export async function removeFactors(db: Db, userId: string): Promise<void> {
  await db.delete(twoFactors).where(eq(twoFactors.userId, userId))
  await db.delete(passkeys).where(eq(passkeys.userId, userId))
  await db.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, userId))
  await forgetTrustedDevices(db, userId)
}
