import { eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { sessions } from '../../db/schema/index.ts'
import { promote } from '../installation.ts'
import { forgetResetTokens } from '../passwords/reset-tokens.ts'

type Change = { email?: unknown; role?: unknown }
type Changed = { id: string; email: string; emailVerified: boolean; role?: string | null | undefined }

/**
 * What follows from a change to an account, whichever call made it: links sent to an address that was given up are
 * worthless, and a session does not outlive the role that it was opened with (RELIABILITY A12, A20).
 */
export function accountChanges(db: Db, adminEmail: string | undefined) {
  // better-auth says what changes before, and whose account it is after; the call is what both have in common.
  const under = new WeakMap<object, Change>()
  const endSessions = (userId: string) => db.delete(sessions).where(eq(sessions.userId, userId))
  return {
    before: async (change: Change, call: object | null | undefined) => {
      if (call) under.set(call, change)
    },
    after: async (user: Changed, call: object | null | undefined) => {
      const change = call ? under.get(call) : undefined
      if (change?.email !== undefined) await forgetResetTokens(db, { userId: user.id })
      if (change?.role !== undefined) await endSessions(user.id)
      if (!adminEmail || !user.emailVerified || user.email !== adminEmail || user.role === 'admin') return
      await promote(db, user.id)
      await endSessions(user.id)
    },
  }
}
