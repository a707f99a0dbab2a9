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

/** How long a printed link works, as those in mails do. */
const LINK_SECONDS = 3_600

export type Account = { id: string; name: string; email: string }

const TERMINAL = { actor: { id: null, name: 'Terminal do servidor' }, ipAddress: null, userAgent: null }

/** Whoever sits at the server's terminal has no account here; the audit log says so. */
const note = (tx: Db, { id, name }: Account, audited: Pick<Audited, 'action' | 'before' | 'after'>) =>
  writeAudit(tx, { origin: TERMINAL, subject: { id, name }, details: { by: 'terminal' }, ...audited })

/** @throws {CommandError} where nobody has this address. */
export async function findAccount(db: Db, email: string) {
  const [account] = await db.select().from(users).where(eq(users.email, email))
  if (!account) throw new CommandError(`não há nenhuma conta com o e-mail ${email}`)
  return account
}

/**
 * Makes an account that administers, with its address taken for proved, and the installation one that has its
 * administrator. Without a password it can be opened by a link only.
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
 * Makes an account an administrator's; it has to sign in again.
 * @throws {CommandError} where nobody has this address, or its account is suspended or administers already.
 */
export async function promoteAccount(db: Db, email: string): Promise<Account> {
  return db.transaction(async (tx) => {
    const account = await findAccount(tx, email)
    if (account.role === 'admin') throw new CommandError(`${email} já administra esta instalação`)
    if (isBanned(account)) throw new CommandError(`a conta ${email} está suspensa; encerre a suspensão antes`)
    await promote(tx, account.id)
    // A session does not outlive the role that it was opened with.
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

/** Gives an account another password, signs it out everywhere, and makes every link to a new password worthless. */
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

/** A single-use link by which an account's owner chooses a password, and its end. */
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
