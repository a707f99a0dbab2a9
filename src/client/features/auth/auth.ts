import { useStore } from 'zustand'
import { readStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { canReadOffline, clearOfflineCache } from '#client/lib/browser/service-worker-messages.ts'
import { clearDrafts } from '#client/lib/browser/user-drafts.ts'
import { reportStaleContent } from '#client/lib/http/connection.ts'
import { isUnanswered } from '#client/lib/http/http-client.ts'
import { setOfflineReader } from '#client/lib/http/offline-reader.ts'
import { queryClient } from '#client/lib/http/query-client.ts'
import { authCalls } from './auth.api.ts'
import { type AuthState, createAuthStore } from './auth-store.ts'

const OWED = 'elenco-sign-out'

export const authStore = createAuthStore({
  calls: authCalls,
  storage: () => localStorage,
  onCleared(userId, reason) {
    queryClient.clear()
    clearOfflineCache()
    if (userId && reason === 'asked') clearDrafts(userId)
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

const follow = ({ user, session }: AuthState) =>
  setOfflineReader(session?.impersonatedBy ? undefined : user?.id)
authStore.subscribe(follow)
follow(authStore.getState())

export const useAuth = <T>(selector: (state: AuthState) => T): T => useStore(authStore, selector)
