/** The directive for this many words, one every `ms` milliseconds. */
export const askForWords = (count: number, ms: number) => `n=${count} ms=${ms}`

/** Parses the directive of a question; undefined without one. */
export function paceOf(question: string): { count: number; ms: number } | undefined {
  const [, count, ms] = /n=(\d+) ms=(\d+)$/.exec(question) ?? []
  return count && ms ? { count: Number(count), ms: Number(ms) } : undefined
}

/** The words of the reply, all different. */
export const wordsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `palavra${index + 1} `)
