import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { isUnanswered } from '#client/lib/http/http-client.ts'
import type { SessionInfo, SessionUser, SignIn, SignUp } from '#shared/contract/auth.ts'
import type { AuthCalls } from './auth.api.ts'

export type AuthState = {
  user: SessionUser | null
  session: SessionInfo | null
  loading: boolean
  /** Signs in, then fetches the session and stores both. Rethrows any failure. */
  login: (credentials: SignIn) => Promise<void>
  /** Signs up and, when the server opens a session at once, stores it. Rethrows any failure. */
  signUp: (account: SignUp) => Promise<void>
  /** Signs out if there is a session or user, then clears all, whatever the server answers. */
  logout: (reason?: 'asked' | 'expired') => Promise<void>
  /** Fetches the session. None clears and returns nothing; an error attempts a logout and is thrown again. */
  validateToken: () => Promise<SessionUser | undefined>
  /** The person whose session was validated since the page was loaded; validates when that is not so. */
  ensureSession: () => Promise<SessionUser | undefined>
  /** The next `ensureSession` asks the server again. */
  distrust: () => void
  /** Fetches the session after a change of it; a failure leaves things as they are. */
  refresh: () => Promise<void>
}

type Deps = {
  calls: AuthCalls
  storage: () => StateStorage
  /** Everything of that person outside this store; unsent drafts survive an expired session. */
  onCleared: (userId: string | undefined, reason: 'asked' | 'expired') => void
  /** A sign-out that never reached the server is made up for before anybody's session is asked for again. */
  owed?: { isSignOut: () => boolean; noteSignOut: (isOwed: boolean) => void }
  /** Whether the stored person may read what this browser kept while the session cannot be checked (decision 31). */
  mayReadUnchecked?: (session: SessionInfo, error: unknown) => boolean
}

/**
 * After this a check of the session that got no answer is made once more, before it counts as failed: a page that is
 * left or loaded anew gives up its calls as without a network, and would sign its person out on its way.
 */
const AGAIN_MS = 1_000

const EMPTY = { user: null, session: null }

const failureOf = (error: unknown, fallback: string) =>
  error instanceof Error && error.message !== '' ? error : new Error(fallback)

/** The state of SPEC §5: user, session, loading; only user and session persist, under `auth-storage`. */
export function createAuthStore({ calls, storage, onCleared, owed, mayReadUnchecked }: Deps) {
  let isValidated = false
  // Somebody who should know says that the session is over: then only the server's word counts.
  let isDoubted = false
  // An answer that was asked for before somebody signed in or out says nothing about the present person.
  let generation = 0

  return createStore<AuthState>()(
    persist(
      (set, get) => {
        const clear = (reason: 'asked' | 'expired') => {
          generation += 1
          isValidated = false
          isDoubted = false
          const userId = get().user?.id
          set(EMPTY)
          onCleared(userId, reason)
        }
        const accept = (current: { user: SessionUser; session: SessionInfo }) => {
          generation += 1
          isValidated = true
          isDoubted = false
          owed?.noteSignOut(false)
          set({ user: current.user, session: current.session })
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
        /** Who signed out without a network must not find themselves signed in when it is back. */
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
              await calls.signIn(credentials).catch((error: unknown) => {
                throw failureOf(error, 'Login failed')
              })
              const current = await calls.getSession().catch(() => null)
              if (!current) throw new Error('Failed to get session after login')
              accept(current)
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
              // Offline or expired: what this browser knows is forgotten all the same.
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
            // Not where a fresh session arrives, by Google or a mail: that one is wanted.
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
