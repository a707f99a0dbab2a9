import { onUnauthorized } from '#client/lib/http.ts'
import { queryClient } from '#client/lib/query-client.ts'
import { onSessionChange } from './auth.api.ts'
import { authStore } from './auth.ts'

const userId = () => authStore.getState().user?.id

/**
 * Keeps the auth state true: refreshes it after each call that changes the session, and calls `recheck` when the
 * session that this tab believes in may be over: the server answered 401, or another tab signed in or out.
 */
export function watchSession(recheck: () => void): void {
  onSessionChange(async () => {
    const before = userId()
    await authStore.getState().refresh()
    if (before && !userId()) recheck()
  })
  onUnauthorized(() => {
    if (!userId()) return
    authStore.getState().distrust()
    recheck()
  })
  addEventListener('storage', async (event) => {
    if (event.key !== 'auth-storage' && event.key !== null) return
    const before = userId()
    await authStore.persist.rehydrate()
    if (userId() === before) return
    authStore.getState().distrust()
    queryClient.clear()
    recheck()
  })
}
