/** An `@` being typed: from the sign to the caret, in UTF-16 positions, and the text between. */
export type Mention = { start: number; end: number; query: string }

/** Maximum length of a query. */
const LONGEST = 60
/** Characters that an `@` may follow; a letter or digit before it makes an e-mail address. */
const OPENING = /[\s([{"'“‘«]/

/** The mention at the caret; null if there is none. */
export function mentionAt(text: string, caret: number): Mention | null {
  const start = text.lastIndexOf('@', caret - 1)
  if (start < 0 || start >= caret || caret - start - 1 > LONGEST) return null
  if (start > 0 && !OPENING.test(text.charAt(start - 1))) return null
  const query = text.slice(start + 1, caret)
  return /^\s|[\r\n]/.test(query) ? null : { start, end: caret, query }
}

/** The name that replaces a mention, with a space unless punctuation or a space follows. */
export function mentionText(text: string, { end }: Mention, name: string): string {
  return /^[\s.,;:!?)\]}"'”’»]/.test(text.slice(end, end + 1)) ? name : `${name} `
}
