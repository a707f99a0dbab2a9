import { useStore } from 'zustand'
import { tellKept } from '#client/lib/connection.ts'
import { read, save } from '#client/lib/draft-storage.ts'
import { forgetDrafts } from '#client/lib/drafts.ts'
import { isUnanswered } from '#client/lib/http.ts'
import { queryClient } from '#client/lib/query-client.ts'
import { setReader } from '#client/lib/reader.ts'
import { canReadOffline, forgetKept } from '#client/lib/worker.ts'
import { authCalls } from './auth.api.ts'
import { type AuthState, createAuthStore } from './auth-store.ts'

const OWED = 'elenco-sign-out'

export const authStore = createAuthStore({
  calls: authCalls,
  storage: () => localStorage,
  onCleared(userId, reason) {
    queryClient.clear()
    forgetKept()
    if (userId && reason === 'asked') forgetDrafts(userId)
  },
  owed: {
    isSignOut: () => read(() => localStorage, OWED) !== '',
    noteSignOut: (isOwed) => save(() => localStorage, OWED, isOwed ? 'owed' : ''),
  },
  mayReadUnchecked({ impersonatedBy }, error) {
    if (impersonatedBy || !isUnanswered(error) || !canReadOffline()) return false
    tellKept()
    return true
  },
})

const follow = ({ user, session }: AuthState) => setReader(session?.impersonatedBy ? undefined : user?.id)
authStore.subscribe(follow)
follow(authStore.getState())

/** Subscribes a component to a part of the auth state. */
export const useAuth = <T>(selector: (state: AuthState) => T): T => useStore(authStore, selector)
