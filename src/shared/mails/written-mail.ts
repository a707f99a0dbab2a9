/** A run of text, or an address with what stands for it. */
export type WrittenPiece = { text: string; href?: string }
export type WrittenParagraph = readonly WrittenPiece[]

/** Only these become links: other schemes could run code or surprise. */
const ADDRESS = /https?:\/\/[^\s<>"'\\]+/g
/** Marks at the end that belong to the sentence. */
const AFTER = /[.,;:!?)\]}…]+$/u
const NAME = /,?[^\S\n]*\{nome\}/g
const NAME_ONLY = /\{nome\}/g
/** Invisible characters, which hide or reverse text, and the private ones that mark the names of the house. */
const UNSEEN = /(?!\n)\p{C}/gu

/** Puts a first name in place of `{nome}`; without one, the comma before it goes too. */
export const withName = (text: string, name: string): string =>
  name ? text.replace(NAME_ONLY, () => name) : text.replace(NAME, '').trimStart()

/** An address that a browser reads as the same place; undefined for anything else. */
function hrefOf(text: string): string | undefined {
  try {
    const { href, username, password } = new URL(text)
    return username || password ? undefined : href
  } catch {
    return undefined
  }
}

function piecesOf(paragraph: string): WrittenParagraph {
  const pieces: WrittenPiece[] = []
  let from = 0
  for (const { 0: found, index } of paragraph.matchAll(ADDRESS)) {
    const text = found.replace(AFTER, '')
    const href = hrefOf(text)
    if (!href) continue
    if (index > from) pieces.push({ text: paragraph.slice(from, index) })
    pieces.push({ text, href })
    from = index + text.length
  }
  if (from < paragraph.length) pieces.push({ text: paragraph.slice(from) })
  return pieces
}

/** The paragraphs of a plain text, which empty lines separate, with its addresses as links. */
export function paragraphsOf(text: string, name: string): WrittenParagraph[] {
  return withName(text.replace(/\r\n?/g, '\n').replace(UNSEEN, ''), name)
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map(piecesOf)
}

/** The subject as it is sent. */
export const subjectOf = (subject: string, name: string): string =>
  withName(subject.replace(/\p{C}/gu, ' '), name).replace(/\s+/g, ' ').trim()
