import { eq } from 'drizzle-orm'
import { auditEntries, users } from '../db/schema/index.ts'
import { refuseLastAdministrator } from './admin-rules.ts'
import type { LimitStore } from './limit-store.ts'
import { accountDeleted } from './mail-letters.ts'
import type { Mailer } from './mailer.ts'
import { forgetResetTokens } from './reset-tokens.ts'
import { forgetSignInFailures } from './sign-in-limiter.ts'

type Person = { id: string; name: string; email: string }

type Options = LimitStore & {
  mailer: Mailer
  appUrl: string
  /** Ends what goes on for the person, and removes what is kept outside of the database. */
  onAccountLeaving: (userId: string) => Promise<void>
}

/** What the audit log calls somebody who is gone: that something was done stays, who it was does not. */
const GONE = 'conta excluída'

/**
 * Deletes accounts with everything that is theirs, for whichever call asks for it.
 * @throws {AppError} CONFLICT for the last administrator; UNAVAILABLE when something can't be removed: the account is
 * still whole then.
 */
export function accountDeletion({ db, redis, mailer, appUrl, onAccountLeaving }: Options) {
  return async (person: Person): Promise<void> => {
    // Before anything is removed; and again below, where nobody can leave at the same time.
    await refuseLastAdministrator(db, person.id)
    await onAccountLeaving(person.id)
    await forgetResetTokens(db, { userId: person.id })
    await forgetSignInFailures({ db, redis }, person.email)
    const isDeleted = await db.transaction(async (tx) => {
      await refuseLastAdministrator(tx, person.id)
      await tx.update(auditEntries).set({ actorName: GONE }).where(eq(auditEntries.actorId, person.id))
      await tx
        .update(auditEntries)
        .set({ subjectName: GONE, details: {} })
        .where(eq(auditEntries.subjectId, person.id))
      // Sessions, chats, subscriptions, uploads and all the rest go with the row that they belong to.
      return tx.delete(users).where(eq(users.id, person.id)).returning({ id: users.id })
    })
    if (isDeleted.length === 0) return
    const letter = accountDeleted({ appUrl, name: person.name, at: new Date() })
    mailer.send({ ...letter, to: { name: person.name, address: person.email } })
  }
}
