import type { Block } from './block.ts'

/** A line of a page with the height of its letters. */
export type Line = { text: string; size: number }

/** A heading is larger than the text by this factor, and short. */
const LARGER = 1.15
const HEADING_LENGTH = 160
const LEVELS = 3

/** Blocks of a PDF's pages: lines in larger letters than most of the text are headings. */
export function pdfBlocks(pages: readonly Line[][]): Block[] {
  const body = commonSize(pages.flat())
  const isHeading = ({ text, size }: Line) =>
    size >= body * LARGER && text.length <= HEADING_LENGTH && /\p{L}/u.test(text)
  const sizes = [
    ...new Set(
      pages
        .flat()
        .filter(isHeading)
        .map(({ size }) => size),
    ),
  ].sort((a, b) => b - a)
  return pages.flatMap((lines, index) => blocksOfPage(lines, index + 1, { isHeading, sizes }))
}

type Headings = { isHeading: (line: Line) => boolean; sizes: number[] }

function blocksOfPage(lines: Line[], page: number, { isHeading, sizes }: Headings): Block[] {
  const blocks: Block[] = []
  let [text, size] = ['', 0]
  const end = (heading?: number) => {
    if (text.trim() !== '') blocks.push({ text: text.trim(), page, ...(heading && { heading }) })
    text = ''
  }
  const level = () => Math.min(LEVELS, sizes.indexOf(size) + 1)
  for (const line of lines) {
    const next = isHeading(line) ? line.size : 0
    // A heading of two lines is one heading.
    if (next !== size || (next > 0 && text.length + line.text.length > HEADING_LENGTH)) {
      end(size > 0 ? level() : undefined)
      size = next
    }
    text = joined(text, line.text, next > 0)
  }
  end(size > 0 ? level() : undefined)
  return blocks
}

/** A word that is divided at the end of its line becomes whole. */
function joined(text: string, line: string, isHeading: boolean): string {
  if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line
  if (text === '') return line
  return `${text}${isHeading ? ' ' : '\n'}${line}`
}

/** The size of most letters. */
function commonSize(lines: Line[]): number {
  const letters = new Map<number, number>()
  for (const { text, size } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length)
  const [most] = [...letters].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? 0
}
