const WORDS = ['tour', 'checklist', 'listed'] as const
/** What is over for good; and `listed`: the list of first steps was here before, and is likely to be again. */
type Word = (typeof WORDS)[number]

const placeOf = (userId: string) => `elenco-home:${userId}`

/** What this browser knows of a person's first hours, so that home need neither ask nor keep a place in vain. */
export function readProgress(userId: string): ReadonlySet<string> {
  try {
    return new Set((localStorage.getItem(placeOf(userId)) ?? '').split(' '))
  } catch {
    return new Set()
  }
}

/** Remembers one thing more; a storage that refuses only costs the memory. */
export function storeProgress(userId: string, word: Word): void {
  const known = readProgress(userId)
  if (known.has(word)) return
  const words = WORDS.filter((it) => it === word || known.has(it))
  try {
    localStorage.setItem(placeOf(userId), words.join(' '))
  } catch {
    // Refused: the server is asked the next time.
  }
}
