/** The end of a question that asks for so many words, one every `ms` milliseconds. */
export const askForWords = (count: number, ms: number) => `n=${count} ms=${ms}`

/** What a question asks for; undefined where it asks for nothing. */
export function paceOf(question: string): { count: number; ms: number } | undefined {
  const [, count, ms] = /n=(\d+) ms=(\d+)$/.exec(question) ?? []
  return count && ms ? { count: Number(count), ms: Number(ms) } : undefined
}

/** The reply to it, word by word: none of them is there twice. */
export const wordsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `palavra${index + 1} `)
