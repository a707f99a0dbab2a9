/** So many words in a row are no chance. What repeats twice as many, wherever it begins, has one such run whole. */
const RUN_WORDS = 12

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a text has a long piece, some two dozen words, of these instructions; marks, line ends and capitals hide nothing. */
export function repeatsInstructions(text: string, instructions: string): boolean {
  const said = ` ${wordsOf(text).join(' ')} `
  // A variable is something else in each prompt.
  for (const words of instructions.split(/\{\{[^{}]*\}\}/).map(wordsOf)) {
    for (let start = 0; start + RUN_WORDS <= words.length; start += RUN_WORDS) {
      if (said.includes(` ${words.slice(start, start + RUN_WORDS).join(' ')} `)) return true
    }
  }
  return false
}
