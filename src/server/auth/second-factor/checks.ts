import type { GenericEndpointContext } from 'better-auth'
import { APIError, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { ERROR_STATUS } from '#shared/envelope.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../http/errors.ts'
import type { LimitStore } from '../limits/limit-store.ts'
import { forgetSignInFailures, limitAttempts } from '../limits/sign-in-limiter.ts'
import type { AccountMails } from '../mail/account-mails.ts'
import { markProved, refuseWithoutProof } from './proof.ts'
import { listPasskeys, ownsPasskey } from './second-factors.queries.ts'
import { forgetTrustedDevices } from './trusted-devices.ts'
import { claimCode } from './used-codes.ts'

type Call = GenericEndpointContext
type Answered = Call & { context: { returned?: unknown } }
type Options = { limits: LimitStore; mails: AccountMails; rateLimits: boolean }

/** Calls that change how an account signs in. */
const PROVED = new Set([
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/delete-passkey',
])
const OF_PASSKEY = new Set(['/passkey/update-passkey', '/passkey/delete-passkey'])
const CODES = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code'])

const UNREADABLE = 'FAILED_TO_VERIFY_REGISTRATION'

/** The library's cookie between the password and the code. */
const CHALLENGE_COOKIE = 'two_factor'

/** An AppError in better-auth's shape. */
const toApiError = ({ code, message }: AppError) => new APIError(ERROR_STATUS[code], { code, message })

/** {@link refuseWithoutProof} in a hook of better-auth. @throws {APIError} STEP_UP_REQUIRED */
export const requireProof = (db: Db, sessionId: string): Promise<void> =>
  refuseWithoutProof(db, sessionId).catch((error) => {
    throw error instanceof AppError ? toApiError(error) : error
  })

/** Guesses in an open session, which the library does not count. */
const guessKey = (userId: string) => `second-factor ${userId}`

/** Checks and effects around the calls about second factors. */
export function secondFactorChecks({ limits, mails, rateLimits }: Options) {
  const { db } = limits

  /** Who types a code: the user of the session, or of the sign-in that waits for it. */
  async function findTypist(call: Call): Promise<{ userId: string; sessionId?: string } | undefined> {
    const current = await getSessionFromCtx(call)
    if (current) return { userId: current.user.id, sessionId: current.session.id }
    const { name } = call.context.createAuthCookie(CHALLENGE_COOKIE)
    const challenge = await call.getSignedCookie(name, call.context.secret)
    const waiting = challenge && (await call.context.internalAdapter.findVerificationValue(challenge))
    return waiting ? { userId: waiting.value } : undefined
  }

  /** The library answers differently for another user's passkey and for a missing one. */
  async function requireOwnPasskey(call: Call): Promise<void> {
    const current = await getSessionFromCtx(call)
    if (!current || (await ownsPasskey(db, { userId: current.user.id, id: call.body.id }))) return
    throw new APIError('NOT_FOUND', { code: 'NOT_FOUND', message: 'Chave de acesso não encontrada' })
  }

  async function beforeCode(call: Call): Promise<void> {
    const typist = await findTypist(call)
    if (!typist) return
    const { userId, sessionId } = typist
    if (sessionId && rateLimits) await limitAttempts(limits, guessKey(userId))
    const isFresh =
      call.path !== '/two-factor/verify-totp' || (await claimCode(call, { db, userId, code: call.body.code }))
    // No code is empty, so that the library counts a repeated one as wrong.
    if (!isFresh) call.body.code = ''
  }

  async function afterCode({ context: { session: current, newSession } }: Answered): Promise<void> {
    // At sign-in there was no session before the code.
    if (!current) return
    await forgetSignInFailures(limits, guessKey(current.user.id))
    if (newSession) return mails.signInChanged(current.user, 'totp-on')
    await markProved(db, { sessionId: current.session.id, isByFactor: true })
  }

  /** The call required a proof, which has read the session. */
  const tell = (change: Parameters<AccountMails['signInChanged']>[1]) => async (call: Call) => {
    if (call.context.session) mails.signInChanged(call.context.session.user, change)
  }

  const after: Record<string, (call: Answered) => Promise<unknown>> = {
    '/two-factor/verify-totp': afterCode,
    '/two-factor/verify-backup-code': afterCode,
    '/two-factor/generate-backup-codes': tell('recovery-codes'),
    '/two-factor/disable': async (call) => {
      if (call.context.session) await forgetTrustedDevices(db, call.context.session.user.id)
      await tell('totp-off')(call)
    },
    '/passkey/generate-authenticate-options': async ({ context: { returned } }) => ({
      ...Object(returned),
      userVerification: 'required',
    }),
    '/passkey/verify-registration': async (call) => {
      await tell('passkey-added')(call)
      return { status: true }
    },
    '/passkey/delete-passkey': tell('passkey-removed'),
    '/passkey/update-passkey': async () => ({ status: true }),
    '/passkey/list-user-passkeys': async (call) => {
      const current = await getSessionFromCtx(call)
      return current && listPasskeys(db, current.user.id)
    },
    '/passkey/verify-authentication': async (call) => {
      const { user } = Object(call.context.returned)
      const replaced = await getSessionFromCtx(call)
      if (replaced && replaced.user.id === user.id) {
        await call.context.internalAdapter.deleteSession(replaced.session.token)
      }
      return { user }
    },
  }

  return {
    before: async (call: Call): Promise<void> => {
      const current = PROVED.has(call.path) && (await getSessionFromCtx(call))
      // Without a session better-auth refuses the call.
      if (current) await requireProof(db, current.session.id)
      if (CODES.has(call.path)) await beforeCode(call)
      if (OF_PASSKEY.has(call.path)) await requireOwnPasskey(call)
    },
    /** Runs after a successful call. A returned value replaces the response. */
    after: async (call: Answered): Promise<unknown> => {
      const { returned } = call.context
      if (!isAPIError(returned)) return after[call.path]?.(call)
      // The library takes what it cannot read for a fault of its own.
      if (Object(returned.body).code === UNREADABLE) throw new APIError('BAD_REQUEST', returned.body)
    },
  }
}
