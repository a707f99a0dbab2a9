import { requestAuth } from '#client/lib/http.ts'
import { CurrentSession, type SignIn, type SignUp } from '#shared/contract/auth.ts'

const SIGNAL_DELAY_MS = 10

const listeners = new Set<() => void>()

/** Calls `listener` 10 ms after each call that changes who is signed in (SPEC §5). */
export function onSessionChange(listener: () => void): void {
  listeners.add(listener)
}

async function changingSession<T>(call: Promise<T>): Promise<T> {
  const result = await call
  setTimeout(() => {
    for (const listener of listeners) listener()
  }, SIGNAL_DELAY_MS)
  return result
}

export const authCalls = {
  signIn: (body: SignIn) => changingSession(requestAuth<unknown>('POST', '/sign-in/email', { body })),
  signUp: (body: SignUp) => changingSession(requestAuth<unknown>('POST', '/sign-up/email', { body })),
  signOut: () => changingSession(requestAuth<unknown>('POST', '/sign-out')),
  /** Null when nobody is signed in. Unknown fields, the session's token among them, are dropped here. */
  getSession: async () => CurrentSession.parse(await requestAuth<unknown>('GET', '/get-session')),
}
export type AuthCalls = typeof authCalls
