import { queryOptions } from '@tanstack/react-query'
import { HOUSE } from '#client/lib/browser/house.ts'
import { ApiError, request, requestAuth } from '#client/lib/http/http-client.ts'
import { withSessionEvent } from '#client/lib/http/session-events.ts'
import type { Enrolment, Proof, RecoveryCodes, Security } from '#shared/contract/second-factor.ts'

/** How the signed-in user proves who they are. Never from the cache: other devices change it too. */
export const securityQuery = () =>
  queryOptions({
    queryKey: ['me', 'security'],
    staleTime: 0,
    queryFn: ({ signal }) => request<Security>('GET', '/me/security', { signal }),
  })

/** Has what administrators may be required to have. */
export const hasSecondFactor = ({ hasTotp, passkeys }: Security): boolean => hasTotp || passkeys.length > 0

/** The form's fields that better-auth's codes belong to. */
const FIELDS: Readonly<Record<string, 'code' | 'recoveryCode'>> = {
  INVALID_CODE: 'code',
  INVALID_BACKUP_CODE: 'recoveryCode',
}

/** The call, whose refusal of a code becomes a detail of the form's field. */
export async function atItsField<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const field = error instanceof ApiError && FIELDS[error.code]
    if (!field) throw error
    const { code, status, message, retryAfterSeconds } = error
    throw new ApiError({ code, status, message }, { details: { [field]: message }, retryAfterSeconds })
  }
}

/** The second step of the sign-in must begin again: too late, or too many wrong codes. */
export const isChallengeOver = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'INVALID_TWO_FACTOR_COOKIE' || error.code === 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE')

type Code = { code: string; trustDevice?: boolean | undefined }

const post = <T>(path: string, body: object) => requestAuth<T>('POST', `/two-factor${path}`, { body })

export const securityCalls = {
  /** Signs in, or ends an enrolment. */
  verifyCode: (body: Code) => withSessionEvent(atItsField(post<unknown>('/verify-totp', body))),
  verifyRecoveryCode: (body: Code) =>
    withSessionEvent(atItsField(post<unknown>('/verify-backup-code', body))),
  /** Begins an enrolment. The password where the account has one; likewise below. */
  enable: (body: { password?: string }) =>
    // What the app of codes shows; accounts that have it already keep their entry.
    post<Enrolment>('/enable', { ...body, issuer: HOUSE.name }),
  disable: (body: { password?: string }) => withSessionEvent(post<unknown>('/disable', body)),
  renewRecoveryCodes: (body: { password?: string }) => post<RecoveryCodes>('/generate-backup-codes', body),
  prove: (body: Proof) => request<unknown>('POST', '/me/proof', { body }),
  distrustDevices: () => request<unknown>('DELETE', '/me/trusted-devices'),
}
