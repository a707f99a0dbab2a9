import type { ReplySelection } from './reply-selection.ts'

/** Markdown that renders no letters of its own: link addresses, fences, list numbers and check boxes. */
const UNREAD = [
  /\]\([^()\s]*\)/g,
  /^[ \t]*(?:`{3}|~{3}).*$/gm,
  /^[ \t>]*\d{1,9}[.)](?=\s)/gm,
  /^[ \t>]*[-*+] \[[ xX]\]/gm,
]
const READ = /[\p{L}\p{N}]/gu
const LINK_END = /^[*_~`]*\]\([^()\s]*\)/
const MARKS = /[*_~`]/

/**
 * The Markdown source of a selection, with its line and emphasis marks; the plain text if it is not found in the source,
 * or only with an unbalanced mark.
 */
export function selectedMarkdown(markdown: string, { plain, before }: ReplySelection): string {
  const masked = UNREAD.reduce(
    (text, pattern) => text.replace(pattern, (match) => ' '.repeat(match.length)),
    markdown,
  )
  const source = lettersOf(masked)
  const wanted = lettersOf(plain).text
  const at = nearestIndex(wanted, source.text, lettersOf(before).text.length)
  const [first, last] = [source.indexes[at], source.indexes[at + wanted.length - 1]]
  if (wanted === '' || first === undefined || last === undefined) return plain
  const start = beginningOf(markdown, masked, first)
  const end = endOf(markdown, masked, { start, after: last + 1 })
  const found = markdown.slice(start, end).trim()
  return isWhole(found) ? found : plain
}

/** Letters and digits only, with the source index of each code unit. */
function lettersOf(text: string): { text: string; indexes: number[] } {
  const indexes: number[] = []
  let letters = ''
  for (const { 0: letter, index } of text.matchAll(READ)) {
    letters += letter
    for (let unit = 0; unit < letter.length; unit += 1) indexes.push(index + unit)
  }
  return { text: letters, indexes }
}

/** Index of `wanted` nearest to the expected one; -1 if absent. */
function nearestIndex(wanted: string, source: string, expected: number): number {
  const before = source.lastIndexOf(wanted, expected)
  const after = source.indexOf(wanted, expected)
  if (before < 0 || after < 0) return Math.max(before, after)
  return expected - before <= after - expected ? before : after
}

/** Start of the line if its first word is selected; else includes the marks directly before the word. */
function beginningOf(markdown: string, masked: string, first: number): number {
  const line = markdown.lastIndexOf('\n', first - 1) + 1
  if (masked.slice(line, first).search(READ) < 0) return line
  let start = first
  while (MARKS.test(markdown[start - 1] ?? '')) start -= 1
  return isWhole(markdown.slice(start, first)) ? first : start
}

function endOf(markdown: string, masked: string, { start, after }: { start: number; after: number }): number {
  const break_ = markdown.indexOf('\n', after)
  const line = break_ < 0 ? markdown.length : break_
  if (masked.slice(after, line).search(READ) < 0) return line
  let end = after
  const link = LINK_END.exec(markdown.slice(after, line))
  if (link && markdown.slice(start, after).includes('[')) end += link[0].length
  while (!isWhole(markdown.slice(start, end)) && MARKS.test(markdown[end] ?? '')) end += 1
  return end
}

const count = (text: string, mark: RegExp) => text.match(mark)?.length ?? 0

/** Whether bold and code marks are balanced. */
const isWhole = (text: string) => count(text, /\*\*/g) % 2 === 0 && count(text, /`/g) % 2 === 0
