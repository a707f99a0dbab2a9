import type { GenericEndpointContext } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { and, eq, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { accounts, credentials, sessions, users } from '../../db/schema/index.ts'
import type { CurrentSessions } from '../current-session.ts'
import { createResetToken } from '../passwords/reset-tokens.ts'
import { removeFactors } from '../second-factor/second-factors.queries.ts'

type Call = GenericEndpointContext
type Answered = Call & { context: { returned?: unknown } }

/** Where a browser is sent whose account needs a password; the address is the page's own. */
const passwordPath = (token: string) => `/reset-password?${new URLSearchParams({ token, first: 'true' })}`

const COOKIE = 'signed_up'
/** Longer than a link is valid, so that a second mail still finds the cookie. */
const COOKIE_SECONDS = 24 * 60 * 60

/** How long a new password can be chosen, in seconds. */
const PASSWORD_SECONDS = 60 * 60

type Options = { db: Db; currentSessions: CurrentSessions }

/**
 * Protects owners of addresses with which strangers sign up. The link of a mail proves the mailbox, not who chose
 * the password: unless the browser that opens it has signed the account up or in, the first proof removes the
 * password, the second factors, the provider keys and all sessions, and leads to a new password.
 */
export function firstProof({ db, currentSessions }: Options) {
  /** The accounts that the browser of a call has signed up or in. */
  const ownAccounts = new WeakMap<Request, (string | undefined)[]>()
  const newPasswords = new WeakMap<Request, string>()

  const cookieOf = (call: Call) => call.context.createAuthCookie(COOKIE, { maxAge: COOKIE_SECONDS })

  const leadToPassword = async (request: Request, userId: string, on: Db) => {
    newPasswords.set(request, await createResetToken(on, { userId, seconds: PASSWORD_SECONDS }))
  }

  return {
    /** After a sign-up without a session: this browser chose the password. */
    async rememberSignUp(call: Answered): Promise<void> {
      const { user } = Object(call.context.returned)
      if (call.context.newSession || typeof user?.id !== 'string') return
      const { name, attributes } = cookieOf(call)
      await call.setSignedCookie(name, user.id, call.context.secret, attributes)
    },

    /** Before a link is followed. */
    async noteBrowser(call: Call): Promise<void> {
      if (!call.request) return
      const signedIn = await currentSessions.findUser(call.request.headers)
      const signedUp = await call.getSignedCookie(cookieOf(call).name, call.context.secret)
      ownAccounts.set(call.request, [signedIn?.id, signedUp || undefined])
    },

    /** Before the address counts as proved, so that nothing follows from the proof for the stranger. */
    async removeStrangers({ id: userId }: { id: string }, request: Request | undefined): Promise<void> {
      if (!request || ownAccounts.get(request)?.includes(userId)) return
      await db.transaction(async (tx) => {
        const isPassword = and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))
        await tx.delete(accounts).where(isPassword)
        await tx.delete(credentials).where(eq(credentials.userId, userId))
        await removeFactors(tx, userId)
        await tx.delete(sessions).where(eq(sessions.userId, userId))
        await leadToPassword(request, userId, tx)
      })
    },

    /**
     * After the link: the page for a new password, if the account needs one. A mail scanner may have followed the
     * link first, so that later visits lead there too.
     */
    async passwordPath({ request, context, query }: Answered): Promise<string | undefined> {
      if (!request || !isSuccess(context.returned)) return undefined
      if (!newPasswords.has(request)) {
        const userId = await findUserWithoutAccess(db, emailOf(String(query?.token)))
        if (userId) await leadToPassword(request, userId, db)
      }
      const token = newPasswords.get(request)
      return token && passwordPath(token)
    },
  }
}

/** The library answers a valid link with a redirect without an error. */
const isSuccess = (returned: unknown): boolean =>
  isAPIError(returned) &&
  returned.statusCode === 302 &&
  !new Headers(returned.headers).get('location')?.includes('error=')

/** The address in a token whose signature the library has checked. */
const emailOf = (token: string): string =>
  Object(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).email

/** The account of an address that has neither a password nor another way to sign in. */
async function findUserWithoutAccess(db: Db, email: string): Promise<string | undefined> {
  const access = db.select({ one: sql`1` }).from(accounts).where(eq(accounts.userId, users.id))
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), notExists(access)))
  return found?.id
}
