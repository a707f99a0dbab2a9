import { eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { apiKeys, sessions } from '../../db/schema/index.ts'
import { promote } from '../installation.ts'
import { forgetResetTokens } from '../passwords/reset-tokens.ts'

type Change = { email?: unknown; role?: unknown }
type Changed = { id: string; email: string; emailVerified: boolean; role?: string | null | undefined }

/**
 * Consequences of a change to an account, by any call: a new address invalidates links sent to the old one,
 * and a new role ends all sessions and API keys (RELIABILITY A12, A20).
 */
export function accountChanges(db: Db, adminEmail: string | undefined) {
  // better-auth passes the change to `before` and the account to `after`; only the call object is common to
  // both.
  const changesByCall = new WeakMap<object, Change>()
  const endSessions = (userId: string) => db.delete(sessions).where(eq(sessions.userId, userId))
  /** Makes the account of the proved ADMIN_EMAIL the administrator; sessions from before the proof end. */
  const promoteOwner = async ({ id, email, emailVerified, role }: Changed): Promise<void> => {
    if (!adminEmail || !emailVerified || email !== adminEmail || role === 'admin') return
    await promote(db, id)
    await endSessions(id)
  }
  return {
    promoteOwner,
    before: async (change: Change, call: object | null | undefined) => {
      if (call) changesByCall.set(call, change)
    },
    after: async (user: Changed, call: object | null | undefined) => {
      const change = call ? changesByCall.get(call) : undefined
      if (change?.email !== undefined) await forgetResetTokens(db, { userId: user.id })
      if (change?.role !== undefined) {
        await endSessions(user.id)
        await db.delete(apiKeys).where(eq(apiKeys.userId, user.id))
      }
      await promoteOwner(user)
    },
  }
}
