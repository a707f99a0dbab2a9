import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { isAPIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { admin } from 'better-auth/plugins/admin'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { CurrentUser } from '#shared/contract/auth.ts'
import type { Db } from '../db/connect.ts'
import { accounts, rateLimits, sessions, users, verifications } from '../db/schema/index.ts'
import { unavailable } from '../http/errors.ts'
import { authHooks, isBanned } from './auth-checks.ts'
import { claimInstallation, promote } from './installation.ts'
import { passwords } from './passwords.ts'

export type AuthOptions = {
  db: Db
  log: Logger
  appUrl: string
  origins: string[]
  secret: string
  isLoopback: boolean
  rateLimits: boolean
  adminEmail: string | undefined
  /** What every new account gets, and every sign-in makes sure of. */
  onAccountReady: (userId: string) => Promise<void>
}

/** Header in which our own code names the client's address to better-auth; inbound copies are dropped first. */
export const ADDRESS_HEADER = 'x-app-ip'
/** Set by our own code when a request came straight from this machine, not through a proxy. */
export const LOCAL_HEADER = 'x-app-local'

const DAY = 24 * 60 * 60

/** better-auth as this application uses it, under `/api/auth`. */
export function createAuth(options: AuthOptions) {
  const { db, log, adminEmail } = options
  const isHttps = options.appUrl.startsWith('https:')
  const auth = betterAuth({
    baseURL: options.appUrl,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: options.origins,
    telemetry: { enabled: false },
    // Of what it logs only errors matter, and of their arguments only those that our own logger can make safe.
    logger: {
      level: 'error',
      log: (_level, message, ...details) =>
        log.error({ from: 'better-auth', err: details.find((it) => it instanceof Error) }, message),
    },
    onAPIError: {
      // A refusal is an answer; anything else is a fault, which the app's own failure writer maps and logs.
      onError: (error) => {
        if (!isAPIError(error)) throw error
      },
    },
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: {
        user: users,
        session: sessions,
        account: accounts,
        verification: verifications,
        rateLimit: rateLimits,
      },
    }),
    advanced: {
      cookiePrefix: 'elenco',
      useSecureCookies: isHttps,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: isHttps },
      database: { generateId: () => uuidv7() },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      password: passwords,
    },
    session: { cookieCache: { enabled: false }, expiresIn: 30 * DAY, updateAge: DAY },
    user: {
      additionalFields: {
        bio: { type: 'string', required: false },
        phoneNumber: { type: 'string', required: false },
        hasCompletedOnboarding: { type: 'boolean', required: false, defaultValue: false, input: false },
        termsAcceptedAt: { type: 'date', required: false, input: false, returned: false },
      },
    },
    rateLimit: {
      enabled: options.rateLimits,
      storage: 'database',
      window: 60,
      max: 300,
      customRules: {
        // Asked for by every page of everybody behind one address; a refusal would sign people out.
        '/get-session': false,
        '/sign-out': false,
        '/sign-up/email': { window: 600, max: 10 },
        '/sign-in/email': { window: 60, max: 20 },
      },
    },
    hooks: authHooks({ db, rateLimits: options.rateLimits }),
    databaseHooks: {
      user: {
        create: {
          before: async (user, ctx) => ({
            data: ctx?.body?.termsAccepted === true ? { ...user, termsAcceptedAt: new Date() } : user,
          }),
          after: async (user, ctx) => {
            await options.onAccountReady(user.id)
            if (adminEmail) return
            await claimInstallation(db, {
              userId: user.id,
              setupToken: ctx?.body?.setupToken,
              isLocalRequest: options.isLoopback && ctx?.request?.headers.get(LOCAL_HEADER) === 'yes',
            })
          },
        },
        update: {
          after: async (user) => {
            if (adminEmail && user.emailVerified && user.email === adminEmail) await promote(db, user.id)
          },
        },
      },
      session: { create: { after: async (session) => options.onAccountReady(session.userId) } },
    },
    plugins: [admin()],
  })

  return {
    handler: (request: Request): Promise<Response> => auth.handler(request),
    /** The person whose cookie this is; undefined without a live session. */
    async findUser(headers: Headers): Promise<(CurrentUser & { isBanned: boolean }) | undefined> {
      // Not prolonged here: the cookie that would say so has no way out of this call.
      const current = await auth.api
        .getSession({ headers, query: { disableRefresh: true } })
        .catch((error) => {
          // The library hides what the database said behind a 500 of its own; nothing else makes it fail here.
          throw isAPIError(error) && error.statusCode === 500 ? unavailable() : error
        })
      if (!current) return undefined
      const { id, name, email, role } = current.user
      return { id, name, email, role: role === 'admin' ? 'admin' : 'user', isBanned: isBanned(current.user) }
    },
  }
}

export type Auth = ReturnType<typeof createAuth>
