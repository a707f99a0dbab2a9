import { readStorage } from '#client/lib/browser/safe-storage.ts'
import { reportUserLeft } from '#client/lib/browser/user-left.ts'
import { onStaleContent } from '#client/lib/http/connection.ts'
import { onUnauthorized } from '#client/lib/http/http-client.ts'
import { queryClient } from '#client/lib/http/query-client.ts'
import { onSessionChange } from '#client/lib/http/session-events.ts'
import { authStore } from './auth.ts'
import type { AuthState } from './auth-store.ts'

const userId = () => authStore.getState().user?.id

/** The stored user, which another tab may have changed. Read at once: until then a restored page is visible. */
function storedUserId(): string | undefined {
  try {
    // The shape that the store persists.
    const stored: { state?: Pick<AuthState, 'user'> } | null = JSON.parse(
      readStorage(() => localStorage, 'auth-storage') || 'null',
    )
    return stored?.state?.user?.id
  } catch {
    return undefined
  }
}

/**
 * A page from the back/forward cache has missed every sign-out since. It must not show what it held for another user;
 * the server tells whether the session still holds.
 */
async function checkRestored(recheck: () => void): Promise<void> {
  const before = userId()
  if (storedUserId() !== before) return leave()
  if (!before) return
  await authStore.getState().refresh()
  const now = userId()
  if (now && now !== before) return leave()
  recheck()
  if (now) void queryClient.invalidateQueries()
}

function leave(): void {
  // With files of the former user, the browser would ask whether to leave the hidden page.
  reportUserLeft()
  document.documentElement.hidden = true
  location.reload()
}

/**
 * Keeps the auth state current: refreshes it after calls that change the session, and calls `recheck` after a 401 or a
 * change by another tab. A page from the back/forward cache checks its user and session.
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
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void checkRestored(recheck)
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
