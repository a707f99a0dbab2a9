import { and, eq } from 'drizzle-orm'
import { type Audited, writeAudit } from '../auth/admin/audit.ts'
import { isBanned } from '../auth/auth-checks.ts'
import { promote, settleInstallation } from '../auth/installation.ts'
import type { LimitStore } from '../auth/limits/limit-store.ts'
import { forgetSignInFailures } from '../auth/limits/sign-in-limiter.ts'
import { passwords } from '../auth/passwords/hashing.ts'
import { createResetToken, forgetResetTokens } from '../auth/passwords/reset-tokens.ts'
import type { Db } from '../db/connect.ts'
import { accounts, sessions, users } from '../db/schema/index.ts'
import { ensureAutoSubscription } from '../features/subscriptions/assigned-plans.queries.ts'
import { CommandError } from './command-error.ts'

/** Validity of a printed link in seconds, as for links in mails. */
const LINK_SECONDS = 3_600

export type Account = { id: string; name: string; email: string }

const TERMINAL = { actor: { id: null, name: 'Terminal do servidor' }, ipAddress: null, userAgent: null }

/** The actor at the server's terminal has no account. */
const note = (tx: Db, { id, name }: Account, audited: Pick<Audited, 'action' | 'before' | 'after'>) =>
  writeAudit(tx, { origin: TERMINAL, subject: { id, name }, details: { by: 'terminal' }, ...audited })

/** @throws {CommandError} when no account has this address. */
export async function findAccount(db: Db, email: string) {
  const [account] = await db.select().from(users).where(eq(users.email, email))
  if (!account) throw new CommandError(`não há nenhuma conta com o e-mail ${email}`)
  return account
}

/**
 * Creates an administrator with a verified address, and marks the installation as claimed. Without a
 * password, only a link opens the account.
 * @throws {CommandError} for an address that has an account.
 */
export async function createAdministrator(
  { db, redis }: LimitStore,
  { name, email, password }: { name: string; email: string; password: string | undefined },
): Promise<Account> {
  return db.transaction(async (tx) => {
    const [account] = await tx
      .insert(users)
      .values({ name, email, role: 'admin', emailVerified: true })
      .onConflictDoNothing()
      .returning({ id: users.id, name: users.name, email: users.email })
    if (!account) throw new CommandError(`já existe uma conta com o e-mail ${email}; use promote`)
    await ensureAutoSubscription(tx, { userId: account.id })
    await settleInstallation(tx, account.id)
    await note(tx, account, { action: 'user.create', after: { name, email, role: 'admin' } })
    if (password !== undefined) await storePassword({ db: tx, redis }, account, password)
    return account
  })
}

/**
 * Makes an account an administrator and ends its sessions.
 * @throws {CommandError} when no account has this address, or it is banned or already an administrator.
 */
export async function promoteAccount(db: Db, email: string): Promise<Account> {
  return db.transaction(async (tx) => {
    const account = await findAccount(tx, email)
    if (account.role === 'admin') throw new CommandError(`${email} já administra esta instalação`)
    if (isBanned(account)) throw new CommandError(`a conta ${email} está suspensa; encerre a suspensão antes`)
    await promote(tx, account.id)
    // A session must not outlive the role that it was opened with.
    await tx.delete(sessions).where(eq(sessions.userId, account.id))
    await settleInstallation(tx, account.id)
    await note(tx, account, {
      action: 'user.set-role',
      before: { role: account.role },
      after: { role: 'admin' },
    })
    return account
  })
}

/** Sets an account's password, ends its sessions and invalidates its reset links. */
export async function resetPassword(
  { db, redis }: LimitStore,
  account: Account,
  password: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await storePassword({ db: tx, redis }, account, password)
    await note(tx, account, { action: 'user.set-password' })
  })
}

/** A single-use link to set a password, and its validity in minutes. */
export async function createPasswordLink(
  { db, redis }: LimitStore,
  account: Account,
  appUrl: string,
): Promise<{ link: string; minutes: number }> {
  return db.transaction(async (tx) => {
    const token = await createResetToken(tx, { userId: account.id, seconds: LINK_SECONDS })
    await forgetSignInFailures({ db: tx, redis }, account.email)
    await note(tx, account, { action: 'user.password-link' })
    return { link: `${appUrl}/reset-password?token=${token}`, minutes: LINK_SECONDS / 60 }
  })
}

async function storePassword(
  { db: tx, redis }: LimitStore,
  { id: userId, email }: Account,
  password: string,
): Promise<void> {
  const hash = await passwords.hash(password)
  const own = and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))
  const stored = await tx.update(accounts).set({ password: hash }).where(own).returning({ id: accounts.id })
  if (stored.length === 0) {
    await tx.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password: hash })
  }
  await tx.delete(sessions).where(eq(sessions.userId, userId))
  await forgetResetTokens(tx, { userId })
  await forgetSignInFailures({ db: tx, redis }, email)
}
