import { onStaleContent } from '#client/lib/http/connection.ts'
import { onUnauthorized } from '#client/lib/http/http-client.ts'
import { queryClient } from '#client/lib/http/query-client.ts'
import { onSessionChange } from '#client/lib/http/session-events.ts'
import { authStore } from './auth.ts'
import type { AuthState } from './auth-store.ts'

const userId = () => authStore.getState().user?.id

/** The stored user, which another tab may have changed. */
async function storedUserId(): Promise<string | undefined> {
  const { storage, name = '' } = authStore.persist.getOptions()
  const stored = await storage?.getItem(name)
  // The shape that the store persists.
  return (stored?.state as Pick<AuthState, 'user'> | undefined)?.user?.id
}

/**
 * Keeps the auth state current: refreshes it after calls that change the session, and calls `recheck` after a 401 or a
 * change by another tab. A page from the back/forward cache that shows another user is reloaded.
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
  // The connection is back: checks the session and all visible data.
  onStaleContent(() => {
    recheck()
    void queryClient.invalidateQueries()
  })
  // A page from the back/forward cache has missed every sign-out since.
  addEventListener('pageshow', async ({ persisted }) => {
    if (persisted && (await storedUserId()) !== userId()) location.reload()
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
