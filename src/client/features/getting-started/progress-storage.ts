const WORDS = ['tour', 'checklist', 'listed'] as const
/** Finished parts; `listed`: the checklist was shown before, and probably will be again. */
type Word = (typeof WORDS)[number]

const placeOf = (userId: string) => `elenco-home:${userId}`

/** The progress that this browser knows; saves home a request and reserved space. */
export function readProgress(userId: string): ReadonlySet<string> {
  try {
    return new Set((localStorage.getItem(placeOf(userId)) ?? '').split(' '))
  } catch {
    return new Set()
  }
}

/** Adds one word; a refusing storage is ignored. */
export function storeProgress(userId: string, word: Word): void {
  const known = readProgress(userId)
  if (known.has(word)) return
  const words = WORDS.filter((it) => it === word || known.has(it))
  try {
    localStorage.setItem(placeOf(userId), words.join(' '))
  } catch {
    // The server is asked the next time.
  }
}
