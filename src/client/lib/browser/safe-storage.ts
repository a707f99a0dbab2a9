export type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Keeps `text` under `key`, or nothing when it is empty; a storage that refuses only costs the survival. */
export function writeStorage(storage: () => SafeStorage, key: string, text: string): void {
  try {
    if (text === '') storage().removeItem(key)
    else storage().setItem(key, text)
  } catch {
    // Refused: what is held is all there is.
  }
}

/** What is kept under `key`; empty where nothing is, or where the storage refuses. */
export function readStorage(storage: () => SafeStorage, key: string): string {
  try {
    return storage().getItem(key) ?? ''
  } catch {
    return ''
  }
}
