import { CitationFilter } from './citation-filter.ts'

const NUMBER = /\[(\d{1,3})\]/g
const CODE = /`|~~~/
/** A line that has code or a number, or ends code; others change nothing. */
const TELLING = /`|~~~|\[\d/

/** The numbers that the text of a stored reply cites: those outside code, as the filter of citations knows it. */
export function citedNumbers(text: string): Set<number> {
  const written = new Set([...text.matchAll(NUMBER)].map(([, digits]) => Number(digits)))
  if (written.size === 0 || !CODE.test(text)) return written
  const cited = new Set<number>()
  const filter = new CitationFilter((number) => {
    cited.add(number)
    return true
  })
  const lines = text.split('\n').filter((line) => TELLING.test(line))
  filter.add(lines.join('\n'))
  filter.end()
  return new Set([...written].filter((number) => cited.has(number)))
}
