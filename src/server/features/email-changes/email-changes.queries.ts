import { and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { EmailChange } from '#shared/contract/email-changes.ts'
import { SERVER_LIMITS } from '#shared/limits-server.ts'
import { isBanned } from '../../auth/auth-checks.ts'
import { promote } from '../../auth/installation.ts'
import { createResetToken, forgetResetTokens } from '../../auth/passwords/reset-tokens.ts'
import { forgetTrustedDevices } from '../../auth/second-factor/trusted-devices.ts'
import type { Db } from '../../db/connect.ts'
import { accounts, emailChanges, passkeys, sessions, users } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'
import { accountGone } from '../uploads/uploads.queries.ts'

/** Lifetimes of the links on the new and on the old address. */
export const EMAIL_CHANGE_MINUTES = 60
export const UNDO_HOURS = 72
const PASSWORD_SECONDS = 3_600
/** Long after both links, so that support can tell what happened. */
const KEPT = sql`interval '30 days'`
const HOUR = sql`interval '1 hour'`
const PURGE_BATCH = 500

const ADDRESS_TAKEN = 'Este e-mail já tem outra conta.'
const addressTaken = () => new AppError('CONFLICT', ADDRESS_TAKEN, { details: { email: ADDRESS_TAKEN } })

type Account = typeof users.$inferSelect

/** Locked until the transaction ends. */
async function findAccount(tx: Db, userId: string): Promise<Account | undefined> {
  const [account] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  return account
}

const isOpen = (userId: string) =>
  and(
    eq(emailChanges.userId, userId),
    isNull(emailChanges.confirmedAt),
    gt(emailChanges.expiresAt, sql`now()`),
  )

type NewChange = { userId: string; sessionId: string; email: string; tokenHash: string; isLimited: boolean }

/**
 * Stores a change that waits for its link, and ends an older one that waits. Returns the user's name.
 * @throws {AppError} VALIDATION_ERROR for the account's own address; RATE_LIMITED above the hourly limit;
 * UNAUTHORIZED if the account was deleted meanwhile.
 */
export function createEmailChange(
  db: Db,
  { userId, sessionId, email, tokenHash, isLimited }: NewChange,
): Promise<EmailChange & { name: string }> {
  return db.transaction(async (tx) => {
    const account = await findAccount(tx, userId)
    if (!account) throw accountGone()
    if (account.email === email) {
      const text = 'Este já é o e-mail da sua conta.'
      throw new AppError('VALIDATION_ERROR', text, { details: { email: text } })
    }
    const isRecent = and(eq(emailChanges.userId, userId), gt(emailChanges.createdAt, sql`now() - ${HOUR}`))
    if (isLimited && (await tx.$count(emailChanges, isRecent)) >= SERVER_LIMITS.emailChangesPerHour) {
      const text = `Você já pediu ${SERVER_LIMITS.emailChangesPerHour} trocas de e-mail na última hora. Tente de novo mais tarde.`
      throw new AppError('RATE_LIMITED', text, { retryAfter: 3_600 })
    }
    await cancelEmailChange(tx, { userId })
    const [change] = await tx
      .insert(emailChanges)
      .values({
        ...{ userId, sessionId, tokenHash, oldEmail: account.email, newEmail: email },
        expiresAt: sql`now() + make_interval(mins => ${EMAIL_CHANGE_MINUTES})`,
      })
      .returning({ expiresAt: emailChanges.expiresAt })
    if (!change) throw new Error('no change was stored')
    return { email, expiresAt: change.expiresAt.toISOString(), name: account.name }
  })
}

/** The change that waits for its link; null for none. */
export async function findPendingChange(db: Db, { userId }: { userId: string }): Promise<EmailChange | null> {
  const [change] = await db
    .select({ email: emailChanges.newEmail, expiresAt: emailChanges.expiresAt })
    .from(emailChanges)
    .where(isOpen(userId))
    .orderBy(desc(emailChanges.createdAt))
    .limit(1)
  return change ? { ...change, expiresAt: change.expiresAt.toISOString() } : null
}

/** Ends the change that waits for its link, if there is one. */
export async function cancelEmailChange(db: Db, { userId }: { userId: string }): Promise<void> {
  await db.update(emailChanges).set({ expiresAt: sql`now()` }).where(isOpen(userId))
}

/** A user's changes of the last month, oldest first. */
export const listEmailChanges = (db: Db, { userId }: { userId: string }) =>
  db
    .select({
      oldEmail: emailChanges.oldEmail,
      newEmail: emailChanges.newEmail,
      askedAt: emailChanges.createdAt,
      confirmedAt: emailChanges.confirmedAt,
      undoneAt: emailChanges.undoneAt,
    })
    .from(emailChanges)
    .where(eq(emailChanges.userId, userId))
    .orderBy(emailChanges.createdAt, emailChanges.id)

export const findAddressOwner = async (db: Db, email: string): Promise<{ name: string } | undefined> =>
  (await db.select({ name: users.name }).from(users).where(eq(users.email, email)))[0]

type Move = { userId: string; email: string; keptSession?: string | undefined }

/**
 * Gives an account a proved address: links to the old one and all other sessions end, while second factors,
 * passkeys and the password stay. Purchases of the new address are attached by the caller, after the commit.
 */
export async function moveAddress(tx: Db, { userId, email, keptSession }: Move): Promise<void> {
  await tx.update(users).set({ email, emailVerified: true }).where(eq(users.id, userId))
  await forgetResetTokens(tx, { userId })
  const isOther = keptSession === undefined ? undefined : ne(sessions.id, keptSession)
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), isOther))
}

