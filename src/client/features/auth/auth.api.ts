import { requestAuth } from '#client/lib/http/http-client.ts'
import { withSessionEvent } from '#client/lib/http/session-events.ts'
import { CurrentSession, type SignIn, type SignUp } from '#shared/contract/auth.ts'

const post = <T>(path: string, body?: unknown) => requestAuth<T>('POST', path, { body })

export const authCalls = {
  signIn: (body: SignIn) => withSessionEvent(post<unknown>('/sign-in/email', body)),
  signUp: (body: SignUp) => withSessionEvent(post<unknown>('/sign-up/email', body)),
  signOut: () => withSessionEvent(post<unknown>('/sign-out')),
  /** Null when nobody is signed in. Unknown fields, the session's token among them, are dropped here. */
  getSession: async () => CurrentSession.parse(await requestAuth<unknown>('GET', '/get-session')),
}
export type AuthCalls = typeof authCalls

/** Where the way back from Google ends; `path` is the page asked for before. */
const callbackTo = (path?: string) =>
  path ? `/callback?${new URLSearchParams({ redirect: path })}` : '/callback'

/** Asks for a mail with a link to a new password. Answers the same whether the address has an account or not. */
export const requestPasswordReset = (email: string) => post<unknown>('/request-password-reset', { email })

/** Uses up the token of a reset mail. It ends all sessions. */
export const resetPassword = (body: { newPassword: string; token: string }) =>
  withSessionEvent(post<unknown>('/reset-password', body))

/** Asks for a mail that confirms the address. */
export const sendVerificationEmail = (email: string) => post<unknown>('/send-verification-email', { email })

/** Address at Google where the person says yes or no; both lead to `/callback`. */
export async function googleAddress(path?: string): Promise<string> {
  const callbackURL = callbackTo(path)
  const body = { provider: 'google', callbackURL, errorCallbackURL: callbackTo() }
  return (await post<{ url: string }>('/sign-in/social', body)).url
}

/** Gives an administrator back to themselves. */
export const stopImpersonating = () => post<unknown>('/admin/stop-impersonating')
