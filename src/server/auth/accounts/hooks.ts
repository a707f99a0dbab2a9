import type { BetterAuthOptions } from 'better-auth'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { users } from '../../db/schema/index.ts'
import { LOCAL_HEADER } from '../../http/internal-headers.ts'
import type { AuthOptions } from '../auth-options.ts'
import { completeSetup } from '../installation.ts'
import type { AccountMails } from '../mail/account-mails.ts'
import { BY_FACTOR, mayOpenSession } from '../second-factor/challenge.ts'
import { accountChanges } from './changes.ts'
import { recordDevice } from './known-devices.ts'
import { updateLastSeen } from './last-seen.ts'
import { acceptTerms } from './terms.ts'

const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null }

type Parts = {
  options: AuthOptions
  /** The database, or the transaction of the current call. */
  db: Db
  mails: AccountMails
  deleteAccount: (user: { id: string; name: string; email: string }) => Promise<void>
}

/** Database hooks of better-auth: effects that every call shares. */
export function accountHooks({ options, db, mails, deleteAccount }: Parts) {
  const { adminEmail, log } = options
  const changes = accountChanges(db, adminEmail)
  return {
    user: {
      create: {
        before: async (user, ctx) => ({
          data: ctx?.body?.termsAccepted === true ? { ...user, termsAcceptedAt: new Date() } : user,
        }),
        after: async (user, ctx) => {
          await options.onAccountReady(user.id, db)
          if (ctx?.body?.termsAccepted === true) await acceptTerms(db, user.id)
          // Google proves the address before the account exists.
          if (adminEmail) return changes.promoteOwner(user)
          await completeSetup(db, {
            userId: user.id,
            setupToken: ctx?.body?.setupToken,
            isLocalRequest: options.isLoopback && ctx?.request?.headers.get(LOCAL_HEADER) === 'yes',
          })
        },
      },
      update: {
        before: changes.before,
        after: async (user, ctx) => {
          if (user.emailVerified) await options.onAddressProved(user.id, db)
          await changes.after(user, ctx)
        },
      },
      // Also runs for administrators' calls, which delete through better-auth.
      delete: { before: deleteAccount },
    },
    // Google's tokens have no use after sign-in and are not stored.
    account: { create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) } },
    session: {
      create: {
        before: async (session, ctx) => {
          const path = ctx?.path
          const [user] = await db.select().from(users).where(eq(users.id, session.userId))
          if (user?.twoFactorEnabled && !mayOpenSession(path)) return false
          if (session.impersonatedBy) return
          const now = new Date()
          return {
            data: { ...session, provedAt: now, ...(BY_FACTOR.has(path ?? '') && { factorAt: now }) },
          }
        },
        after: async (session, ctx) => {
          await options.onAccountReady(session.userId, db)
          const { id: sessionId, userId } = session
          const isImpersonated = Boolean(session.impersonatedBy)
          updateLastSeen(options.db, log, { sessionId, userId, lastSeenAt: undefined, isImpersonated })
          await recordDevice({ db, mails }, session, ctx?.path)
        },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks']
}
