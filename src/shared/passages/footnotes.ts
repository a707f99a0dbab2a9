import type { Citation } from '../contract/citations.ts'
import { placeText } from './passage-place.ts'

/** A cited passage in words, such as "Guia do curso, página 12". */
export function citedText(
  citation: Pick<Citation, 'sourceName' | 'page' | 'headings' | 'startSecond'>,
): string {
  const place = placeText(citation)
  return place === '' ? citation.sourceName : `${citation.sourceName}, ${place}`
}

/** Characters of a name that Markdown would read as marks, tags or links. */
const MARKS = /[\\`*_[\]<>~|&@]|:(?=\/\/)|(?<=www)\./gi

/** The Markdown of a reply with a line for each passage that it cites; the same text without citations. */
export function withFootnotes(markdown: string, citations: readonly Citation[] = []): string {
  if (citations.length === 0) return markdown
  const lines = citations.map((it) => {
    const gone = it.sourceId === null ? ' (fonte excluída)' : ''
    return `[${it.number}] ${citedText(it).replace(/\s+/g, ' ').replace(MARKS, '\\$&')}${gone}`
  })
  return `${markdown.trimEnd()}\n\n---\n\n${lines.join('  \n')}\n`
}
