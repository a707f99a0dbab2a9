/** Every unsent text of a person is kept in the browser's storages under a key that begins so. */
export const userDraftPrefix = (userId: string) => `elenco-draft:${userId}:`

/** Where what is written in one chat is kept. */
export const chatDraftKey = (userId: string, chatId: string) => `${userDraftPrefix(userId)}chat:${chatId}`

const listeners = new Set<(prefix: string) => void>()

/** Calls `listener` when the drafts under a prefix are to be forgotten, wherever else they are held. */
export function onDraftsCleared(listener: (prefix: string) => void): void {
  listeners.add(listener)
}

/** Removes all drafts of one person, and what was tried with them, from this browser. A forbidden storage holds none. */
export function clearDrafts(userId: string): void {
  const prefix = userDraftPrefix(userId)
  for (const listener of listeners) listener(prefix)
  for (const storageOf of [() => localStorage, () => sessionStorage]) {
    try {
      const storage = storageOf()
      for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
    } catch {
      // Private windows may refuse storage: then nothing was kept.
    }
  }
}
