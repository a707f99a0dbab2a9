import { type Block, MAX_ROW } from './block.ts'
import { sentencesOf } from './sentences.ts'

/** A part of a source of about 300 tokens, with its place. */
export type CutPassage = {
  text: string
  page: number | null
  headings: string[]
  startSecond: number | null
}

/** Characters: about 300 tokens of Portuguese prose. */
const TARGET = 1_050
/** The end of the passage before, which begins the next one of the same section. */
const OVERLAP = 200
/** A longer sentence is cut between words. */
const MAX_SENTENCE = 1_600
const MAX_HEADING = 200

type Unit = { text: string; page: number | null; startSecond: number | null; canOverlap: boolean }

/** The passage that grows; it ends when it is full or its section ends. */
class Growing {
  #units: Unit[] = []
  /** Units behind the overlap. */
  #own = 0

  /** Returns the passage that this unit did not fit into. */
  add(unit: Unit, headings: string[]): CutPassage | undefined {
    const length = this.#units.reduce((sum, { text }) => sum + text.length, 0)
    let full: CutPassage | undefined
    // Each page begins a passage, so that its number is true of all its own words.
    const isNewPage = unit.page !== this.#units.at(-1)?.page
    if (this.#own > 0 && (isNewPage || length + unit.text.length > TARGET)) {
      const overlap = overlapOf(this.#units)
      full = this.end(headings)
      this.#units = overlap
    }
    this.#units.push(unit)
    this.#own += 1
    return full
  }

  end(headings: string[]): CutPassage | undefined {
    const text = this.#units
      .map((unit) => unit.text)
      .join('')
      .trim()
    const first = this.#units[this.#units.length - this.#own]
    const isEmpty = this.#own === 0 || text === ''
    ;[this.#units, this.#own] = [[], 0]
    if (isEmpty || !first) return undefined
    return { text, page: first.page, headings, startSecond: first.startSecond }
  }
}

type Heading = { text: string; level: number; page: number | null }

/** Cuts blocks into passages: at headings and sentences, never inside a row of a table. */
export function* cutPassages(blocks: Iterable<Block>): Generator<CutPassage> {
  const growing = new Growing()
  let path: Heading[] = []
  let hasText = true
  for (const block of blocks) {
    const headings = path.map(({ text }) => text)
    if (block.heading) {
      yield* [growing.end(headings), hasText ? undefined : bareOf(path, block.heading)].filter(isThere)
      path = [...path.filter(({ level }) => level < (block.heading ?? 0)), toHeading(block)]
      hasText = false
      continue
    }
    hasText = true
    for (const unit of unitsOf(block)) yield* [growing.add(unit, headings)].filter(isThere)
  }
  const headings = path.map(({ text }) => text)
  yield* [growing.end(headings), hasText ? undefined : bareOf(path, 0)].filter(isThere)
}

const isThere = (passage: CutPassage | undefined): passage is CutPassage => passage !== undefined

const toHeading = ({ text, heading = 1, page }: Block): Heading => ({
  text: text.slice(0, MAX_HEADING).toWellFormed(),
  level: heading,
  page: page ?? null,
})

/** A heading without a text or a lower heading below it is a text itself. */
function bareOf(path: Heading[], nextLevel: number): CutPassage | undefined {
  const last = path.at(-1)
  if (!last || nextLevel > last.level) return undefined
  const headings = path.slice(0, -1).map(({ text }) => text)
  return { text: last.text, page: last.page, headings, startSecond: null }
}

/** The last sentences, if they are short. */
function overlapOf(units: Unit[]): Unit[] {
  let [from, length] = [units.length, 0]
  for (; from > 0; from -= 1) {
    const unit = units[from - 1]
    if (!unit?.canOverlap || length + unit.text.length > OVERLAP) break
    length += unit.text.length
  }
  return units.slice(from)
}

function unitsOf({ text, isRow, page, startSecond }: Block): Unit[] {
  const pieces = isRow
    ? inPieces(`${text}\n`, MAX_ROW)
    : sentencesOf(text, MAX_SENTENCE).flatMap((sentence) => inPieces(sentence, MAX_SENTENCE))
  const place = { page: page ?? null, startSecond: startSecond ?? null, canOverlap: !isRow }
  const units = pieces.map((piece) => ({ text: piece, ...place }))
  const end = units.at(-1)
  if (end && !isRow) end.text += startSecond === undefined ? '\n\n' : ' '
  return units
}

/** A text in pieces of at most `max` characters, cut between words where it has any. */
function inPieces(text: string, max: number): string[] {
  const pieces: string[] = []
  let from = 0
  while (text.length - from > max) {
    const blank = text.lastIndexOf(' ', from + max)
    let to = blank > from ? blank + 1 : from + max
    // Between the halves of a character.
    if (/[\ud800-\udbff]/.test(text[to - 1] ?? '')) to -= 1
    pieces.push(text.slice(from, to))
    from = to
  }
  pieces.push(text.slice(from))
  return pieces
}
