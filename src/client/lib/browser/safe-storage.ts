export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Keeps `text` under `key`, or nothing when it is empty; a storage that refuses only costs the survival. */
export function save(storage: () => DraftStorage, key: string, text: string): void {
  try {
    if (text === '') storage().removeItem(key)
    else storage().setItem(key, text)
  } catch {
    // Refused: what is held is all there is.
  }
}

/** What is kept under `key`; empty where nothing is, or where the storage refuses. */
export function read(storage: () => DraftStorage, key: string): string {
  try {
    return storage().getItem(key) ?? ''
  } catch {
    return ''
  }
}
