import { onStaleContent } from '#client/lib/http/connection.ts'
import { onUnauthorized } from '#client/lib/http/http-client.ts'
import { queryClient } from '#client/lib/http/query-client.ts'
import { onSessionChange } from '#client/lib/http/session-events.ts'
import { authStore } from './auth.ts'
import type { AuthState } from './auth-store.ts'

const userId = () => authStore.getState().user?.id

/** Who is signed in as far as this browser knows, whatever this tab shows. */
async function storedUserId(): Promise<string | undefined> {
  const { storage, name = '' } = authStore.persist.getOptions()
  const stored = await storage?.getItem(name)
  // What the store itself persists.
  return (stored?.state as Pick<AuthState, 'user'> | undefined)?.user?.id
}

/**
 * Keeps the auth state true: refreshes it after each call that changes the session, and calls `recheck` when the
 * session that this tab believes in may be over: the server answered 401, or another tab signed in or out. A page out
 * of the browser's memory that shows somebody else's things is loaded anew.
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
  // The server has the word again: who this is, and everything that is on the screen.
  onStaleContent(() => {
    recheck()
    void queryClient.invalidateQueries()
  })
  // What the Back button brings out of the browser's memory has missed every sign-out since.
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
