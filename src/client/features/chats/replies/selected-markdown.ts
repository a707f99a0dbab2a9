import type { ReplySelection } from './reply-selection.ts'

/** What a Markdown text has letters for that nobody reads: addresses of links, fences, numbers and boxes of lists. */
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
 * The Markdown of what is selected of a reply, with the marks of its lines and emphasis; the selected words alone where
 * they cannot be found in it, or only with half of a mark.
 */
export function selectedMarkdown(markdown: string, { plain, before }: ReplySelection): string {
  const masked = UNREAD.reduce(
    (text, pattern) => text.replace(pattern, (match) => ' '.repeat(match.length)),
    markdown,
  )
  const source = lettersOf(masked)
  const wanted = lettersOf(plain).text
  const at = placeOf(wanted, source.text, lettersOf(before).text.length)
  const [first, last] = [source.places[at], source.places[at + wanted.length - 1]]
  if (wanted === '' || first === undefined || last === undefined) return plain
  const start = beginningOf(markdown, masked, first)
  const end = endOf(markdown, masked, { start, after: last + 1 })
  const found = markdown.slice(start, end).trim()
  return isWhole(found) ? found : plain
}

/** Letters and digits alone, each with its place in the text; a character of two code units counts as two. */
function lettersOf(text: string): { text: string; places: number[] } {
  const places: number[] = []
  let letters = ''
  for (const { 0: letter, index } of text.matchAll(READ)) {
    letters += letter
    for (let unit = 0; unit < letter.length; unit += 1) places.push(index + unit)
  }
  return { text: letters, places }
}

/** Where the words stand: at the place that was counted, else nearest to it; -1 where they don't. */
function placeOf(wanted: string, source: string, counted: number): number {
  const before = source.lastIndexOf(wanted, counted)
  const after = source.indexOf(wanted, counted)
  if (before < 0 || after < 0) return Math.max(before, after)
  return counted - before <= after - counted ? before : after
}

/** With what begins the line, where the line's first word is among the selected ones; else with the marks beside it. */
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

/** Whether every mark that begins something also ends it. */
const isWhole = (text: string) => count(text, /\*\*/g) % 2 === 0 && count(text, /`/g) % 2 === 0
