import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { ApiError, requestAuth } from '#client/lib/http/http-client.ts'
import { withSessionEvent } from '#client/lib/http/session-events.ts'
import { authErrorText } from '#client/lib/text/error-text.ts'

/** Calls better-auth; a refusal has the text of its code. */
async function call<T = unknown>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  try {
    return await requestAuth<T>(method, `/passkey${path}`, { body })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, status, details, retryAfterSeconds } = error
    throw new ApiError({ code, status, message: authErrorText(error) }, { details, retryAfterSeconds })
  }
}

/**
 * Signs in; in an open session it proves who is there.
 * @throws {ApiError} of the server, or an Error of the browser; {@link passkeyErrorText} has the text.
 */
export async function answerWithPasskey(): Promise<void> {
  const optionsJSON = await call<PublicKeyCredentialRequestOptionsJSON>(
    'GET',
    '/generate-authenticate-options',
  )
  const response = await startAuthentication({ optionsJSON })
  await withSessionEvent(call('POST', '/verify-authentication', { response }))
}

/** Creates a passkey on this device, or on one that the browser finds. Throws as {@link answerWithPasskey}. */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await call<PublicKeyCredentialCreationOptionsJSON>('GET', '/generate-register-options')
  const response = await startRegistration({ optionsJSON })
  await call('POST', '/verify-registration', { response, name })
}

export const renamePasskey = (id: string, name: string) => call('POST', '/update-passkey', { id, name })
export const deletePasskey = (id: string) => call('POST', '/delete-passkey', { id })

const UNUSED = 'Nada mudou: o pedido foi cancelado ou passou do tempo. Tente de novo quando quiser.'

/** By the names of browsers' errors. */
const CEREMONY_FAILURES: Record<string, string> = {
  NotAllowedError: UNUSED,
  AbortError: UNUSED,
  InvalidStateError: 'Este aparelho já tem uma chave de acesso desta conta.',
  NotSupportedError: 'Este navegador não oferece chaves de acesso neste aparelho.',
  SecurityError: 'O navegador não aceita chaves de acesso neste endereço.',
}

/** User-facing text of a failure of the calls above. */
export function passkeyErrorText(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return (error instanceof Error && CEREMONY_FAILURES[error.name]) || authErrorText(error)
}
