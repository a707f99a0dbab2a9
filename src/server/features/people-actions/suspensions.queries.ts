import { eq } from 'drizzle-orm'
import { type Audited, changedFields, writeAudit } from '../../auth/admin/audit.ts'
import { isBanned } from '../../auth/auth-checks.ts'
import type { Db } from '../../db/connect.ts'
import { sessions, users } from '../../db/schema/index.ts'

type Account = Pick<typeof users.$inferSelect, 'id' | 'name' | 'banned' | 'banReason' | 'banExpires'>
type By = Pick<Audited, 'origin' | 'details'>
type Ban = { banReason: string | null; banExpires: Date | null }

/** Changes and audits an account's suspension, which nobody can do with better-auth's calls without a session. */
async function change(tx: Db, account: Account, ban: Ban & { banned: boolean }, by: By): Promise<void> {
  await tx.update(users).set(ban).where(eq(users.id, account.id))
  const action = ban.banned ? 'user.ban' : 'user.unban'
  await writeAudit(tx, { ...by, action, subject: account, ...changedFields(account, ban) })
}

/** Suspends an account and ends its sessions; its replies end by themselves. False for a suspended one. */
export async function suspendAccount(tx: Db, account: Account, ban: Ban, by: By): Promise<boolean> {
  if (isBanned(account)) return false
  await change(tx, account, { ...ban, banned: true }, by)
  await tx.delete(sessions).where(eq(sessions.userId, account.id))
  return true
}

/** Ends an account's suspension. False for an account without one. */
export async function restoreAccount(tx: Db, account: Account, by: By): Promise<boolean> {
  if (!isBanned(account)) return false
  await change(tx, account, { banned: false, banReason: null, banExpires: null }, by)
  return true
}
