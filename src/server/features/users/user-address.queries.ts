import { eq } from 'drizzle-orm'
import type { Audited } from '../../auth/admin/audit.ts'
import { changedFields, writeAudit } from '../../auth/admin/audit.ts'
import type { LimitStore } from '../../auth/limits/limit-store.ts'
import { forgetSignInFailures } from '../../auth/limits/sign-in-limiter.ts'
import { createResetToken } from '../../auth/passwords/reset-tokens.ts'
import { constraintOf, type Db } from '../../db/connect.ts'
import { sessions, users } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'
import { moveAddress } from '../email-changes/email-changes.queries.ts'

type Account = Pick<typeof users.$inferSelect, 'id' | 'name' | 'email' | 'emailVerified'>
type By = Pick<Audited, 'origin' | 'details'>

/** Validity of a link for a new password in seconds, as for links that people ask for. */
export const PASSWORD_LINK_SECONDS = 3_600

const ADDRESS_TAKEN = 'Este e-mail já tem uma conta.'

/**
 * Confirms an account's address by the word of an administrator. All its sessions end: they were opened before
 * anybody proved the address. False when it was confirmed before.
 */
export async function confirmAddress(tx: Db, account: Account, by: By): Promise<boolean> {
  if (account.emailVerified) return false
  await tx.update(users).set({ emailVerified: true }).where(eq(users.id, account.id))
  await tx.delete(sessions).where(eq(sessions.userId, account.id))
  const changes = changedFields({ emailVerified: false }, { emailVerified: true })
  await writeAudit(tx, { ...by, action: 'user.confirm-email', subject: account, ...changes })
  return true
}

/**
 * Gives an account another address, confirmed by the word of an administrator. All its sessions and links end; the
 * password and second factors stay. Needs a transaction of its own.
 * @throws {AppError} VALIDATION_ERROR for the address that it has, CONFLICT for one that another account has.
 */
export async function changeAddress(tx: Db, account: Account, email: string, by: By): Promise<void> {
  if (account.email === email) {
    const text = 'Este já é o e-mail da conta.'
    throw new AppError('VALIDATION_ERROR', text, { details: { email: text } })
  }
  try {
    await moveAddress(tx, { userId: account.id, email })
  } catch (error) {
    if (constraintOf(error) !== 'users_email_key') throw error
    throw new AppError('CONFLICT', ADDRESS_TAKEN, { details: { email: ADDRESS_TAKEN } })
  }
  const changes = changedFields({ email: account.email }, { email })
  await writeAudit(tx, { ...by, action: 'user.change-email', subject: account, ...changes })
}

/** The token of the account's only link for a new password; ends waits after wrong passwords. */
export async function createPasswordToken(
  { db: tx, redis }: LimitStore,
  account: Account,
  by: By,
): Promise<string> {
  const token = await createResetToken(tx, { userId: account.id, seconds: PASSWORD_LINK_SECONDS })
  await forgetSignInFailures({ db: tx, redis }, account.email)
  await writeAudit(tx, { ...by, action: 'user.password-link', subject: account })
  return token
}
