import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { constraintOf, type Db } from '../../db/connect.ts'
import { accounts, users } from '../../db/schema/index.ts'
import { AppError } from '../../http/errors.ts'
import type { AuthOptions } from '../auth-options.ts'
import { promote } from '../installation.ts'
import { isEasyToGuess } from '../passwords/weak-passwords.ts'
import { acceptTerms } from './terms.ts'

type Person = { name: string; email: string }

const WEAK_TEXT = 'Essa senha é muito comum e fácil de adivinhar. Escolha outra.'

export const addressTaken = () =>
  new AppError('CONFLICT', 'Este e-mail já tem uma conta. Entre nela para aceitar o convite.')

/** Accounts of people whose address is proved by an invitation's link. */
export function invitedAccounts({ adminEmail, passwords, onAccountReady, onAddressProved }: AuthOptions) {
  return {
    /** @throws {AppError} VALIDATION_ERROR for an easily guessed password; UNAVAILABLE when too many wait. */
    async hashNewPassword(password: string, person: Person): Promise<string> {
      if (await isEasyToGuess(password, person)) {
        throw new AppError('VALIDATION_ERROR', WEAK_TEXT, { details: { password: WEAK_TEXT } })
      }
      return passwords.hash(password, 'sign-ups')
    },

    /**
     * Opens an account with a proved address, in the transaction that uses the link. Never touches an account
     * that exists. @throws {AppError} CONFLICT for an address that has one.
     */
    async open(tx: Db, { name, email, passwordHash }: Person & { passwordHash: string }): Promise<void> {
      if ((await tx.$count(users, eq(users.email, email))) > 0) throw addressTaken()
      const id = uuidv7()
      await tx
        .insert(users)
        .values({ id, name, email, emailVerified: true, termsAcceptedAt: new Date() })
        .catch((error) => {
          throw constraintOf(error) === 'users_email_key' ? addressTaken() : error
        })
      await tx
        .insert(accounts)
        .values({ userId: id, accountId: id, providerId: 'credential', password: passwordHash })
      await acceptTerms(tx, id)
      await onAccountReady(id, tx)
      if (email === adminEmail) await promote(tx, id)
    },

    /** Confirms the address of an account whose owner is signed in and holds the mail's link. */
    async proveAddress(tx: Db, userId: string): Promise<void> {
      await tx.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
      await onAddressProved(userId, tx)
    },
  }
}
