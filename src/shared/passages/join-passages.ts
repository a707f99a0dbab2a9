/** The longest repeated end of a passage, with the blanks at its edges. */
const OVERLAP = 220
const BLANK = /\s/

/** The text of passages in their order, without the sentences that a passage repeats from the one before. */
export function joinPassages(texts: readonly string[]): string {
  return texts
    .map((text, index) => text.slice(repeatedIn(texts[index - 1] ?? '', text)).trim())
    .filter((text) => text !== '')
    .join('\n\n')
}

/** Length of the beginning of `text` that is the end of `before`, by whole words; blanks at its ends count. */
export function repeatedIn(before: string, text: string): number {
  const longest = Math.min(before.length, text.length, OVERLAP)
  for (let length = longest; length > 0; length -= 1) {
    const start = before.length - length
    const isWhole = start === 0 || isBetweenWords(before, start)
    const isEnd = length === text.length || isBetweenWords(text, length)
    if (isWhole && isEnd && text.startsWith(before.slice(start))) return length
  }
  return 0
}

const isBetweenWords = (text: string, at: number): boolean =>
  BLANK.test(text[at - 1] ?? '') || BLANK.test(text[at] ?? '')
