/** Every unsent text of a person is kept in localStorage under a key that begins so. */
export const draftPrefix = (userId: string) => `elenco-draft:${userId}:`

/** Removes all drafts of one person from this browser. A forbidden storage holds none. */
export function forgetDrafts(userId: string): void {
  try {
    const mine = Object.keys(localStorage).filter((key) => key.startsWith(draftPrefix(userId)))
    for (const key of mine) localStorage.removeItem(key)
  } catch {
    // Private windows may refuse storage: then nothing was kept.
  }
}
