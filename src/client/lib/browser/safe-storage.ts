export type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Stores `text` under `key`; an empty text removes the key. Ignores a storage that throws. */
export function writeStorage(storage: () => SafeStorage, key: string, text: string): void {
  try {
    if (text === '') storage().removeItem(key)
    else storage().setItem(key, text)
  } catch {
    // Private windows may refuse storage.
  }
}

/** The text under `key`; empty if there is none or the storage throws. */
export function readStorage(storage: () => SafeStorage, key: string): string {
  try {
    return storage().getItem(key) ?? ''
  } catch {
    return ''
  }
}
