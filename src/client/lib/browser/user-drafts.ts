/** Prefix of the storage keys of all of a user's drafts. */
export const userDraftPrefix = (userId: string) => `elenco-draft:${userId}:`

/** Storage key of a chat draft. */
export const chatDraftKey = (userId: string, chatId: string) => `${userDraftPrefix(userId)}chat:${chatId}`

const listeners = new Set<(prefix: string) => void>()

/** Calls `listener` with the prefix when a user's drafts are cleared. */
export function onDraftsCleared(listener: (prefix: string) => void): void {
  listeners.add(listener)
}

/** Removes all of a user's drafts and send attempts from this browser. */
export function clearDrafts(userId: string): void {
  const prefix = userDraftPrefix(userId)
  for (const listener of listeners) listener(prefix)
  for (const storageOf of [() => localStorage, () => sessionStorage]) {
    try {
      const storage = storageOf()
      for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
    } catch {
      // A storage that throws holds no drafts.
    }
  }
}
