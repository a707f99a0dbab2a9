/** The longest text of another program that is shown, in characters. */
const MAX_QUOTED = 300

/** Another program's words on one line, shortened. */
export function quoted(words: string): string {
  const line = words.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED).toWellFormed()}…` : line
}
