import { useStore } from 'zustand'
import { readStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { canReadOffline, clearOfflineCache } from '#client/lib/browser/service-worker-messages.ts'
import { clearDrafts } from '#client/lib/browser/user-drafts.ts'
import { reportUserLeft } from '#client/lib/browser/user-left.ts'
import { reportStaleContent } from '#client/lib/http/connection.ts'
import { isUnanswered } from '#client/lib/http/http-client.ts'
import { setOfflineReader } from '#client/lib/http/offline-reader.ts'
import { queryClient } from '#client/lib/http/query-client.ts'
import { authCalls } from './auth.api.ts'
import { type AuthState, createAuthStore } from './auth-store.ts'

const OWED = 'elenco-sign-out'

const NOBODY = { email: '', isExpired: false }

/** Who the sign-in page expects: whose session expired, or whose sign-in waits for its code. In memory only. */
export const returning = { ...NOBODY }

export const authStore = createAuthStore({
  calls: authCalls,
  storage: () => localStorage,
  onCleared({ user, session }, reason) {
    queryClient.clear()
    clearOfflineCache()
    if (reason === 'asked') reportUserLeft()
    if (!user) return
    if (reason === 'asked') clearDrafts(user.id)
    else if (!session?.impersonatedBy) Object.assign(returning, { email: user.email, isExpired: true })
  },
  owed: {
    isSignOut: () => readStorage(() => localStorage, OWED) !== '',
    noteSignOut: (isOwed) => writeStorage(() => localStorage, OWED, isOwed ? 'owed' : ''),
  },
  mayReadUnchecked({ impersonatedBy }, error) {
    if (impersonatedBy || !isUnanswered(error) || !canReadOffline()) return false
    reportStaleContent()
    return true
  },
})

/** Also after a session that expired: the same user may go on. */
let lastUserId: string | undefined

const follow = ({ user, session }: AuthState) => {
  setOfflineReader(session?.impersonatedBy ? undefined : user?.id)
  if (!user) return
  Object.assign(returning, NOBODY)
  if (lastUserId !== undefined && user.id !== lastUserId) reportUserLeft()
  lastUserId = user.id
}
authStore.subscribe((state, before) => {
  follow(state)
  // What an administrator wrote in a person's place stays with neither of them.
  if (before.user && before.session?.impersonatedBy && state.user?.id !== before.user.id)
    clearDrafts(before.user.id)
})
follow(authStore.getState())

export const useAuth = <T>(selector: (state: AuthState) => T): T => useStore(authStore, selector)
