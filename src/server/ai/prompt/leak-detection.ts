/**
 * This many equal words in a row are not chance. A copy of twice as many contains at least one aligned run.
 */
const RUN_WORDS = 12

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * True when the text repeats a passage of about two dozen words from the instructions; punctuation, line
 * breaks and case are ignored.
 */
export function repeatsInstructions(text: string, instructions: string): boolean {
  const said = ` ${wordsOf(text).join(' ')} `
  // Variables have different values in each prompt.
  for (const words of instructions.split(/\{\{[^{}]*\}\}/).map(wordsOf)) {
    for (let start = 0; start + RUN_WORDS <= words.length; start += RUN_WORDS) {
      if (said.includes(` ${words.slice(start, start + RUN_WORDS).join(' ')} `)) return true
    }
  }
  return false
}
