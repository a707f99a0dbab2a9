import { eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { users } from '../../db/schema/index.ts'
import { refuseLastAdministrator } from '../admin/rules.ts'
import type { Scope } from '../admin/transaction-scope.ts'
import type { LimitStore } from '../limits/limit-store.ts'
import { forgetSignInFailures } from '../limits/sign-in-limiter.ts'
import type { Mailer } from '../mail/mailer.ts'
import { accountDeleted } from '../mail/messages.ts'
import { forgetResetTokens } from '../passwords/reset-tokens.ts'

type Person = { id: string; name: string; email: string }

type Options = Pick<LimitStore, 'redis'> & {
  scope: Scope
  mailer: Mailer
  appUrl: string
  /** Ends the user's running work and removes data outside the database. */
  onAccountLeaving: (userId: string) => Promise<void>
  /**
   * Saves what must outlive the account, in the deleting transaction. The returned function runs after the
   * commit.
   */
  onAccountGoing: (userId: string, tx: Db) => Promise<() => void>
}

/**
 * Deletes accounts with all their data.
 * @throws {AppError} CONFLICT for the last administrator; UNAVAILABLE when some data cannot be removed, and
 * the account is then unchanged.
 */
export function accountDeletion({ scope, redis, mailer, appUrl, onAccountLeaving, onAccountGoing }: Options) {
  const { db } = scope
  return async (person: Person): Promise<void> => {
    // A cheap check first; the one in the transaction is safe against concurrent deletions.
    await refuseLastAdministrator(db, person.id)
    await onAccountLeaving(person.id)
    await forgetResetTokens(db, { userId: person.id })
    await forgetSignInFailures({ db, redis }, person.email)
    const afterCommit = await db.transaction(async (tx) => {
      const afterwards = await onAccountGoing(person.id, tx)
      await refuseLastAdministrator(tx, person.id)
      // Foreign keys delete sessions, chats, subscriptions and uploads with the row; a trigger removes the
      // user's data from the audit log.
      const deleted = await tx.delete(users).where(eq(users.id, person.id)).returning({ id: users.id })
      return deleted.length > 0 ? afterwards : undefined
    })
    if (!afterCommit) return
    scope.afterwards(afterCommit)
    const letter = accountDeleted({ appUrl, name: person.name, at: new Date() })
    mailer.send({ ...letter, to: { name: person.name, address: person.email } })
  }
}
