import { lruCached } from '../lru-cache.ts'

/**
 * This many equal words in a row are not chance. A copy of twice as many contains at least one aligned run.
 */
const RUN_WORDS = 12

/** Size of the LRU cache of prepared instructions. */
const CACHE_SIZE = 50

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The aligned runs of words of instructions, cached while in use: they are read after each reply. */
const runsOf = lruCached(CACHE_SIZE, (instructions: string) => instructions, cut)

function cut(instructions: string): string[] {
  // Variables have different values in each prompt.
  return instructions.split(/\{\{[^{}]*\}\}/).flatMap((part) => {
    const words = wordsOf(part)
    const count = Math.floor(words.length / RUN_WORDS)
    return Array.from({ length: count }, (_, index) => {
      const start = index * RUN_WORDS
      return ` ${words.slice(start, start + RUN_WORDS).join(' ')} `
    })
  })
}

/**
 * True when the text repeats a passage of about two dozen words from the instructions; punctuation, line
 * breaks and case are ignored.
 */
export function repeatsInstructions(text: string, instructions: string): boolean {
  const words = wordsOf(text)
  if (words.length < RUN_WORDS) return false
  const said = ` ${words.join(' ')} `
  return runsOf(instructions).some((run) => said.includes(run))
}
