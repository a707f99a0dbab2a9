import { readStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'

const WORDS = ['checklist', 'dismissed', 'listed'] as const
/** `checklist`: the server knows its end; `dismissed`: this browser does; `listed`: the checklist was shown before, and probably will be again. */
type Word = (typeof WORDS)[number]

const storage = () => localStorage
const placeOf = (userId: string) => `elenco-home:${userId}`

/** The progress that this browser knows; saves home a request and reserved space. */
export function readProgress(userId: string): ReadonlySet<string> {
  return new Set(readStorage(storage, placeOf(userId)).split(' '))
}

/** Adds one word; a refusing storage is ignored. */
export function storeProgress(userId: string, word: Word): void {
  const known = readProgress(userId)
  if (known.has(word)) return
  const words = WORDS.filter((it) => it === word || known.has(it))
  writeStorage(storage, placeOf(userId), words.join(' '))
}
