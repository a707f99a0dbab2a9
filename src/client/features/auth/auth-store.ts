import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { isUnanswered } from '#client/lib/http/http-client.ts'
import type { SessionInfo, SessionUser, SignIn, SignUp } from '#shared/contract/auth.ts'
import type { AuthCalls } from './auth.api.ts'

export type AuthState = {
  user: SessionUser | null
  session: SessionInfo | null
  loading: boolean
  /**
   * Signs in, then fetches the session and stores both. Rethrows any failure. Resolves to `code`, without a session, if
   * the account requires a code too.
   */
  login: (credentials: SignIn) => Promise<'session' | 'code'>
  /** Makes the call that ends a sign-in, then fetches the session and stores it. Rethrows any failure. */
  enter: (call: () => Promise<unknown>) => Promise<void>
  /** Signs up and, when the server opens a session at once, stores it. Rethrows any failure. */
  signUp: (account: SignUp) => Promise<void>
  /** Signs out if there is a session or user, then clears all, for any answer of the server. */
  logout: (reason?: 'asked' | 'expired') => Promise<void>
  /** Fetches the session. Without one it clears the state; an error attempts a logout and is rethrown. */
  validateToken: () => Promise<SessionUser | undefined>
  /** The user whose session was validated since the page load; validates it otherwise. */
  ensureSession: () => Promise<SessionUser | undefined>
  /** The next `ensureSession` asks the server again. */
  distrust: () => void
  /** Fetches the session after a change; a failure changes nothing. */
  refresh: () => Promise<void>
}

type Deps = {
  calls: AuthCalls
  storage: () => StateStorage
  /** Clears what other modules hold of the user; chat drafts survive an expired session. */
  onCleared: (before: Pick<AuthState, 'user' | 'session'>, reason: 'asked' | 'expired') => void
  /** A sign-out that did not reach the server is repeated before the next session check. */
  owed?: { isSignOut: () => boolean; noteSignOut: (isOwed: boolean) => void }
  /** Whether the stored user may read cached content while the session cannot be checked (decision 31). */
  mayReadUnchecked?: (session: SessionInfo, error: unknown) => boolean
}

/**
 * Delay before the one retry of an unanswered check. A page that is left or reloaded aborts its calls as if it were
 * offline, which must not sign the user out.
 */
const AGAIN_MS = 1_000

const EMPTY = { user: null, session: null }

const failureOf = (error: unknown, fallback: string) =>
  error instanceof Error && error.message !== '' ? error : new Error(fallback)

/** The state of SPEC §5: user, session, loading; only user and session persist, under `auth-storage`. */
export function createAuthStore({ calls, storage, onCleared, owed, mayReadUnchecked }: Deps) {
  let isValidated = false
  // The session may be over: only the server's answer counts.
  let isDoubted = false
  // Answers requested before a sign-in or sign-out are ignored.
  let generation = 0

  return createStore<AuthState>()(
    persist(
      (set, get) => {
        const clear = (reason: 'asked' | 'expired') => {
          generation += 1
          isValidated = false
          isDoubted = false
          const { user, session } = get()
          set(EMPTY)
          onCleared({ user, session }, reason)
        }
        const accept = (current: { user: SessionUser; session: SessionInfo }) => {
          generation += 1
          isValidated = true
          isDoubted = false
          owed?.noteSignOut(false)
          set({ user: current.user, session: current.session })
        }
        const open = async () => {
          const current = await calls.getSession().catch(() => null)
          if (!current) throw new Error('Failed to get session after login')
          accept(current)
        }
        const validate = async (
          reading: SessionUser | null,
          isAgain = false,
        ): Promise<SessionUser | undefined> => {
          set({ loading: true })
          try {
            const current = await calls.getSession()
            if (current) accept(current)
            else clear('expired')
            return current?.user
          } catch (error) {
            const { session } = get()
            if (reading && session && mayReadUnchecked?.(session, error)) return reading
            if (isUnanswered(error) && !isAgain) {
              await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
              return await validate(reading, true)
            }
            await get().logout('expired')
            throw error
          } finally {
            set({ loading: false })
          }
        }
        /** A user who signed out offline must stay signed out when the network is back. */
        const settle = async () => {
          await calls.signOut()
          owed?.noteSignOut(false)
        }
        return {
          ...EMPTY,
          loading: false,
          async login(credentials) {
            set({ loading: true })
            try {
              const answer = await calls.signIn(credentials).catch((error: unknown) => {
                throw failureOf(error, 'Login failed')
              })
              if (answer?.twoFactorRedirect) return 'code'
              await open()
              return 'session'
            } finally {
              set({ loading: false })
            }
          },
          async enter(call) {
            set({ loading: true })
            try {
              await call()
              await open()
            } finally {
              set({ loading: false })
            }
          },
          async signUp(account) {
            set({ loading: true })
            try {
              await calls.signUp(account)
              const current = await calls.getSession().catch(() => null)
              if (current) accept(current)
            } finally {
              set({ loading: false })
            }
          },
          async logout(reason = 'asked') {
            set({ loading: true })
            try {
              if (get().session || get().user) await calls.signOut()
            } catch {
              // Offline or expired: local state is cleared anyway.
              if (reason === 'asked') owed?.noteSignOut(true)
            } finally {
              clear(reason)
              set({ loading: false })
            }
          },
          validateToken: () => validate(null),
          async ensureSession() {
            const { user } = get()
            if (isValidated && user) return user
            // Not in `validateToken`: a session that arrives by Google or a mail is wanted.
            if (owed?.isSignOut()) await settle()
            return validate(isDoubted ? null : user)
          },
          distrust() {
            isValidated = false
            isDoubted = true
          },
          async refresh() {
            const asked = generation
            const current = await calls.getSession().catch(() => undefined)
            if (current === undefined || asked !== generation) return
            if (current) accept(current)
            else if (get().user) clear('expired')
          },
        }
      },
      {
        name: 'auth-storage',
        storage: createJSONStorage(storage),
        partialize: ({ user, session }) => ({ user, session }),
      },
    ),
  )
}
