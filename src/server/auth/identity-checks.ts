import type { GenericEndpointContext } from 'better-auth'
import { APIError, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { isLocalPath } from '#shared/local-path.ts'
import { listOwnSessions, ownSessionToken } from './accounts/own-sessions.ts'
import type { LimitStore } from './limits/limit-store.ts'
import { forgetSignInFailures, limitAttempts } from './limits/sign-in-limiter.ts'
import type { AccountMails } from './mail/account-mails.ts'
import { isEasyToGuess } from './passwords/weak-passwords.ts'
import { forgetTrustedDevices } from './second-factor/trusted-devices.ts'

type Call = GenericEndpointContext
type Answered = Call & { context: { returned?: unknown } }
type Person = { name: string; email: string }
type Options = {
  limits: LimitStore
  mails: AccountMails
  rateLimits: boolean
  /** Starts better-auth's password reset in the background. */
  requestReset(body: { email: string; redirectTo: string }): void
}

const WEAK_PASSWORD_TEXT = 'Essa senha é muito comum e fácil de adivinhar. Escolha outra.'
/** The same for addresses with and without an account. */
const RESET_TEXT = 'Se este e-mail tiver uma conta, você vai receber um link para criar uma nova senha.'

/** @throws {APIError} for an easily guessed password. */
export async function refuseWeakPassword(field: string, password: unknown, person?: Person): Promise<void> {
  if (typeof password !== 'string' || !(await isEasyToGuess(password, person))) return
  throw new APIError('BAD_REQUEST', {
    code: 'PASSWORD_COMPROMISED',
    message: WEAK_PASSWORD_TEXT,
    details: { [field]: WEAK_PASSWORD_TEXT },
  })
}

/** Fixes the targets of links in mails, and restricts others to this site (RELIABILITY A22). */
export function safeLinkQuery(call: Call): Record<string, unknown> | undefined {
  if (call.path === '/reset-password/:token') return { ...call.query, callbackURL: '/reset-password' }
  if (call.path !== '/verify-email') return undefined
  const asked = call.query?.callbackURL
  return { ...call.query, callbackURL: typeof asked === 'string' && isLocalPath(asked) ? asked : '/callback' }
}

/** Checks and effects around the calls about the user's own identity. */
export function identityChecks({ limits, mails, rateLimits, requestReset }: Options) {
  const { db } = limits
  const personOf = async (call: Call, userId: string | undefined) =>
    (userId && (await call.context.internalAdapter.findUserById(userId))) || undefined

  const before: Record<string, (call: Call) => Promise<unknown>> = {
    '/sign-up/email': ({ body }) => refuseWeakPassword('password', body.password, body),

    '/reset-password': async (call) => {
      const { token, newPassword } = call.body
      const asked = await call.context.internalAdapter.findVerificationValue(`reset-password:${token}`)
      // Before the token is consumed, so that the user can choose another password.
      await refuseWeakPassword('newPassword', newPassword, await personOf(call, asked?.value))
    },

    '/request-password-reset': async (call) => {
      call.body.redirectTo = '/reset-password'
      if (!call.request) return undefined
      // Answers before any lookup, so that the timing does not reveal an account (A14).
      requestReset({ ...call.body })
      return { status: true, message: RESET_TEXT }
    },

    '/send-verification-email': async (call) => {
      call.body.callbackURL = '/callback'
    },

    '/change-password': async (call) => {
      const current = await getSessionFromCtx(call)
      // Without a session better-auth refuses the call.
      if (!current) return
      if ('impersonatedBy' in current.session && current.session.impersonatedBy)
        throw new APIError('FORBIDDEN')
      if (rateLimits) await limitAttempts(limits, changeKey(current.user))
      await refuseWeakPassword('newPassword', call.body.newPassword, current.user)
      call.body.revokeOtherSessions = true
    },

    '/revoke-session': async (call) => {
      const current = await getSessionFromCtx(call)
      // Before better-auth looks for a token in the body.
      if (!current) throw new APIError('UNAUTHORIZED', { code: 'UNAUTHORIZED', message: 'Unauthorized' })
      const { sessionId: id } = call.body
      const token = await ownSessionToken(db, { userId: current.user.id, id })
      if (!token) throw new APIError('NOT_FOUND', { code: 'NOT_FOUND', message: 'Sessão não encontrada' })
      call.body.token = token
    },
  }

  const after: Record<string, (call: Call) => Promise<unknown>> = {
    '/change-password': async (call) => {
      const changed = call.context.newSession?.user
      if (!changed) return
      mails.passwordChanged(changed)
      await forgetTrustedDevices(db, changed.id)
      await forgetSignInFailures(limits, changeKey(changed))
    },
    '/list-sessions': async (call) => {
      const current = await getSessionFromCtx(call)
      return current && listOwnSessions(db, { userId: current.user.id, currentId: current.session.id })
    },
  }

  return {
    /** Runs after the contract check. A returned value is the response. */
    before: async (call: Call): Promise<unknown> => before[call.path]?.(call),
    /** Runs after a successful call. A returned value replaces the response. */
    after: async (call: Answered): Promise<unknown> => {
      if (isAPIError(call.context.returned)) return undefined
      return (await after[call.path]?.(call)) ?? (call.request && withoutToken(call.context.returned))
    },
  }
}

const changeKey = ({ email }: { email: string }) => `change-password ${email}`

/** Removes the token, which only the cookie should carry. Undefined when there is none. */
function withoutToken(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { token, session } = answer as { token?: unknown; session?: Record<string, unknown> | null }
  if (typeof token === 'string') return { ...answer, token: null }
  if (typeof session?.token !== 'string') return undefined
  const { token: _hidden, ...shown } = session
  return { ...answer, session: shown }
}
