import { isAPIError } from 'better-auth/api'
import type { CurrentUser } from '#shared/contract/auth.ts'
import type { Proof } from '#shared/contract/second-factor.ts'
import { AppError } from '../../http/errors.ts'
import type { LimitStore } from '../limits/limit-store.ts'
import { forgetSignInFailures, limitAttempts } from '../limits/sign-in-limiter.ts'
import { markProved } from './proof.ts'
import { findSignIn } from './second-factors.queries.ts'

type Call<Body> = { headers: Headers; body: Body }

/** The part of better-auth's API that proofs use. */
type Api = {
  verifyTOTP(call: Call<{ code: string }>): Promise<unknown>
  verifyBackupCode(call: Call<{ code: string }>): Promise<unknown>
  verifyPassword(call: Call<{ password: string }>): Promise<unknown>
}

type Who = { user: Pick<CurrentUser, 'id' | 'email'>; sessionId: string; headers: Headers }

const WRONG = { code: 'Código incorreto ou já usado.', password: 'Senha incorreta.' }

function refusal(error: unknown, field: keyof typeof WRONG): unknown {
  if (!isAPIError(error)) return error
  const { message } = Object(error.body)
  if (error.statusCode === 429) {
    const retryAfter = Number(new Headers(error.headers).get('Retry-After')) || 60
    return new AppError('RATE_LIMITED', message, { retryAfter })
  }
  return refusalOf(field, WRONG[field])
}

/** Proves again, in an open session, who is there. */
export function ownProof(api: Api, { limits, rateLimits }: { limits: LimitStore; rateLimits: boolean }) {
  const { db } = limits

  async function byPassword({ user, sessionId, headers }: Who, password: string): Promise<void> {
    const key = `proof ${user.email}`
    try {
      if (rateLimits) await limitAttempts(limits, key)
      await api.verifyPassword({ headers, body: { password } })
    } catch (error) {
      throw refusal(error, 'password')
    }
    await forgetSignInFailures(limits, key)
    await markProved(db, { sessionId, isByFactor: false })
  }

  /** @throws {AppError} VALIDATION_ERROR for a wrong code or password, RATE_LIMITED for many. */
  return async (who: Who, proof: Proof): Promise<void> => {
    // A code would end an enrolment that is only prepared.
    const asksCode = (await findSignIn(db, who.user.id))?.hasTotp
    if ('password' in proof) {
      if (asksCode) throw refusalOf('password', 'Esta conta confirma com um código, não com a senha.')
      return byPassword(who, proof.password)
    }
    if (!asksCode) throw refusalOf('code', 'Esta conta não usa códigos. Confirme com a senha.')
    const { headers } = who
    // The hooks of both calls count the guesses and note the proof.
    await ('code' in proof
      ? api.verifyTOTP({ headers, body: { code: proof.code } })
      : api.verifyBackupCode({ headers, body: { code: proof.recoveryCode } })
    ).catch((error) => {
      throw refusal(error, 'code')
    })
  }
}

const refusalOf = (field: string, text: string) =>
  new AppError('VALIDATION_ERROR', text, { details: { [field]: text } })
