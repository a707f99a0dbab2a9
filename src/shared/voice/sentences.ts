/** UTF-16 offsets of a part of a text. */
export type Span = { start: number; end: number }

const CLOSERS = new Set('"”’\')]*_»')
const ENDS = new Set('.!?…')
/** A full stop after them ends no sentence. */
const ABBREVIATIONS = new Set(['dr', 'dra', 'sr', 'sra', 'prof', 'profa', 'ex', 'pág', 'nº'])
const LETTER = /\p{L}/u
/** Longest abbreviation, with the character before it. */
const LOOK_BACK = 6

/**
 * The sentences of a Markdown text, in order: without code, list marks, headings' marks and table borders. A line ends a
 * sentence. Linear in the text.
 */
export function sentencesIn(text: string): Span[] {
  const spans: Span[] = []
  let isCode = false
  let start = 0
  for (const line of text.split('\n')) {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    else if (!isCode) addLine(text, { start, end: start + line.length }, spans)
    start += line.length + 1
  }
  return spans
}

/** A mark of a list, heading or quotation. */
const MARK = /\s*(?:[-*+>]|\d{1,3}[.)]|#{1,6})\s+/y

/** Length of the marks before a line's words. */
function marksOf(line: string): number {
  let length = 0
  do {
    MARK.lastIndex = length
    length += MARK.exec(line)?.[0].length ?? 0
  } while (MARK.lastIndex > 0)
  return length
}

function addLine(text: string, { start, end }: Span, spans: Span[]): void {
  const line = text.slice(start, end)
  if (line.trimStart().startsWith('|')) {
    let cell = start
    for (const part of line.split('|')) {
      addSentences(text, { start: cell, end: cell + part.length }, spans)
      cell += part.length + 1
    }
    return
  }
  const marks = marksOf(line)
  addSentences(text, { start: start + marks, end }, spans)
}

function addSentences(text: string, { start, end }: Span, spans: Span[]): void {
  let from = start
  for (let at = start; at < end; at += 1) {
    if (!ENDS.has(text[at] ?? '')) continue
    let after = at + 1
    while (after < end && (ENDS.has(text[after] ?? '') || CLOSERS.has(text[after] ?? ''))) after += 1
    const isEnd = after === end || /\s/.test(text[after] ?? '')
    if (isEnd && !isAbbreviation(text, from, at)) {
      addSpan(text, { start: from, end: after }, spans)
      from = after
    }
    at = after - 1
  }
  addSpan(text, { start: from, end }, spans)
}

const isAbbreviation = (text: string, from: number, dot: number): boolean =>
  text[dot] === '.' &&
  ABBREVIATIONS.has(
    /[\p{L}º]+$/u.exec(text.slice(Math.max(from, dot - LOOK_BACK), dot))?.[0].toLowerCase() ?? '',
  )

function addSpan(text: string, span: Span, spans: Span[]): void {
  let { start, end } = span
  while (start < end && /\s/.test(text[start] ?? '')) start += 1
  while (end > start && /\s/.test(text[end - 1] ?? '')) end -= 1
  if (LETTER.test(text.slice(start, end))) spans.push({ start, end })
}
