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
  /** Ends what goes on for the person, and removes what is kept outside of the database. */
  onAccountLeaving: (userId: string) => Promise<void>
  /** Keeps what has to outlive the account, in the transaction that deletes it; its answer is called once it is gone. */
  onAccountGoing: (userId: string, tx: Db) => Promise<() => void>
}

/**
 * Deletes accounts with everything that is theirs, for whichever call asks for it.
 * @throws {AppError} CONFLICT for the last administrator; UNAVAILABLE when something can't be removed: the account is
 * still whole then.
 */
export function accountDeletion({ scope, redis, mailer, appUrl, onAccountLeaving, onAccountGoing }: Options) {
  const { db } = scope
  return async (person: Person): Promise<void> => {
    // Before anything is removed; and again below, where nobody can leave at the same time.
    await refuseLastAdministrator(db, person.id)
    await onAccountLeaving(person.id)
    await forgetResetTokens(db, { userId: person.id })
    await forgetSignInFailures({ db, redis }, person.email)
    const goneWith = await db.transaction(async (tx) => {
      const afterwards = await onAccountGoing(person.id, tx)
      await refuseLastAdministrator(tx, person.id)
      // Sessions, chats, subscriptions, uploads and all the rest go with the row that they belong to; what the audit log
      // says of somebody goes by its trigger.
      const deleted = await tx.delete(users).where(eq(users.id, person.id)).returning({ id: users.id })
      return deleted.length > 0 ? afterwards : undefined
    })
    if (!goneWith) return
    scope.afterwards(goneWith)
    const letter = accountDeleted({ appUrl, name: person.name, at: new Date() })
    mailer.send({ ...letter, to: { name: person.name, address: person.email } })
  }
}
