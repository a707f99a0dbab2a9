import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'

/** How a document's text is written. */
export type TextView = 'visual' | 'markdown'

const KEY = 'elenco-document-view'
const storage = (): SafeStorage => localStorage

/** The view that the user chose on this device; visual by default. */
export const readTextView = (): TextView => (readStorage(storage, KEY) === 'markdown' ? 'markdown' : 'visual')

export const writeTextView = (view: TextView): void =>
  writeStorage(storage, KEY, view === 'markdown' ? view : '')
