/** An `@` that is being written, from its sign to the caret, and what stands between; UTF-16 positions. */
export type Mention = { start: number; end: number; query: string }

/** The longest text behind an `@` that still looks for something. */
const LONGEST = 60
/** What an `@` may follow: a letter or digit before it makes an e-mail address. */
const OPENING = /[\s([{"'“‘«]/

/** The `@` that whoever types at `caret` is writing; null where there is none. */
export function mentionAt(text: string, caret: number): Mention | null {
  const start = text.lastIndexOf('@', caret - 1)
  if (start < 0 || start >= caret || caret - start - 1 > LONGEST) return null
  if (start > 0 && !OPENING.test(text.charAt(start - 1))) return null
  const query = text.slice(start + 1, caret)
  return /^\s|[\r\n]/.test(query) ? null : { start, end: caret, query }
}

/** What takes the place of an `@…`: the name, parted from the word that follows. */
export function mentionText(text: string, { end }: Mention, name: string): string {
  return /^[\s.,;:!?)\]}"'”’»]/.test(text.slice(end, end + 1)) ? name : `${name} `
}