type Confirmed = { userId: string; name: string; oldEmail: string; newEmail: string; canUndo: boolean }

/**
 * Uses the link on the new address, once. The session that asked stays, all others end; the account that proves
 * ADMIN_EMAIL becomes the administrator, as at a sign-up. Undefined for a link that does not count: unknown, used,
 * expired, replaced, or of an account that is suspended or has another address by now.
 * @throws {AppError} CONFLICT when the address has an account by now; only its mailbox can learn it.
 */
export async function confirmEmailChange(
  db: Db,
  {
    tokenHash,
    undoHash,
    adminEmail,
  }: { tokenHash: string; undoHash: string; adminEmail: string | undefined },
): Promise<Confirmed | undefined> {
  return db.transaction(async (tx) => {
    const isIt = and(eq(emailChanges.tokenHash, tokenHash), isNull(emailChanges.confirmedAt))
    const [change] = await tx
      .select()
      .from(emailChanges)
      .where(and(isIt, gt(emailChanges.expiresAt, sql`now()`)))
      .for('update')
    const account = change && (await findAccount(tx, change.userId))
    if (!account || account.email !== change.oldEmail || isBanned(account)) return undefined
    const { userId, oldEmail, newEmail, sessionId } = change
    if (await findAddressOwner(tx, newEmail)) throw addressTaken()
    const becomesAdministrator = newEmail === adminEmail && account.role !== 'admin'
    await moveAddress(tx, {
      ...{ userId, email: newEmail },
      keptSession: becomesAdministrator ? undefined : sessionId,
    })
    if (becomesAdministrator) await promote(tx, userId)
    // An address that nobody proved may be a stranger's: it gets no way back into the account.
    const canUndo = account.emailVerified
    await tx
      .update(emailChanges)
      .set({
        confirmedAt: sql`now()`,
        ...(canUndo && { undoHash, undoExpiresAt: sql`now() + make_interval(hours => ${UNDO_HOURS})` }),
      })
      .where(eq(emailChanges.id, change.id))
    return { userId, name: account.name, oldEmail, newEmail, canUndo }
  })
}

type Undone = { userId: string; name: string; email: string; left: string; passwordToken: string }

/**
 * Uses the link on the old address, once: the account gets that address back, its password and passkeys go, because
 * a thief may know or have made them, and all sessions, reset links and trusted devices end. So do later changes with
 * their links: a thief's second change is undone too. Returns a token for a new password. Undefined for a link that
 * does not count.
 * @throws {AppError} CONFLICT when somebody has signed up with the address since, and proved it.
 */
export async function undoEmailChange(
  db: Db,
  { undoHash }: { undoHash: string },
): Promise<Undone | undefined> {
  return db.transaction(async (tx) => {
    const isIt = and(eq(emailChanges.undoHash, undoHash), isNull(emailChanges.undoneAt))
    const [change] = await tx
      .select()
      .from(emailChanges)
      .where(and(isIt, gt(emailChanges.undoExpiresAt, sql`now()`)))
      .for('update')
    const account = change && (await findAccount(tx, change.userId))
    if (!account) return undefined
    const { userId, oldEmail: email, confirmedAt } = change
    await freeAddress(tx, { userId, email })
    await moveAddress(tx, { userId, email })
    await forgetTrustedDevices(tx, userId)
    await forgetSignIns(tx, userId)
    await tx.update(emailChanges).set({ undoneAt: sql`now()` }).where(eq(emailChanges.id, change.id))
    await cancelEmailChange(tx, { userId })
    if (confirmedAt) {
      await tx
        .update(emailChanges)
        .set({ undoExpiresAt: sql`now()` })
        .where(and(eq(emailChanges.userId, userId), gt(emailChanges.confirmedAt, confirmedAt)))
    }
    const passwordToken = await createResetToken(tx, { userId, seconds: PASSWORD_SECONDS })
    return { userId, name: account.name, email, left: account.email, passwordToken }
  })
}

async function forgetSignIns(tx: Db, userId: string): Promise<void> {
  await tx.update(accounts).set({ password: null }).where(eq(accounts.userId, userId))
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
}

/** An account that took the address since and never proved it, perhaps to block the way back, loses it. */
async function freeAddress(tx: Db, { userId, email }: { userId: string; email: string }): Promise<void> {
  const [taker] = await tx
    .select()
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, userId)))
    .for('update')
  if (!taker) return
  if (taker.emailVerified) throw addressTaken()
  await tx
    .update(users)
    .set({ email: `${taker.id}@endereco-devolvido.invalid` })
    .where(eq(users.id, taker.id))
  await tx.delete(sessions).where(eq(sessions.userId, taker.id))
  await forgetResetTokens(tx, { userId: taker.id })
}

/** Deletes changes whose links have long expired. */
export async function purgeEmailChanges(db: Db): Promise<void> {
  for (;;) {
    const batch = db
      .select({ id: emailChanges.id })
      .from(emailChanges)
      .where(
        and(
          lt(emailChanges.createdAt, sql`now() - ${KEPT}`),
          or(isNull(emailChanges.undoExpiresAt), lt(emailChanges.undoExpiresAt, sql`now()`)),
        ),
      )
      .limit(PURGE_BATCH)
    const purged = await db
      .delete(emailChanges)
      .where(inArray(emailChanges.id, batch))
      .returning({ id: emailChanges.id })
    if (purged.length < PURGE_BATCH) return
  }
}
