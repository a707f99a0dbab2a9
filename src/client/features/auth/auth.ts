import { useStore } from 'zustand'
import { forgetDrafts } from '#client/lib/drafts.ts'
import { queryClient } from '#client/lib/query-client.ts'
import { authCalls } from './auth.api.ts'
import { type AuthState, createAuthStore } from './auth-store.ts'

export const authStore = createAuthStore({
  calls: authCalls,
  storage: () => localStorage,
  onCleared(userId, reason) {
    queryClient.clear()
    if (userId && reason === 'asked') forgetDrafts(userId)
  },
})

/** Subscribes a component to a part of the auth state. */
export const useAuth = <T>(selector: (state: AuthState) => T): T => useStore(authStore, selector)
