import type { AuthContext } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { createEmailVerificationToken, isAPIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { admin } from 'better-auth/plugins/admin'
import { v7 as uuidv7 } from 'uuid'
import type { CurrentUser } from '#shared/contract/auth.ts'
import {
  accounts,
  passkeys,
  rateLimits,
  sessions,
  twoFactors,
  users,
  verifications,
} from '../db/schema/index.ts'
import { unavailable } from '../http/errors.ts'
import { ADDRESS_HEADER } from '../http/internal-headers.ts'
import { accountDeletion } from './accounts/deletion.ts'
import { deviceCookie } from './accounts/device-cookie.ts'
import { firstProof } from './accounts/first-proof.ts'
import { accountHooks } from './accounts/hooks.ts'
import { invitedAccounts } from './accounts/invited-accounts.ts'
import { updateLastSeen } from './accounts/last-seen.ts'
import { ownDataChecks } from './accounts/own-data-checks.ts'
import { adminRules } from './admin/call-checks.ts'
import { adminCalls } from './admin/calls.ts'
import { type AdmittedCall, admitImpersonator, impersonatorOf } from './admin/impersonation.ts'
import { ADMIN_OPTIONS } from './admin/permissions.ts'
import { answerAtomically, createScope } from './admin/transaction-scope.ts'
import { keyIn } from './api-keys/bearer-key.ts'
import { keyAdmission } from './api-keys/key-admission.ts'
import { authHooks, isBanned } from './auth-checks.ts'
import type { AuthOptions } from './auth-options.ts'
import { CurrentSessions, isDueForRenewal, SESSION_SECONDS } from './current-session.ts'
import { googleSignIn } from './google.ts'
import { identityChecks } from './identity-checks.ts'
import { libraryLog } from './library-log.ts'
import { ADDRESS_RULES, addressLimiter } from './limits/address-limiter.ts'
import { accountMails } from './mail/account-mails.ts'
import { OpenSessions } from './open-sessions.ts'
import { preparedHashing } from './passwords/prepared-hash.ts'
import { passwordSettings } from './passwords/settings.ts'
import { twoFactorPlugin } from './second-factor/challenge.ts'
import { secondFactorChecks } from './second-factor/checks.ts'
import { ownProof } from './second-factor/own-proof.ts'
import { passkeyPlugin } from './second-factor/passkeys.ts'
import { lackingOf, refuseWithoutProof } from './second-factor/proof.ts'
import { TRUST_PREFIX } from './second-factor/trusted-devices.ts'

/** An instant of a session that answers never show. */
const HIDDEN_DATE = { type: 'date', required: false, input: false, returned: false } as const

/** better-auth as configured for this application, under `/api/auth`. */
export function createAuth(options: AuthOptions) {
  const { log } = options
  const scope = createScope(options.db)
  const { db } = scope
  const limits = { db, redis: options.redis }
  const isHttps = options.appUrl.startsWith('https:')
  // better-auth only knows `__Secure-`. With `__Host-`, no other host of the domain can set the cookie.
  const cookiePrefix = isHttps ? '__Host-elenco' : 'elenco'
  const currentSessions = new CurrentSessions({ db: options.db, secret: options.secret, cookiePrefix })
  const openSessions = new OpenSessions(options.db)
  const mails = accountMails(options)
  const deleteAccount = accountDeletion({ ...options, scope })
  const proof = firstProof({ db, currentSessions })
  const passwords = preparedHashing(options.passwords)
  const requestReset = (body: { email: string; redirectTo: string }): void => {
    auth.api
      .requestPasswordReset({ body })
      .catch((error: unknown) => log.error({ err: error }, 'new password not prepared'))
  }
  const auth = betterAuth({
    baseURL: options.appUrl,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: options.origins,
    telemetry: { enabled: false },
    logger: libraryLog(log),
    onAPIError: {
      errorURL: `${options.appUrl}/callback`,
      // Refusals are responses; all other errors leave the handler for the app's own failure writer.
      throw: true,
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
        twoFactor: twoFactors,
        passkey: passkeys,
      },
    }),
    advanced: {
      cookiePrefix,
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' },
      database: { generateId: () => uuidv7() },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    ...passwordSettings({ ...options, passwords: passwords.forLibrary, limits, mails, proof }),
    // Reset tokens and states are stored as hashes, so that a leaked table opens no account.
    verification: { storeIdentifier: { default: 'hashed', overrides: { [TRUST_PREFIX]: 'plain' } } },
    account: {
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
      updateAccountOnSignIn: false,
    },
    session: {
      cookieCache: { enabled: false },
      ...SESSION_SECONDS,
      // Sensitive calls ask for a proof of identity instead of a fresh session.
      freshAge: 0,
      additionalFields: {
        lastSeenAt: { type: 'date', required: false, input: false },
        provedAt: HIDDEN_DATE,
        factorAt: HIDDEN_DATE,
      },
    },
    user: {
      // `beforeDelete` removes everything in one step; better-auth then only signs the browser out.
      deleteUser: { enabled: true, beforeDelete: deleteAccount },
      additionalFields: {
        bio: { type: 'string', required: false },
        phoneNumber: { type: 'string', required: false },
        hasCompletedOnboarding: { type: 'boolean', required: false, defaultValue: false, input: false },
        termsAcceptedAt: { type: 'date', required: false, input: false, returned: false },
      },
    },
    rateLimit: {
      enabled: options.rateLimits,
      // Outside the transaction, so that failed calls count too.
      customStorage: addressLimiter(options),
      window: 60,
      max: 300,
      customRules: ADDRESS_RULES,
    },
    hooks: authHooks({
      limits,
      rateLimits: options.rateLimits,
      identity: identityChecks({ limits, mails, rateLimits: options.rateLimits, requestReset }),
      ownData: ownDataChecks({ ...options, limits }),
      secondFactor: secondFactorChecks({ limits, mails, rateLimits: options.rateLimits }),
      proof,
      devices: deviceCookie({ db, secret: options.secret }),
      passwords,
    }),
    databaseHooks: accountHooks({ options, db, mails, deleteAccount }),
    plugins: [
      admin(ADMIN_OPTIONS),
      adminRules(scope, { redis: options.redis, mails }),
      twoFactorPlugin(options),
      passkeyPlugin({ ...options, db }),
    ],
  })

  const google =
    options.google &&
    googleSignIn(options.google, {
      log,
      requireVerified: options.requireVerification,
      context: async () => (await auth.$context) as unknown as AuthContext,
    })
  google?.isReady()

  /** better-auth's check, whose hooks bound an impersonation and name the administrator. */
  const impersonatedSession = (headers: Headers) =>
    // No extension here, because the new cookie could not reach the response.
    auth.api.getSession({ headers, query: { disableRefresh: true } }).catch((error) => {
      // better-auth hides database errors behind its own 500; nothing else fails here.
      throw isAPIError(error) && error.statusCode === 500 ? unavailable() : error
    })

  return {
    handler: (request: Request): Promise<Response> =>
      new URL(request.url).pathname.startsWith('/api/auth/admin/') && request.method !== 'GET'
        ? answerAtomically(scope, () => auth.handler(request))
        : passwords.inCall(() => auth.handler(request)),
    /** The library's own messages of its codes. */
    englishTexts: new Set(Object.values(auth.$ERROR_CODES).map(({ message }) => message)),
    /** Administrators' calls for the App API, with the same rules as `/api/auth/admin`. */
    admin: adminCalls(auth.api, scope),
    /** Accounts of invited people. */
    invited: invitedAccounts(options),
    /** Checks and audits a call during an impersonation. @throws {AppError} FORBIDDEN */
    admit: (user: CurrentUser, call: AdmittedCall) => admitImpersonator(db, user, call),
    /** @throws {AppError} STEP_UP_REQUIRED without a recent proof of identity in the session. */
    requireProof: (sessionId: string) => refuseWithoutProof(db, sessionId),
    /** Unused recovery codes of an account with codes by app. */
    countRecoveryCodes: async (userId: string) =>
      (await auth.api.viewBackupCodes({ body: { userId } })).backupCodes.length,
    ownProof: ownProof(auth.api, { limits, rateLimits: options.rateLimits }),
    /** Calls `close` when the session has ended. Returns the function that stops watching. */
    onSessionEnd: (of: { sessionId: string; userId: string }, close: () => void) =>
      openSessions.watch(of, close),
    /** Whose calls are counted together; undefined for visitors. */
    shareOf: (headers: Headers) => currentSessions.shareOf(headers) ?? keyIn(headers),
    keyIn,
    /** The administrator whose key makes this call. @throws {AppError} UNAUTHORIZED, FORBIDDEN, RATE_LIMITED */
    admitKey: keyAdmission(options),
    /** A link that proves this address of this account, as the one after a sign-up does. */
    async verificationLink({ userId, email }: { userId: string; email: string }, seconds: number) {
      const token = await createEmailVerificationToken(options.secret, email, undefined, seconds, { userId })
      return `${options.appUrl}/api/auth/verify-email?${new URLSearchParams({ token, callbackURL: '/callback' })}`
    },
    /** Whose session the cookie probably is, without a read; decides nothing. */
    expectedUser: (headers: Headers) => currentSessions.expectedUser(headers),
    isGoogleReady: () => google?.isReady() ?? false,
    /**
     * The JSON of `GET /get-session`; undefined when better-auth must answer: it renews and removes cookies, and
     * knows impersonations.
     */
    async readSession(headers: Headers): Promise<string | undefined> {
      const current = await currentSessions.findAnswer(headers)
      if (!current || current.impersonatedBy || isDueForRenewal(current)) return undefined
      // A banned user counts as signed out for the page.
      return isBanned(current) ? 'null' : current.json
    },
    /** The user of the session cookie; undefined without a live session. */
    async findUser(
      headers: Headers,
    ): Promise<(CurrentUser & { isBanned: boolean; sessionId: string }) | undefined> {
      const found = await currentSessions.findUser(headers)
      if (!found) return undefined
      const { sessionId, lastSeenAt, impersonatedBy, ...user } = found
      const lacking = lackingOf(found)
      const current = impersonatedBy
        ? await impersonatedSession(headers)
        : { session: { id: sessionId, lastSeenAt: new Date(lastSeenAt), impersonatedBy }, user }
      if (!current) return undefined
      updateLastSeen(options.db, log, {
        sessionId: current.session.id,
        userId: current.user.id,
        lastSeenAt: current.session.lastSeenAt,
        isImpersonated: Boolean(impersonatedBy),
      })
      const { id, name, email, role } = current.user
      const impersonator = impersonatorOf(current.session)
      return {
        ...{ id, name, email, role: role === 'admin' ? 'admin' : 'user' },
        isBanned: isBanned(current.user),
        sessionId: current.session.id,
        ...(impersonator ? { impersonator } : lacking && { lacking }),
      }
    },
  }
}

export type Auth = ReturnType<typeof createAuth>
