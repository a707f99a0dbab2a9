/**
 * The first character of a tag, and invisible ones: line separators, bidirectional controls, tag characters.
 */
const UNSAFE = /[<\u0085\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

const escapeUnits = (text: string) =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** JSON on one line between tags. Every `<` is escaped, so that content cannot forge a tag. */
export const dataBlock = (content: unknown): string =>
  `<dados>\n${JSON.stringify(content).replace(UNSAFE, escapeUnits)}\n</dados>`
