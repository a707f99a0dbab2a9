import { and, eq, sql } from 'drizzle-orm'
import { type Audited, writeAudit } from '../auth/admin/audit.ts'
import { isBanned } from '../auth/auth-checks.ts'
import { promote, settleInstallation } from '../auth/installation.ts'
import type { LimitStore } from '../auth/limits/limit-store.ts'
import { forgetSignInFailures } from '../auth/limits/sign-in-limiter.ts'
import { passwords } from '../auth/passwords/hashing.ts'
import { forgetResetTokens } from '../auth/passwords/reset-tokens.ts'
import { listPasskeys, removeFactors } from '../auth/second-factor/second-factors.queries.ts'
import type { Db } from '../db/connect.ts'
import { accounts, plans, sessions, users } from '../db/schema/index.ts'
import { attachPurchases } from '../features/purchase-claims/buyers.queries.ts'
import {
  assignPlan,
  auditOfGift,
  ensureAutoSubscription,
} from '../features/subscriptions/assigned-plans.queries.ts'
import { listEntitlements } from '../features/subscriptions/subscriptions.queries.ts'
import {
  changeAddress,
  confirmAddress,
  createPasswordToken,
  PASSWORD_LINK_SECONDS,
} from '../features/users/user-address.queries.ts'
import { CommandError } from './command-error.ts'

export type Account = { id: string; name: string; email: string }
type AccountRow = Account & { emailVerified: boolean }

const TERMINAL = { actor: { id: null, name: 'Terminal do servidor' }, ipAddress: null, userAgent: null }

const BY_TERMINAL = { origin: TERMINAL, details: { by: 'terminal' } }

/** The actor at the server's terminal has no account. */
const note = (tx: Db, { id, name }: Account, audited: Pick<Audited, 'action' | 'before' | 'after'>) =>
  writeAudit(tx, { ...BY_TERMINAL, subject: { id, name }, ...audited })

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
): Promise<AccountRow> {
  return db.transaction(async (tx) => {
    const [account] = await tx
      .insert(users)
      .values({ name, email, role: 'admin', emailVerified: true })
      .onConflictDoNothing()
      .returning({ id: users.id, name: users.name, email: users.email, emailVerified: users.emailVerified })
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

/**
 * Removes an account's second factors and ends its sessions, for people who lost their phone.
 * @throws {CommandError} when no account has this address, or it has no second factor.
 */
export async function resetFactor(db: Db, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await findAccount(tx, email)
    const had = {
      hasTotp: account.twoFactorEnabled,
      passkeys: (await listPasskeys(tx, account.id)).length,
    }
    if (!had.hasTotp && had.passkeys === 0)
      throw new CommandError(`a conta ${email} não tem verificação em duas etapas nem chave de acesso`)
    await removeFactors(tx, account.id)
    await tx.delete(sessions).where(eq(sessions.userId, account.id))
    await note(tx, account, { action: 'user.reset-factor', before: had })
  })
}

/**
 * Gives a plan, by its name or its name on the screen, until a day or without end; the free plan ends what
 * was given. Returns the name of the plan that counts then.
 * @throws {CommandError} for an unknown address or plan, and when nothing would change.
 */
export async function givePlan(
  db: Db,
  { email, name, until }: { email: string; name: string; until: string | null },
): Promise<string> {
  return db.transaction(async (tx) => {
    const account = await findAccount(tx, email)
    const isNamed = sql`lower(${name}) in (lower(${plans.name}), lower(${plans.displayName}))`
    const found = await tx.select({ id: plans.id }).from(plans).where(isNamed)
    const [plan] = found
    if (!plan || found.length > 1) throw new CommandError(`não há um plano chamado “${name}”`)
    const given = await assignPlan(tx, { userId: account.id, planId: plan.id, until, actorId: null })
    if (!given) throw new CommandError('nada mudou: já estava assim')
    await note(tx, account, auditOfGift(given))
    const entitlement = (await listEntitlements(tx, { userIds: [account.id] })).get(account.id)
    return entitlement?.subscription.plan.displayName ?? ''
  })
}

/** A single-use link to set a password, and its validity in minutes. */
export async function createPasswordLink(
  { db, redis }: LimitStore,
  account: AccountRow,
  appUrl: string,
): Promise<{ link: string; minutes: number }> {
  const token = await db.transaction((tx) => createPasswordToken({ db: tx, redis }, account, BY_TERMINAL))
  return { link: `${appUrl}/reset-password?token=${token}`, minutes: PASSWORD_LINK_SECONDS / 60 }
}

/**
 * Confirms an account's address, ends its sessions and brings the purchases that waited for it. Where ADMIN_EMAIL
 * names the address, the account becomes an administrator at its next change.
 * @throws {CommandError} when no account has this address, or it was confirmed before.
 */
export async function confirmAccount(db: Db, email: string): Promise<void> {
  const account = await db.transaction(async (tx) => {
    const found = await findAccount(tx, email)
    if (!(await confirmAddress(tx, found, BY_TERMINAL))) {
      throw new CommandError(`o e-mail ${email} já estava confirmado`)
    }
    return found
  })
  await attachPurchases(db, { userId: account.id, source: 'sign-up' })
}

/**
 * Gives an account another, confirmed address, ends its sessions and links, and brings the purchases that waited.
 * @throws {CommandError} when no account has the first address; {AppError} when another has the second.
 */
export async function moveAccount(db: Db, { email, to }: { email: string; to: string }): Promise<void> {
  const account = await db.transaction(async (tx) => {
    const found = await findAccount(tx, email)
    await changeAddress(tx, found, to, BY_TERMINAL)
    return found
  })
  await attachPurchases(db, { userId: account.id, source: 'claim' })
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
