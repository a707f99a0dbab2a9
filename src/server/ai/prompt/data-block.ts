/** The one letter that a tag begins with, and what is no letter: other ends of a line, turned directions, hidden tags. */
const TREACHEROUS = /[<\u0085\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

const escapeUnits = (text: string) =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** JSON between tags, on one line. Content can neither forge a tag nor hide in it, since no `<` is left in it. */
export const dataBlock = (content: unknown): string =>
  `<dados>\n${JSON.stringify(content).replace(TREACHEROUS, escapeUnits)}\n</dados>`
