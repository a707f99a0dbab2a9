import { requestAuth } from '#client/lib/http/http-client.ts'
import { withSessionEvent } from '#client/lib/http/session-events.ts'
import type { SignIn, SignUp } from '#shared/contract/auth.ts'
import { readCurrentSession } from './current-session.ts'

const post = <T>(path: string, body?: unknown) => requestAuth<T>('POST', path, { body })

export const authCalls = {
  signIn: (body: SignIn) =>
    withSessionEvent(post<{ twoFactorRedirect?: boolean } | null>('/sign-in/email', body)),
  signUp: (body: SignUp) => withSessionEvent(post<unknown>('/sign-up/email', body)),
  signOut: () => withSessionEvent(post<unknown>('/sign-out')),
  /** Null without a session. Drops unknown fields, such as the session token. */
  getSession: async () => readCurrentSession(await requestAuth<unknown>('GET', '/get-session')),
}
export type AuthCalls = typeof authCalls

/** The return address for Google; `path` is the page requested before. */
const callbackTo = (path?: string) =>
  path ? `/callback?${new URLSearchParams({ redirect: path })}` : '/callback'

/** Requests a reset mail. The answer does not reveal whether the account exists. */
export const requestPasswordReset = (email: string) => post<unknown>('/request-password-reset', { email })

/** Uses the token of a reset mail, and ends all sessions. */
export const resetPassword = (body: { newPassword: string; token: string }) =>
  withSessionEvent(post<unknown>('/reset-password', body))

export const sendVerificationEmail = (email: string) => post<unknown>('/send-verification-email', { email })

/** Google's consent page; both outcomes lead to `/callback`. */
export async function googleAddress(path?: string): Promise<string> {
  const callbackURL = callbackTo(path)
  const body = { provider: 'google', callbackURL, errorCallbackURL: callbackTo() }
  return (await post<{ url: string }>('/sign-in/social', body)).url
}

export const stopImpersonating = () => post<unknown>('/admin/stop-impersonating')
